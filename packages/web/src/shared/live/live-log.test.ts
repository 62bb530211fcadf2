import { expect, test } from 'vitest'
import { KEPT_MESSAGES, LiveLog } from './live-log.ts'

test('keeps the newest messages, and counts all', () => {
  const log = new LiveLog<{ text: string }>()
  for (let index = 1; index <= 2 * KEPT_MESSAGES + 1; index++) log.add({ text: String(index) })
  const kept = log.newest()
  expect(kept).toHaveLength(KEPT_MESSAGES)
  expect([kept[0], log.received]).toEqual([
    { text: String(2 * KEPT_MESSAGES + 1), id: 2 * KEPT_MESSAGES + 1 },
    2 * KEPT_MESSAGES + 1,
  ])
})

test('shows only what was there at the moment of a pause', () => {
  const log = new LiveLog<{ text: string }>()
  for (const text of ['a', 'b', 'c']) log.add({ text })
  expect(log.newest(2).map(({ text }) => text)).toEqual(['b', 'a'])
  log.clear()
  expect([log.newest(), log.received]).toEqual([[], 0])
})
