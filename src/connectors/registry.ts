import type { AccountingConnector } from './accounting-connector.ts'
import { createFortnoxConnector, type FortnoxOptions } from './fortnox/index.ts'

/** Every accounting system that Radvis can post to; a new one gets its line here. */
export function createConnectors(options: { fortnox: FortnoxOptions }): readonly AccountingConnector[] {
  return [createFortnoxConnector(options.fortnox)]
}
