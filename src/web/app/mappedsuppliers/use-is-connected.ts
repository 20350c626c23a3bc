import { useConnectors } from '../use-connectors.ts'

/** Whether the company has a register to choose suppliers from; null while that is not known. */
export function useIsConnected(): boolean | null {
  const { data } = useConnectors()
  return data ? data.some(({ kind, connection }) => kind === 'accounting' && connection !== null) : null
}
