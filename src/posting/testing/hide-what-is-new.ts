import { type AccountingSession, ConnectorError } from '#connectors/accounting-connector.ts'
import type { createLaneScene } from './lane-scene.ts'

/** Whatever is made is told not to exist for so long; `reads`: to whoever reads it, while changes go where it was made. */
export function hideWhatIsNew(
  { far: { session }, time }: ReturnType<typeof createLaneScene>,
  unseenMs: number,
  from: 'all' | 'reads' = 'all',
): void {
  const seenFrom = new Map<string, number>()
  const isHidden = (key: string) => time.now() < (seenFrom.get(key) ?? 0)
  const hidden = () => new ConnectorError('not-found', 'never', { status: 404, serviceCode: '2000434' })
  const { createSupplierInvoice, createPayment, bookkeepSupplierInvoice, bookkeepPayment } = session
  const { readSupplierInvoice, readPayment, findCreditInvoice } = session
  const making = <Made extends { number: string }>(kind: string, made: Made): Made => {
    seenFrom.set(`${kind} ${made.number}`, time.now() + unseenMs)
    return made
  }
  const unlessHidden = async <Answer>(key: string, ask: () => Promise<Answer>): Promise<Answer> => {
    await time.sleep(20)
    if (isHidden(key)) throw hidden()
    return ask()
  }
  const changes: Partial<AccountingSession> = {
    bookkeepSupplierInvoice: (number) => unlessHidden(`invoice ${number}`, () => bookkeepSupplierInvoice(number)),
    bookkeepPayment: (number) => unlessHidden(`payment ${number}`, () => bookkeepPayment(number)),
  }
  Object.assign(session, {
    ...(from === 'all' && changes),
    createSupplierInvoice: async (...given) => making('invoice', await createSupplierInvoice(...given)),
    createPayment: async (...given) => making('payment', await createPayment(...given)),
    readSupplierInvoice: (number) => unlessHidden(`invoice ${number}`, () => readSupplierInvoice(number)),
    findCreditInvoice: (number, since) => unlessHidden(`invoice ${number}`, () => findCreditInvoice(number, since)),
    readPayment: async (number) => (isHidden(`payment ${number}`) ? null : readPayment(number)),
  } satisfies Partial<AccountingSession>)
}
