import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { byFact, MOST_SORTED } from './by-fact.ts'

const names = (count: number) => Array.from({ length: count }, (_, index) => `row-${index}`)

/** A column over rows whose fact is their number, read with a count of how many are read at the same time. */
function column(read: (name: string) => Promise<number | null>) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const queryOf = (name: string) => ({
    queryKey: ['fact', name],
    queryFn: async () => {
      const value = await read(name)
      return value === null ? null : { value }
    },
    staleTime: 60_000,
  })
  return byFact<string, { value: number }>(client, queryOf, ({ value }) => value)
}

test('rows are sorted by what was read of all of them, at most 50 at a time, and once', async () => {
  let [calls, atOnce, most] = [0, 0, 0]
  const { compare, readFirst } = column(async (name) => {
    calls += 1
    most = Math.max(most, ++atOnce)
    await Promise.resolve()
    atOnce -= 1
    return -Number(name.slice(4))
  })
  const rows = names(120)
  await readFirst?.read(rows)
  await readFirst?.read(rows)
  expect([calls, most]).toEqual([120, 50])
  expect(rows.toSorted(compare).slice(0, 2)).toEqual(['row-119', 'row-118'])
  expect(readFirst?.atMost).toBe(MOST_SORTED)
})

test('what can’t be read, or isn’t there any more, comes last', async () => {
  const { compare, readFirst } = column(async (name) => {
    if (name === 'row-0') throw new Error('refused')
    return name === 'row-1' ? null : 7
  })
  const rows = names(4)
  await readFirst?.read(rows)
  expect(rows.toSorted(compare)).toEqual(['row-2', 'row-3', 'row-0', 'row-1'])
})
