/** How a type or a state begins of which no money was taken: `Nekat köp`, `Declined (insufficient funds)`. */
export const refusedWords = [
  ...['declined', 'failed', 'rejected', 'refused', 'nekad', 'nekat', 'nektet', 'avvisad', 'avvisat'],
  ...['misslyckad', 'misslyckat', 'misslyckades', 'abgelehnt'],
] as const
