import { expect, test, vi } from 'vitest'
import { versionedStorage } from '../../test/objects/versioned-storage.ts'
import { PART_MS } from '../shared/parts.ts'
import { countSelection } from './count-selection.ts'

/** The numbers that the calls count of a selection, if each has time for one page. */
async function counts(keys: readonly string[], paths: { path: string; recursive: boolean }[]) {
  const { storage } = await versionedStorage(keys)
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += PART_MS * 0.6))
  const found: number[] = []
  for (let after: string | undefined = ''; after !== undefined; ) {
    const part = await countSelection(storage, 'b', { paths, allVersions: true }, after, AbortSignal.timeout(20_000))
    found.push(part.count)
    after = part.next
  }
  vi.restoreAllMocks()
  return found
}

const MANY = [...Array<string>(2_500).fill('f/a b'), 'f/c']

test('counts an object with more versions than a call has time for, in a folder and by itself', async () => {
  const inFolder = await counts(MANY, [{ path: 'f/', recursive: true }])
  expect(inFolder.reduce((sum, count) => sum + count)).toBe(2_501)
  expect(Math.max(...inFolder)).toBeLessThan(2_500)
  const alone = await counts(MANY, [{ path: 'f/a b', recursive: false }])
  expect(alone.reduce((sum, count) => sum + count)).toBe(2_500)
  expect(Math.max(...alone)).toBeLessThan(2_500)
})

test('counts an object, and not those that start with its name', async () => {
  expect(await counts(['a', 'a', 'ab', 'b'], [{ path: 'a', recursive: false }])).toEqual([2])
})
