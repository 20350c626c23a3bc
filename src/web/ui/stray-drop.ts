/**
 * A file dropped beside the place for it is not taken: the browser itself would leave the page to show it, and what was
 * filled in would be gone. Answers how to end that.
 */
export function refuseStrayDrops(): () => void {
  window.addEventListener('dragover', refuse)
  window.addEventListener('drop', refuse)
  return () => {
    window.removeEventListener('dragover', refuse)
    window.removeEventListener('drop', refuse)
  }
}

/** What a place for files has taken is prevented already; text may be dragged into fields. */
function refuse(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}
