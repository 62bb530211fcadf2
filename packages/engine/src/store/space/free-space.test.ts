import { expect, test } from 'vitest'
import { StoreError } from '../store.ts'
import { bodyOf, collect } from '../testing/temporary-store.ts'
import type { Ballast } from './ballast.ts'
import { FreeSpace, reserveFor } from './free-space.ts'

const MIB = 1024 * 1024
const RESERVE = 10 * MIB

/** A disk whose figures and clock the test sets; counts how often it is asked. */
function disk(freeBytes: number) {
  const state = { freeBytes, now: 0, asked: 0, released: 0, restored: 0 }
  const ballast: Pick<Ballast, 'release' | 'restoreWithin'> = {
    release: async () => {
      state.released++
    },
    restoreWithin: () => state.restored,
  }
  const space = new FreeSpace({
    capacity: async () => {
      state.asked++
      return { totalBytes: 1000 * MIB, freeBytes: state.freeBytes }
    },
    ballast,
    reserveBytes: RESERVE,
    clock: () => state.now,
  })
  return { state, space }
}

const FULL = { code: 'StorageFull' }

test.each([
  ['a disk of 1 TiB', 1024 * 1024 * MIB, 64 * MIB],
  ['a disk of 200 MiB', 200 * MIB, 10 * MIB],
  ['a disk of 8 MiB', 8 * MIB, MIB],
])('keeps a reserve on %s', (_, total, reserve) => {
  expect(reserveFor(total)).toBe(reserve)
})

test('refuses only writes that would use the reserve', async () => {
  const { space, state } = disk(RESERVE + 100)
  await expect(space.claim(101)).rejects.toMatchObject(FULL)
  await space.claim(100)
  state.freeBytes -= 100
  await expect(space.claim(1)).rejects.toMatchObject(FULL)
})

test('counts bytes written between two checks, so that a fast upload checks only when it matters', async () => {
  const { space, state } = disk(RESERVE + 5 * MIB)
  for (let chunk = 0; chunk < 5; chunk++) await space.claim(MIB)
  expect(state.asked).toBe(1)
  state.freeBytes = RESERVE
  await expect(space.claim(MIB)).rejects.toMatchObject(FULL)
  expect(state.asked).toBe(2)
})

test('notices quickly when other programs fill the disk or free space', async () => {
  const { space, state } = disk(RESERVE + MIB)
  await space.claim(1)
  state.freeBytes = 0
  state.now = 251
  await expect(space.claim(1)).rejects.toMatchObject(FULL)
  state.freeBytes = RESERVE + 1
  await space.claim(1)
})

test('fails a body at the chunk that does not fit', async () => {
  const { space, state } = disk(RESERVE + 8)
  const seen: string[] = []
  async function pass() {
    for await (const chunk of space.watched(bodyOf('abcd', 'efgh', 'i'))) {
      seen.push(chunk.toString())
      state.freeBytes -= chunk.length
    }
  }
  await expect(pass()).rejects.toMatchObject(FULL)
  expect(seen).toEqual(['abcd', 'efgh'])
  const { space: roomy } = disk(RESERVE + 9)
  expect((await collect(roomy.watched(bodyOf('abcd', 'efgh', 'i')))).toString()).toBe('abcdefghi')
})

test('does not count the space that the ballast is about to use', async () => {
  const { space, state } = disk(RESERVE + 100)
  state.restored = 60
  await expect(space.claim(41)).rejects.toMatchObject(FULL)
  await space.claim(40)
})

test('releases the ballast once for work that found no space', async () => {
  const { space, state } = disk(0)
  let attempts = 0
  const work = async () => {
    if (++attempts === 1) throw new StoreError('StorageFull', 'full')
    return 'done'
  }
  await expect(space.withBallast(work)).resolves.toBe('done')
  expect(state.released).toBe(1)
  await expect(
    space.withBallast(async () => {
      throw new StoreError('NoSuchKey', 'none')
    }),
  ).rejects.toMatchObject({ code: 'NoSuchKey' })
  expect(state.released).toBe(1)
})
