/** The results of a case: rows of one table. */

export type Unit = 'ms' | 's' | 'MiB' | 'kB' | 'MiB/s' | '/s' | '%' | ''

/** A target of the design, compared with the medians of the row. */
export interface Target {
  /** In words: `at least 0.9 of direct`. */
  text: string
  isMet: (ours: number, direct: number) => boolean
}

export interface Row {
  what: string
  unit: Unit
  /** One value for each repetition, through Cooperage. */
  ours: readonly number[]
  /** The same work without Cooperage in between, measured in the same repetitions. */
  direct?: readonly number[]
  target?: Target
}

export const atMost = (limit: number, unit: Unit): Target => ({
  text: `≤ ${limit} ${unit}`,
  isMet: (ours) => ours <= limit,
})

export const atLeastOfDirect = (share: number): Target => ({
  text: `≥ ${Math.round(share * 100) / 100} of direct`,
  isMet: (ours, direct) => ours >= share * direct,
})

export const atMostOfDirect = (times: number): Target => ({
  text: `≤ ${times} × direct`,
  isMet: (ours, direct) => ours <= times * direct,
})

export const atMostAboveDirect = (limit: number, unit: Unit): Target => ({
  text: `≤ ${limit} ${unit} above direct`,
  isMet: (ours, direct) => ours - direct <= limit,
})
