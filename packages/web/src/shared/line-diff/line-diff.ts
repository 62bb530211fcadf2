import { diffArrays } from 'diff'

export interface DiffLine {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** More than a person changes; the time grows with the square of it. */
const MAX_CHANGES = 4_000

/** The smallest set of removed and added lines between two texts; all of them for texts that have little in common. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const [old, young] = [before.split('\n'), after.split('\n')]
  const parts = diffArrays(old, young, { maxEditLength: MAX_CHANGES }) ?? [
    { value: old, added: false, removed: true },
    { value: young, added: true, removed: false },
  ]
  return parts.flatMap(({ value, added, removed }) => {
    const kind = added ? 'added' : removed ? 'removed' : 'same'
    return value.map((text): DiffLine => ({ kind, text }))
  })
}

/** Unchanged lines to show around a change. */
const AROUND = 3

/** Of long unchanged runs only the lines next to a change; a number says how many are omitted. */
export function shortened(lines: readonly DiffLine[]): (DiffLine | number)[] {
  const isShown = lines.map((_, index) =>
    lines.slice(Math.max(0, index - AROUND), index + AROUND + 1).some(({ kind }) => kind !== 'same'),
  )
  const shown: (DiffLine | number)[] = []
  for (const [index, line] of lines.entries()) {
    const last = shown.at(-1)
    if (isShown[index]) shown.push(line)
    else if (typeof last === 'number') shown[shown.length - 1] = last + 1
    else shown.push(1)
  }
  return shown
}
