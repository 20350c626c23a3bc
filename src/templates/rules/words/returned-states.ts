/** The whole purchase was given back, or somebody asks for that: whether a row of its own says so nobody can tell. */
export const returnedStates: ReadonlySet<string> = new Set([
  ...[
    'återbetald',
    'återbetalt',
    'återbetalad',
    'refunded',
    'fully refunded',
    'funds_refunded',
    'funds refunded',
    'charged back',
  ],
  ...['avbokad', 'avbokat', 'avbeställd', 'avbeställt'],
  ...[
    'reklamerad',
    'reklamerat',
    'disputed',
    'partially refunded',
    'partly refunded',
    'delvis återbetald',
    'delvis återbetalt',
    'tilbakebetalt',
    'refunderet',
    'erstattet',
    'rückerstattet',
    'remboursé',
  ],
])
