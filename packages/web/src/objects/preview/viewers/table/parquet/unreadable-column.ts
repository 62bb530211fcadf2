import type { ColumnProblem } from '../table-data.ts'

/** A column that isn't shown; the others are. */
export class UnreadableColumn extends Error {
  readonly problem: ColumnProblem

  constructor(reason: ColumnProblem['reason'], detail = '') {
    super(`${reason} ${detail}`)
    this.problem = { reason, detail }
  }
}
