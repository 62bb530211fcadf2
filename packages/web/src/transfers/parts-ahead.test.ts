import { expect, test } from 'vitest'
import { PartsAhead } from './parts-ahead.ts'

const numbersUpTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** Prepares parts when the test says so. */
function given(count: number, partSize = 16 * 1024 * 1024) {
  const groups: (readonly number[])[] = []
  const ends: { resolve: () => void; reject: (reason: Error) => void }[] = []
  const unusable = new Set<string>()
  const renewed: string[] = []
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
    renew: async (prepared) => `${prepared}, renewal ${renewed.push(prepared)}`,
  })
  return { ahead, groups, end: (call: number) => ends[call - 1], unusable, renewed }
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

test('a part that is sent again is prepared anew, alone', async () => {
  const { ahead, groups, end } = given(30)
  void ahead.take(1)
  const again = ahead.take(1)
  void ahead.take(1)
  expect(groups).toEqual([[1, 2], [3, 4, 5, 6], [1], [1]])
  end(3)?.resolve()
  expect(await again).toBe('part 1 of call 3')
})

test('what is no longer usable is renewed when it is taken, and nothing more is prepared for it', async () => {
  const { ahead, groups, end, unusable, renewed } = given(100)
  void ahead.take(1)
  void ahead.take(2)
  end(2)?.resolve()
  for (const number of [3, 4, 5]) unusable.add(`part ${number} of call 2`)
  expect(await ahead.take(3)).toBe('part 3 of call 2, renewal 1')
  expect(await ahead.take(4)).toBe('part 4 of call 2, renewal 2')
  expect(await ahead.take(5)).toBe('part 5 of call 2, renewal 3')
  expect(await ahead.take(6)).toBe('part 6 of call 2')
  expect(renewed).toHaveLength(3)
  expect(groups, 'two groups at most are ahead').toEqual([
    [1, 2],
    [3, 4, 5, 6],
    [7, 8, 9, 10, 11, 12, 13, 14],
  ])
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
