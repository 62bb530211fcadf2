import { expect, test } from 'vitest'
import { createKeyedMutex } from './keyed-mutex.ts'

test('serializes runs per key, also after a failure, and runs other keys in parallel', async () => {
  const withLock = createKeyedMutex()
  const seen: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = withLock('a', async () => {
    seen.push('first begins')
    await gate.promise
    seen.push('first fails')
    throw new Error('refused')
  })
  const second = withLock('a', async () => seen.push('second'))
  await withLock('b', async () => seen.push('other'))
  expect(seen).toEqual(['first begins', 'other'])
  gate.resolve()
  await expect(first).rejects.toThrow('refused')
  await second
  expect(seen).toEqual(['first begins', 'other', 'first fails', 'second'])
})
