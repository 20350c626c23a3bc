import type { RowProblem } from '#kernel/row-problem.ts'

/** What a problem's text is told with. */
export type Params = NonNullable<RowProblem['params']>
export type Value = Params[string] | undefined

export const text = (value: Value): string => String(value ?? '')
