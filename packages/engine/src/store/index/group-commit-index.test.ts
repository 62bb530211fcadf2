import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { StoreError } from '../store.ts'
import { temporaryFolder } from '../testing/temporary-store.ts'
import { GroupCommitIndex } from './group-commit-index.ts'
import { openLmdbIndex } from './lmdb-index.ts'
import type { IndexBackend } from './ordered-index.ts'

const bytes = (text: string) => Buffer.from(text)

async function temporaryIndex(change: (backend: IndexBackend) => Partial<IndexBackend> = () => ({})) {
  const backend = openLmdbIndex(join(await temporaryFolder(onTestFinished), 'index'))
  const index = new GroupCommitIndex({ ...backend, ...change(backend) })
  onTestFinished(() => index.close())
  return index
}

test('a change that throws leaves nothing, and the others of its group are committed', async () => {
  const index = await temporaryIndex()
  const settled = await Promise.allSettled([
    index.commit((writer) => writer.put(bytes('a'), bytes('1'))),
    index.commit((writer) => {
      writer.put(bytes('b'), bytes('2'))
      throw new Error('Refused.')
    }),
    index.commit((writer) => writer.get(bytes('a'))?.toString()),
  ])
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(settled[2]).toMatchObject({ value: '1' })
  expect(index.get(bytes('a'))?.toString()).toBe('1')
  expect(index.get(bytes('b'))).toBeUndefined()
})

test('a key of any length can be looked up', async () => {
  const index = await temporaryIndex()
  const [short, long] = [bytes('a'.repeat(1900)), bytes('a'.repeat(5000))]
  await index.commit((writer) => writer.put(short, bytes('1')))
  expect(index.get(long)).toBeUndefined()
  await index.commit((writer) => writer.delete(long))
  expect(Array.from(index.range(bytes('a'), long), ({ key }) => key.length)).toEqual([1900])
  expect(Array.from(index.range(long, bytes('b')))).toEqual([])
})

test('changes that arrive while a commit is flushed share the next transaction', async () => {
  let transactions = 0
  const index = await temporaryIndex((backend) => ({
    transact: (write) => {
      transactions++
      return backend.transact(write)
    },
  }))
  const changes = Array.from({ length: 100 }, (_, n) =>
    index.commit((writer) => {
      const count = Number(writer.get(bytes('count')) ?? 0)
      writer.put(bytes('count'), bytes(String(count + 1)))
      return n
    }),
  )
  expect(await Promise.all(changes)).toEqual(Array.from({ length: 100 }, (_, n) => n))
  expect(index.get(bytes('count'))?.toString()).toBe('100')
  expect(transactions).toBe(2)
})

test('a failed transaction rejects all its changes, and the next one works', async () => {
  let isFull = true
  const index = await temporaryIndex((backend) => ({
    transact: (write) =>
      backend.transact((writer) => {
        write(writer)
        if (isFull) throw new Error('The disk is full.')
      }),
  }))
  const put = (key: string) => index.commit((writer) => writer.put(bytes(key), bytes('1')))
  const settled = await Promise.allSettled([put('a'), put('b')])
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(index.get(bytes('a'))).toBeUndefined()
  isFull = false
  await put('a')
  expect(index.get(bytes('a'))?.toString()).toBe('1')
})

test("changes of a group that doesn't fit are tried one by one, so a deletion can succeed", async () => {
  const index = await temporaryIndex((backend) => ({
    transact: async (write) => {
      let isLarge = false
      await backend.transact((writer) => {
        write({
          ...writer,
          put(key, value) {
            isLarge ||= value.length > 100
            writer.put(key, value)
          },
        })
        if (isLarge) throw new StoreError('StorageFull', 'The disk is full.')
      })
    },
  }))
  await index.commit((writer) => writer.put(bytes('old'), bytes('1')))
  const settled = await Promise.allSettled([
    index.commit((writer) => writer.put(bytes('first'), bytes('1'))),
    index.commit((writer) => writer.delete(bytes('old'))),
    index.commit((writer) => writer.put(bytes('large'), Buffer.alloc(200))),
  ])
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect(settled[2]).toMatchObject({ reason: { code: 'StorageFull' } })
  expect(['old', 'first', 'large'].map((key) => index.get(bytes(key))?.toString())).toEqual([undefined, '1', undefined])
})

test('ranges include the start and exclude the end, in byte order', async () => {
  const index = await temporaryIndex()
  const keys = [[1], [1, 0], [1, 255], [2], [255]].map((key) => Buffer.from(key))
  await index.commit((writer) => {
    for (const key of keys.toReversed()) writer.put(key, key)
  })
  const found = [...index.range(Buffer.from([1, 0]), Buffer.from([255]))]
  expect(found.map(({ key }) => [...key])).toEqual([[1, 0], [1, 255], [2]])
  expect(found.every(({ key, value }) => key.equals(value))).toBe(true)
})
