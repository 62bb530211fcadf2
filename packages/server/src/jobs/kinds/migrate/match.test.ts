import { describe, expect, test } from 'vitest'
import { isCopy, type Listed, matchVersions, workOf } from './match.ts'

const A = 'a'.repeat(32)
const B = 'b'.repeat(32)

function version(etag: string, time: number, more: Partial<Listed> = {}): Listed {
  return { id: `v${time}`, size: 1, etag: etag.repeat(32), time, isMarker: false, ...more }
}
const marker = (time: number) => version('', time, { isMarker: true, size: 0, etag: '' })

/** Letters are contents, `-` a delete marker; the time is the place, or that of the copy. */
function versions(text: string, from: number): Listed[] {
  return [...text].map((letter, at) => (letter === '-' ? marker(from + at) : version(letter, from + at)))
}

function work(here: string, there: string, { from = 100 } = {}) {
  const [source, target] = [versions(here, 0), versions(there, from)]
  const match = matchVersions(source, target, (s, t) => {
    const [one, other] = [source[s], target[t]]
    return one !== undefined && other !== undefined && isCopy(one, other) === true
  })
  return { ...match, ...workOf(source, target, match) }
}

describe('isCopy', () => {
  const of = (etag: string, more: Partial<Listed> = {}) => ({
    id: '',
    size: 5,
    etag,
    time: 10_000,
    isMarker: false,
    ...more,
  })

  test.each([
    ['equal ETags', of(A), of(A, { time: 0 }), true],
    ['another size', of(A), of(A, { size: 6 }), false],
    ['two MD5s that differ, of which one may be encrypted', of(A), of(B), undefined],
    ['the same, but older than its source', of(A), of(B, { time: 8_000 }), false],
    ['an ETag of parts, written later', of(A), of(`${B}-2`, { time: 11_000 }), true],
    ['an ETag of parts, written before', of(A), of(`${B}-2`, { time: 8_000 }), false],
    ['two delete markers', marker(5), marker(1), true],
    ['a delete marker and an object', marker(5), of(A), false],
  ])('%s', (_, source, copy, expected) => {
    expect(isCopy(source, copy)).toBe(expected)
  })
})

describe('The work for a key', () => {
  test.each([
    ['nothing is there', 'abc', '', { kind: 'copy', from: 0 }],
    ['a run was killed in between', 'abc', 'ab', { kind: 'copy', from: 2 }],
    ['all is there', 'ab-c', 'ab-c', { kind: 'nothing' }],
    ['an equal version is older than another one', 'aba', 'a', { kind: 'copy', from: 1 }],
    ['the oldest versions expired at the source', 'bc', 'abc', { kind: 'nothing' }],
    ['and one is new', 'bcd', 'abc', { kind: 'copy', from: 2 }],
    ['the oldest versions expired at the target', 'abc', 'bc', { kind: 'copy', from: 0 }],
    ['one couldn’t be copied', 'abc', 'ac', { kind: 'copy', from: 1 }],
    ['one was inserted later, with those after it', 'abc', 'acbc', { kind: 'nothing' }],
    ['a delete marker is new', 'a-', 'a', { kind: 'copy', from: 1 }],
    ['several delete markers follow', 'a--', 'a-', { kind: 'copy', from: 2 }],
    ['someone wrote at the target since', 'a', 'af', { kind: 'newer' }],
    ['someone deleted at the target since', 'a', 'a-', { kind: 'newer' }],
    ['something else is there, and newer', 'a', 'f', { kind: 'newer' }],
    ['the source has nothing', '', 'f', { kind: 'nothing' }],
  ])('if %s', (_, here, there, expected) => {
    expect(work(here, there)).toMatchObject(expected)
  })

  test('appends to what is there and older', () => {
    expect(work('a', 'f', { from: -100_000 })).toMatchObject({ kind: 'copy', from: 0, extras: [0] })
    expect(work('a', 'af', { from: -100_000 })).toMatchObject({ kind: 'copy', from: 0, copies: [0], extras: [1] })
  })

  test('finds copies of many versions', () => {
    const many = 'ab'.repeat(400)
    expect(work(many, many)).toMatchObject({ kind: 'nothing', extras: [] })
    expect(work(many, many.slice(0, 700))).toMatchObject({ kind: 'copy', from: 700, extras: [] })
  })
})
