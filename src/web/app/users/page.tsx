import { Ellipsis, Plus } from 'lucide-react'
import { useState } from 'react'
import { judgeMemberChange, mayGive } from '#accounts/rules.ts'
import { type Role, roles } from '#kernel/roles.ts'
import * as m from '#messages'
import { roleHint, roleName } from '../../role-names.ts'
import { useSession } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { InstantText } from '../../ui/date-text.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { type LedgerColumn, LedgerTable } from '../../ui/ledger-table.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { LoadFailed } from '../load-failed.tsx'
import { expiryText } from './expiry-text.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { MakeOwnerDialog } from './make-owner-dialog.tsx'
import { RemoveMemberDialog } from './remove-member-dialog.tsx'
import { type Invited, type Member, useChangeRole, useInvite, useMembers, useWithdraw } from './use-members.ts'

type Row = { key: string; member: Member } | { key: string; invited: Invited }

export function meta() {
  return [{ title: `${m.accounts_users_title()} – Radvis` }]
}

export default function UsersPage() {
  const company = useSession()?.company ?? null
  const members = useMembers()
  const [isInviting, setIsInviting] = useState(false)
  const [removing, setRemoving] = useState<Member | null>(null)
  const [promoted, setPromoted] = useState<Member | null>(null)
  if (company === null) return null
  const { role, name } = company
  const rows: Row[] = [
    ...(members.data?.members ?? []).map((member) => ({ key: member.id, member })),
    ...(members.data?.invitations ?? []).map((invited) => ({ key: invited.id, invited })),
  ]
  const owners = members.data?.members.filter((member) => member.role === 'owner').length ?? 0
  return (
    <>
      <PageHeader
        title={m.accounts_users_title()}
        meta={[m.accounts_users_intro()]}
        actions={
          mayGive(role, 'full') && (
            <Button variant="primary" onClick={() => setIsInviting(true)}>
              <Plus size={16} strokeWidth={1.5} aria-hidden />
              {m.accounts_users_invite()}
            </Button>
          )
        }
      />
      {members.isError && !members.data ? (
        <LoadFailed title={m.accounts_users_load_failed()} error={members.error} onRetry={members.refetch} />
      ) : (
        <LedgerTable
          label={m.accounts_users_title()}
          columns={userColumns({ role, owners, onRemove: setRemoving, onMakeOwner: setPromoted })}
          rows={rows}
          rowKey={({ key }) => key}
          isLoading={members.isPending}
        />
      )}
      {isInviting && <InviteDialog company={name} role={role} onClose={() => setIsInviting(false)} />}
      {promoted && <MakeOwnerDialog member={promoted} company={name} onClose={() => setPromoted(null)} />}
      {removing && <RemoveMemberDialog member={removing} company={name} onClose={() => setRemoving(null)} />}
    </>
  )
}

type Viewer = { role: Role; owners: number; onRemove: (member: Member) => void; onMakeOwner: (member: Member) => void }

const userColumns = (viewer: Viewer): LedgerColumn<Row>[] => [
  {
    id: 'name',
    header: m.accounts_users_column_name(),
    width: 'minmax(180px, 2fr)',
    cell: (row) =>
      'member' in row ? (
        <span className="flex min-w-0 items-baseline gap-2">
          <span className="truncate font-strong">{row.member.name}</span>
          {row.member.isYou && <span className="flex-none text-12 text-ink-3">{m.accounts_users_you()}</span>}
        </span>
      ) : (
        <span className="truncate text-ink-2">
          {m.accounts_users_invited_state()}
          <span className="text-12 text-ink-3 wide:hidden">
            {' · '}
            <Expiry {...row.invited} />
          </span>
        </span>
      ),
    narrow: 'title',
  },
  {
    id: 'email',
    header: m.accounts_users_column_email(),
    width: 'minmax(180px, 2fr)',
    cell: (row) => <span className="truncate">{'member' in row ? row.member.email : row.invited.email}</span>,
    narrow: 'text',
  },
  {
    id: 'role',
    header: m.accounts_users_column_role(),
    width: 'minmax(160px, 2fr)',
    cell: (row) => {
      const role = 'member' in row ? row.member.role : row.invited.role
      return (
        <span className="flex min-w-0 items-baseline gap-2">
          {roleName(role)}
          <span className="truncate text-12 text-ink-3 max-wide:hidden">{roleHint(role)}</span>
        </span>
      )
    },
    narrow: 'meta',
  },
  {
    id: 'since',
    header: m.accounts_users_column_since(),
    width: '200px',
    from: 784,
    cell: (row) => ('member' in row ? <InstantText instant={row.member.memberSince} /> : <Expiry {...row.invited} />),
  },
  {
    id: 'actions',
    header: <span className="sr-only">{m.accounts_users_column_actions()}</span>,
    width: '64px',
    align: 'right',
    cell: (row) =>
      'member' in row ? (
        <MemberMenu {...viewer} member={row.member} />
      ) : (
        <InvitedMenu {...viewer} invited={row.invited} />
      ),
    narrow: 'amount',
  },
]

function Expiry(invited: Invited) {
  const { invitedBy } = invited
  return (
    <span
      className="truncate text-ink-3"
      title={invitedBy ? m.accounts_users_invited_by({ name: invitedBy }) : undefined}
    >
      {expiryText(invited)}
    </span>
  )
}

function MemberMenu({ role: actor, owners, onRemove, onMakeOwner, member }: Viewer & { member: Member }) {
  const change = useChangeRole()
  const { role: target, isYou: isOneself } = member
  const may = (to: Role | null) => judgeMemberChange({ actor, target, to, isOneself, owners }) === 'allowed'
  const givable = roles.filter((role) => role !== target && may(role))
  const entries: MenuEntry[] = givable.map((role) => ({
    kind: 'action',
    label: m.accounts_users_make({ role: roleName(role) }),
    isDisabled: change.isPending,
    onSelect: () => (role === 'owner' ? onMakeOwner(member) : change.mutate({ member, role })),
  }))
  if (may(null)) {
    if (entries.length > 0) entries.push({ kind: 'line' })
    const label = isOneself ? m.accounts_users_leave() : m.accounts_users_remove_do()
    entries.push({ kind: 'action', label, isDanger: true, onSelect: () => onRemove(member) })
  }
  return <RowMenu name={member.name} entries={entries} />
}

function InvitedMenu({ role: actor, invited }: Viewer & { invited: Invited }) {
  const invite = useInvite()
  const withdraw = useWithdraw()
  const { email, role } = invited
  if (!mayGive(actor, role)) return null
  return (
    <RowMenu
      name={email}
      entries={[
        {
          kind: 'action',
          label: m.accounts_users_again(),
          isDisabled: invite.isPending,
          onSelect: () => invite.mutate({ email, role }),
        },
        {
          kind: 'action',
          label: m.accounts_users_withdraw({ email }),
          isDanger: true,
          isDisabled: withdraw.isPending,
          onSelect: () => withdraw.mutate(invited),
        },
      ]}
    />
  )
}

function RowMenu({ name, entries }: { name: string; entries: readonly MenuEntry[] }) {
  if (entries.length === 0) return null
  return (
    <Menu
      trigger={
        <IconButton label={m.accounts_users_actions({ name })} withTooltip={false}>
          <Ellipsis size={16} strokeWidth={1.5} />
        </IconButton>
      }
      entries={entries}
    />
  )
}
