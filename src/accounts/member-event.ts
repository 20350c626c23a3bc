/** What a company's event log tells of its people and of the companies that it works with. */
export type MemberEvent = {
  type: 'success' | 'info' | 'error'
  activity:
    | 'member-invited'
    | 'invitation-withdrawn'
    | 'invitation-undeliverable'
    | 'member-joined'
    | 'member-role-changed'
    | 'member-removed'
    | 'member-left'
    | 'firm-chosen'
    | 'firm-left'
    | 'client-added'
    | 'client-left'
  /** The person's name or address; the other company's name. */
  subject: string
  /** Nobody: what happened by itself. */
  actorId?: string
  params: Record<string, string>
}
