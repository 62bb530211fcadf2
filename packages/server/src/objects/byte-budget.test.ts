import { expect, test } from 'vitest'
import { ByteBudget } from './byte-budget.ts'

const never = new AbortController().signal

test('lets wait who wants more than is left, and goes on in the order of asking', async () => {
  const budget = new ByteBudget(10)
  const order: string[] = []
  const giveBack = await budget.take(8, never)
  const large = budget.take(6, never).then((release) => {
    order.push('large')
    return release
  })
  const small = budget.take(2, never).then((release) => {
    order.push('small')
    return release
  })
  await Promise.resolve()
  expect(order).toEqual([])
  giveBack()
  giveBack()
  await Promise.all([large, small])
  expect(order).toEqual(['large', 'small'])
})

test('forgets who has gone, and lets the next one in', async () => {
  const budget = new ByteBudget(10)
  await budget.take(8, never)
  const gone = new AbortController()
  const first = budget.take(9, gone.signal)
  const second = budget.take(2, never)
  gone.abort(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  await second
})
