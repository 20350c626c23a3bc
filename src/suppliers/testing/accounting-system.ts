import { type AccountingSession, ConnectorError, type Supplier } from '#connectors/accounting-connector.ts'

/** The supplier register of an accounting system, whose answers a test can make go missing. */
export function createAccountingSystem() {
  const register: Supplier[] = [
    registered('1', 'Tallticket AB', { organisationNumber: '556036-0793' }),
    registered('2', 'Åkes Kafé', { city: 'Umeå' }),
    registered('3', 'Polaris Flyg AB'),
    registered('4', 'Nedlagda Butiken', { isActive: false }),
  ]
  const state = {
    creations: 0,
    pages: 0,
    failCreate: undefined as ConnectorError | undefined,
    /** Of how many creations the answer is lost or refused as `failCreate` says. */
    failures: Number.POSITIVE_INFINITY,
    isCreatedAnyway: true,
    isAnswering: true,
    /** So many readings do not show what was created yet. */
    lag: 0,
    /** What a reading of what changed meets. */
    changed: [] as Supplier[],
    failPageAfter: Number.POSITIVE_INFINITY,
    beforeCreate: (): unknown => undefined,
    /** How it writes a name that it is given. */
    written: (name: string) => name,
  }
  const session = {
    async *listSuppliers(changedSince?: Date) {
      if (changedSince) {
        state.pages++
        yield state.changed
        return
      }
      const shown = state.lag-- > 0 ? register.slice(0, register.length - state.creations) : register
      for (let i = 0; i < shown.length; i += 2) {
        if (++state.pages > state.failPageAfter) throw new ConnectorError('unavailable', 'safe')
        yield shown.slice(i, i + 2)
      }
    },
    async createSupplier({ name, organisationNumber }: { name: string; organisationNumber?: string }) {
      state.creations++
      await state.beforeCreate()
      const created = registered(String(register.length + 1), state.written(name), { organisationNumber })
      const failure = state.failures-- > 0 ? state.failCreate : undefined
      if (!failure || state.isCreatedAnyway) register.push(created)
      if (failure) throw failure
      if (!state.isAnswering) await new Promise(() => undefined)
      return created
    },
  } as unknown as AccountingSession
  return { register, state, session }
}

export function registered(number: string, name: string, more: Partial<Supplier> = {}): Supplier {
  return { number, name, isActive: true, ...more }
}
