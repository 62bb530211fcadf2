export interface DiffLine {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** The fewest lines to take out and put in to come from one text to another. For texts of up to some thousand lines. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const [a, b] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const middle = changed(a.slice(start, a.length - end), b.slice(start, b.length - end))
  return [...same(a.slice(0, start)), ...middle, ...same(end === 0 ? [] : a.slice(-end))]
}

function same(lines: readonly string[]): DiffLine[] {
  return lines.map((text) => ({ kind: 'same', text }))
}

function changed(a: readonly string[], b: readonly string[]): DiffLine[] {
  // common[i][j]: lines that a from i on and b from j on have in common, in order.
  const common = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1))
  const at = (i: number, j: number) => common[i]?.[j] ?? 0
  for (let i = a.length - 1; i >= 0; i--) {
    const row = common[i]
    for (let j = b.length - 1; row && j >= 0; j--) {
      row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    const [old = '', text = ''] = [a[i], b[j]]
    if (i < a.length && j < b.length && old === text) {
      lines.push({ kind: 'same', text })
      i += 1
      j += 1
    } else if (i < a.length && (j === b.length || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: 'removed', text: old })
      i += 1
    } else {
      lines.push({ kind: 'added', text })
      j += 1
    }
  }
  return lines
}

/** Lines that stay the same around a change. */
const AROUND = 3

/** Where many lines stay the same, only those next to a change; a number stands for how many were left out. */
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
