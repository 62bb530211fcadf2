import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { byFact, MOST_SORTED } from './by-fact.ts'
import { shownColumn, sortRows } from './columns.tsx'

const names = (count: number) => Array.from({ length: count }, (_, index) => `row-${index}`)

/** A column over rows whose fact is a number, on screen for less than the time in which it is read again. */
function column(read: (name: string, signal: AbortSignal) => Promise<number | null>) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const queryOf = (name: string) => ({
    queryKey: ['fact', name],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const value = await read(name, signal)
      return value === null ? null : { value }
    },
    staleTime: 0,
  })
  const { readFirst, ...sorts } = byFact<string, { value: number }>(client, queryOf, ({ value }) => value)
  const shown = shownColumn<string>({ id: 'fact', header: 'Fact', width: '1fr', ...sorts })
  return {
    client,
    queryOf,
    readFirst,
    sorted: (rows: string[], descending = false) =>
      sortRows(rows, [shown], { columnId: 'fact', descending }, undefined),
  }
}

const forever = new AbortController().signal

test('rows are sorted by what was read of all of them, at most 50 at a time, and once', async () => {
  let [calls, atOnce, most] = [0, 0, 0]
  const { sorted, readFirst } = column(async (name) => {
    calls += 1
    most = Math.max(most, ++atOnce)
    await Promise.resolve()
    atOnce -= 1
    return -Number(name.slice(4))
  })
  const rows = names(120)
  await readFirst?.read(rows, forever)
  await readFirst?.read(rows, forever)
  expect([calls, most]).toEqual([120, 50])
  expect(sorted(rows).slice(0, 2)).toEqual(['row-119', 'row-118'])
  expect(readFirst?.atMost).toBe(MOST_SORTED)
})

test('only rows whose fact isn’t known are read', async () => {
  const calls: string[] = []
  const { client, queryOf, readFirst } = column(async (name) => calls.push(name))
  await readFirst?.read(names(2), forever)
  await readFirst?.read(names(4), forever)
  expect(calls).toEqual(names(4))
  await client.invalidateQueries({ queryKey: queryOf('row-1').queryKey })
  await readFirst?.read(names(4), forever)
  expect(calls.slice(4), 'what was changed').toEqual(['row-1'])
})

test('what can’t be read, or isn’t there any more, comes last in both directions', async () => {
  const { sorted, readFirst } = column(async (name) => {
    if (name === 'row-0') throw new Error('refused')
    return name === 'row-1' ? null : Number(name.slice(4))
  })
  const rows = names(4)
  await readFirst?.read(rows, forever)
  expect(sorted(rows)).toEqual(['row-2', 'row-3', 'row-0', 'row-1'])
  expect(sorted(rows, true)).toEqual(['row-3', 'row-2', 'row-0', 'row-1'])
})

test('a row that leaves the screen while it is read is read nevertheless', async () => {
  const { client, queryOf, sorted, readFirst } = column(
    (name, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        setTimeout(() => resolve(-Number(name.slice(4))))
      }),
  )
  const rows = names(3)
  const leave = new QueryObserver(client, queryOf('row-2')).subscribe(() => undefined)
  const read = readFirst?.read(rows, forever)
  leave()
  await read
  expect(sorted(rows)).toEqual(['row-2', 'row-1', 'row-0'])
})

test('a read that has become useless ends after the call that is in progress', async () => {
  let calls = 0
  const ended = new AbortController()
  const { readFirst } = column(async () => {
    ended.abort()
    return ++calls
  })
  await readFirst?.read(names(120), ended.signal)
  expect(calls).toBe(50)
})
