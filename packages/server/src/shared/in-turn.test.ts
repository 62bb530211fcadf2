import { expect, test } from 'vitest'
import { createTurns } from './in-turn.ts'

test('runs one after the other for a name, also after a failure, and side by side for others', async () => {
  const inTurn = createTurns()
  const seen: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = inTurn('a', async () => {
    seen.push('first begins')
    await gate.promise
    seen.push('first fails')
    throw new Error('refused')
  })
  const second = inTurn('a', async () => seen.push('second'))
  await inTurn('b', async () => seen.push('other'))
  expect(seen).toEqual(['first begins', 'other'])
  gate.resolve()
  await expect(first).rejects.toThrow('refused')
  await second
  expect(seen).toEqual(['first begins', 'other', 'first fails', 'second'])
})
