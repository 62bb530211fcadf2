import type { DiffLine } from '../../shared/line-diff/line-diff.ts'

export interface SideLine {
  /** From 1 on. */
  number: number
  text: string
  isChanged: boolean
}

/** One row of two texts side by side, or the number of equal lines that are omitted. */
type SidesRow = { before: SideLine | undefined; after: SideLine | undefined } | number

/** Pairs the lines of a difference: removed lines on the left, beside the added lines that replace them. */
export function sidesOf(lines: readonly (DiffLine | number)[]): SidesRow[] {
  const rows: SidesRow[] = []
  const removed: SideLine[] = []
  const added: SideLine[] = []
  let [left, right] = [0, 0]
  const flush = () => {
    for (let at = 0; at < Math.max(removed.length, added.length); at++) {
      rows.push({ before: removed[at], after: added[at] })
    }
    removed.length = 0
    added.length = 0
  }
  for (const line of lines) {
    if (typeof line === 'number') {
      flush()
      rows.push(line)
      left += line
      right += line
    } else if (line.kind === 'removed') {
      removed.push({ number: ++left, text: line.text, isChanged: true })
    } else if (line.kind === 'added') {
      added.push({ number: ++right, text: line.text, isChanged: true })
    } else {
      flush()
      const same = { text: line.text, isChanged: false }
      rows.push({ before: { ...same, number: ++left }, after: { ...same, number: ++right } })
    }
  }
  flush()
  return rows
}
