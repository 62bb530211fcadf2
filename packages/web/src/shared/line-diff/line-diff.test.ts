import { describe, expect, test } from 'vitest'
import { lineDiff, shortened } from './line-diff.ts'

describe('lineDiff', () => {
  const shown = (before: string, after: string) =>
    lineDiff(before, after).map(({ kind, text }) => ({ same: ' ', added: '+', removed: '-' })[kind] + text)

  test('shows removed and added lines', () => {
    expect(shown('a\nb\nc', 'a\nx\nc')).toEqual([' a', '-b', '+x', ' c'])
    expect(shown('a\nb', 'a\nb')).toEqual([' a', ' b'])
    expect(shown('', 'a')).toEqual(['-', '+a'])
    expect(shown('a\nb\nc\nd', 'b\nc\nd\ne')).toEqual(['-a', ' b', ' c', ' d', '+e'])
  })

  test('contains both texts', () => {
    const pick = 'abcab'
    for (let seed = 0; seed < 200; seed++) {
      const letters = (salt: number) => [...pick].filter((_, index) => (seed * (index + salt)) % 3 !== 0).join('\n')
      const [before, after] = [letters(1), letters(2)]
      const lines = lineDiff(before, after)
      const read = (kind: string) => lines.filter((line) => line.kind === 'same' || line.kind === kind)
      expect(
        read('removed')
          .map(({ text }) => text)
          .join('\n'),
      ).toBe(before)
      expect(
        read('added')
          .map(({ text }) => text)
          .join('\n'),
      ).toBe(after)
    }
  })

  test('gives up the smallest set for texts that have little in common', () => {
    const other = (name: string) => Array.from({ length: 5_000 }, (_, index) => `${name} ${index}`).join('\n')
    const lines = lineDiff(other('before'), other('after'))
    expect([lines.length, lines[0]?.kind, lines.at(-1)?.kind]).toEqual([10_000, 'removed', 'added'])
  })

  test('omits lines that are far from any change', () => {
    const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`)
    const short = shortened(lineDiff(lines.join('\n'), lines.with(10, 'other').join('\n')))
    expect(short[0]).toBe(7)
    expect(short.at(-1)).toBe(6)
    expect(short).toHaveLength(10)
  })
})
