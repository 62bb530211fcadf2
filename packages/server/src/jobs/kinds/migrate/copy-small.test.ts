import { expect, test } from 'vitest'
import type { KeyOnBoth } from './both-sides.ts'
import { copyStepsOf } from './copy-small.ts'
import type { Listed } from './match.ts'

const listed = (size = 1, etag = 'd'.repeat(32)): Listed => ({ id: '', size, etag, time: 0, isMarker: false })
const missing = (key: string, source = listed()): KeyOnBoth => ({ key, source: [source], target: [] })
const named = (count: number, of: (key: string) => KeyOnBoth = missing) =>
  Array.from({ length: count }, (_, at) => of(`k${String(at).padStart(3, '0')}`))

function stepsOf(keys: readonly KeyOnBoth[], mayBeTogether = true) {
  const { small, single, skipped } = copyStepsOf(keys, 'before', mayBeTogether)
  const steps = small.map(({ after, span, objects }) => `${objects.length} of ${span} after ${after}`)
  return { steps, single: single.map(({ key }) => key), skipped }
}

test('small objects that the target lacks are copied eight together', () => {
  expect(stepsOf(named(17))).toEqual({
    steps: ['8 of 8 after before', '8 of 8 after k007', '1 of 1 after k015'],
    single: [],
    skipped: 0,
  })
})

test('large ones, those with ETags of parts, and those that the target has are copied one by one', () => {
  const [a, b, c, d] = named(4) as [KeyOnBoth, KeyOnBoth, KeyOnBoth, KeyOnBoth]
  const large = missing(b.key, listed(65_537))
  const inParts = missing(c.key, listed(1, `${'d'.repeat(32)}-2`))
  expect(stepsOf([a, large, inParts, d])).toMatchObject({ steps: ['2 of 4 after before'], single: [b.key, c.key] })
  const other = { ...c, target: [listed(2, 'e'.repeat(32))] }
  expect(stepsOf([a, other, d])).toMatchObject({ steps: ['2 of 3 after before'], single: [c.key] })
  expect(stepsOf([a, b], false)).toMatchObject({ steps: [], single: [a.key, b.key] })
})

test('what only the target has isn’t part of the source’s listing, and what both have is', () => {
  const onlyThere = (key: string): KeyOnBoth => ({ key, source: [], target: [listed()] })
  const onBoth = (key: string): KeyOnBoth => ({ key, source: [listed()], target: [listed()] })
  expect(stepsOf([missing('a'), onlyThere('b'), onBoth('c'), missing('d')])).toMatchObject({
    steps: ['2 of 3 after before'],
    skipped: 1,
  })
})

test('a step ends before its listing becomes long', () => {
  const onBoth = (key: string): KeyOnBoth => ({ key, source: [listed()], target: [listed()] })
  const keys = [missing('a'), ...named(150, onBoth), missing('z')]
  expect(stepsOf(keys).steps).toEqual(['1 of 100 after before', '1 of 1 after k149'])
})
