import { expect, test } from 'vitest'
import { ByteBudget } from './byte-budget.ts'

const never = new AbortController().signal

test('makes an upload wait for more bytes than are free, and serves waiting uploads in order', async () => {
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

test('drops a waiting upload that was aborted, and serves the next one', async () => {
  const budget = new ByteBudget(10)
  await budget.take(8, never)
  const controller = new AbortController()
  const first = budget.take(9, controller.signal)
  const second = budget.take(2, never)
  controller.abort(new Error('disconnected'))
  await expect(first).rejects.toThrow('disconnected')
  await second
})
