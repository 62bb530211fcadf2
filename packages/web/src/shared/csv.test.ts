import { expect, test, vi } from 'vitest'
import { csvFile, csvOf } from './csv.ts'

test('CSV quotes what needs it, and no cell is a formula', () => {
  expect(csvOf(['time', '=1+1', 'a,"b"'], [['t', 1, undefined]])).toBe('time,\'=1+1,"a,""b"""\r\nt,1,\r\n')
})

test('no timer is waited for: a hidden tab has few', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    const rows = function* () {
      for (let index = 0; index < 200_000; index++) yield [index]
    }
    expect((await csvFile(['number'], rows())).size).toBe(csvOf(['number'], rows()).length)
  } finally {
    vi.useRealTimers()
  }
})

test('a long table is written in pieces, with the same content', async () => {
  const rows = function* () {
    for (let index = 0; index < 200_000; index++) yield [`bucket-${index}/*`, '=1', index]
  }
  let turns = 0
  const ticks = setInterval(() => {
    turns += 1
  })
  const file = await csvFile(['resource', 'except', 'number'], rows())
  clearInterval(ticks)
  expect(await file.text()).toBe(csvOf(['resource', 'except', 'number'], rows()))
  expect(turns, 'the page had its turn in between').toBeGreaterThan(2)
  expect(file.type).toBe('text/csv')
})
