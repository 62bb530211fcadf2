import { expect, test } from 'vitest'
import { forEachYielding } from './for-each-yielding.ts'

test('long work yields every ten milliseconds', async () => {
  const order: string[] = []
  let time = 0
  let waiting = setImmediate(other)
  function other() {
    order.push('other')
    waiting = setImmediate(other)
  }
  const work = (item: number) => {
    order.push(String(item))
    time += 6
  }

  await forEachYielding([1, 2, 3, 4, 5], work, () => time)
  clearImmediate(waiting)

  expect(order).toEqual(['1', '2', 'other', '3', '4', 'other', '5'])
})

test("short work doesn't yield", async () => {
  const done: number[] = []

  const all = forEachYielding(
    [1, 2, 3],
    (item) => done.push(item),
    () => 0,
  )

  expect(done).toEqual([1, 2, 3])
  await all
})
