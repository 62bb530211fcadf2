import { expect, test } from 'vitest'
import { PartsAhead } from './parts-ahead.ts'

const numbersUpTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** Prepares parts when the test says so. */
function given(count: number, partSize = 16 * 1024 * 1024) {
  const groups: (readonly number[])[] = []
  const ends: { resolve: () => void; reject: (reason: Error) => void }[] = []
  const unusable = new Set<string>()
  const ahead = new PartsAhead<string>(numbersUpTo(count), {
    partSize,
    prepare: async (group) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const call = groups.push(group)
      ends.push({ resolve, reject })
      await promise
      return group.map((number) => `part ${number} of call ${call}`)
    },
    isUsable: (prepared) => !unusable.has(prepared),
  })
  return { ahead, groups, end: (call: number) => ends[call - 1], unusable }
}

test('prepares two parts at first, then more in a call, and no more than two groups ahead', async () => {
  const { ahead, groups, end } = given(30)
  const first = ahead.take(1)
  expect(groups).toEqual([
    [1, 2],
    [3, 4, 5, 6],
  ])
  end(1)?.resolve()
  expect(await first, 'whether or not the next group is ready').toBe('part 1 of call 1')

  void ahead.take(2)
  expect(groups.slice(2), 'while four are ready').toEqual([[7, 8, 9, 10, 11, 12, 13, 14]])
  for (const number of [3, 4, 5, 6]) void ahead.take(number)
  expect(groups, 'while eight are ready').toHaveLength(3)
  void ahead.take(7)
  expect(groups.slice(3)).toEqual([[15, 16, 17, 18, 19, 20, 21, 22]])
})

test('prepares each part once, and all of them', async () => {
  const { ahead, groups, end } = given(100)
  for (const number of numbersUpTo(100)) {
    const taken = ahead.take(number)
    for (const call of groups.keys()) end(call + 1)?.resolve()
    expect(await taken).toContain(`part ${number} of`)
  }
  expect(groups.flat()).toEqual(numbersUpTo(100))
  expect(groups).toHaveLength(14)
})

test('reads no more than one large part ahead', () => {
  const { ahead, groups } = given(5, 1024 ** 3)
  void ahead.take(1)
  expect(groups).toEqual([[1], [2]])
  void ahead.take(2)
  expect(groups).toEqual([[1], [2], [3]])
})

test('a part that is sent again is prepared anew, with those that follow', async () => {
  const { ahead, groups, end } = given(3)
  void ahead.take(1)
  const again = ahead.take(1)
  expect(groups).toEqual([[1, 2], [3], [1]])
  end(3)?.resolve()
  expect(await again).toBe('part 1 of call 3')
})

test('what is no longer usable is prepared anew when it is taken, and only that', async () => {
  const { ahead, groups, end, unusable } = given(6)
  void ahead.take(1)
  end(2)?.resolve()
  unusable.add('part 4 of call 2')
  expect(await ahead.take(3)).toBe('part 3 of call 2')
  const fresh = ahead.take(4)
  await expect.poll(() => groups).toEqual([[1, 2], [3, 4, 5, 6], [4]])
  end(3)?.resolve()
  expect(await fresh).toBe('part 4 of call 3')
})

test('a failure is that of the parts of its group, as each of them is taken', async () => {
  const { ahead, end } = given(4)
  const first = ahead.take(1)
  end(1)?.reject(new Error('unreadable'))
  end(2)?.resolve()
  await expect(first).rejects.toThrow('unreadable')
  await expect(ahead.take(2)).rejects.toThrow('unreadable')
  expect(await ahead.take(3)).toBe('part 3 of call 2')
})
