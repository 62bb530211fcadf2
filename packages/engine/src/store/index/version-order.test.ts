import { expect, test } from 'vitest'
import { invertedBytes, isOrder, orderAt, orderOfInverted, orders } from './version-order.ts'

test('orders are version 7 UUIDs that increase whatever the clock does', () => {
  let time = 0x0123456789ab
  const newOrder = orders(() => time)
  expect(newOrder()).toMatch(/^01234567-89ab-7000-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  let last = newOrder()
  for (let made = 0; made < 10_000; made++) {
    if (made % 7 === 0) time -= 3
    const order = newOrder()
    expect(order > last && isOrder(order)).toBe(true)
    last = order
  }
  time += 100_000
  expect(newOrder().startsWith(orderAt(time).slice(0, 13))).toBe(true)
})

test('an order is greater than the one it follows, without affecting later ones', () => {
  const newOrder = orders(() => 1000)
  const far = 'ffffffff-0000-7000-8000-000000000000'
  expect(newOrder(far) > far).toBe(true)
  expect(newOrder() < far).toBe(true)
  expect(orderAt(1000) < newOrder()).toBe(true)
})

test('inverted bytes sort in reverse and can be converted back', () => {
  const newOrder = orders(() => 5)
  const [first, second] = [newOrder(), newOrder()]
  expect(Buffer.compare(invertedBytes(first), invertedBytes(second))).toBe(1)
  expect(orderOfInverted(invertedBytes(first))).toBe(first)
})
