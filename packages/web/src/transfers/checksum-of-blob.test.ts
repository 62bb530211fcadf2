import { crc32c } from '@cooperage/wire/crc32c'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { checksumOfBlob } from './checksum-of-blob.ts'
import { checksumText } from './checksum-text.ts'
import type { ChecksumReply, ChecksumRequest } from './crc32c-worker.ts'

type OnMessage = (event: { data: ChecksumRequest }) => void

/** The worker's own script, in the same thread. */
beforeAll(async () => {
  let onReply: ((event: { data: ChecksumReply }) => void) | undefined
  vi.stubGlobal('postMessage', (data: ChecksumReply) => onReply?.({ data }))
  await import('./crc32c-worker.ts')
  const onRequest = globalThis.onmessage as unknown as OnMessage
  vi.stubGlobal(
    'Worker',
    class {
      set onmessage(listener: typeof onReply) {
        onReply = listener
      }
      postMessage(data: ChecksumRequest) {
        onRequest({ data })
      }
    },
  )
})
afterAll(() => {
  globalThis.onmessage = null
  vi.unstubAllGlobals()
})

const { signal } = new AbortController()

/** Bytes that are read when the test says so. */
function slowBlob(text: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const blob = new Blob([text])
  const read = vi.fn(() => promise.then(() => new Response(text).arrayBuffer()))
  return { blob: Object.assign(blob, { arrayBuffer: read }), read, finish: resolve }
}

const checksum = (text: string) => checksumText(crc32c(new TextEncoder().encode(text)))

test('the checksum of bytes is computed by the worker', async () => {
  expect(await checksumOfBlob(new Blob(['abc']), signal)).toBe(checksum('abc'))
})

test('bytes that can’t be read have none', async () => {
  const blob = Object.assign(new Blob(['abc']), { arrayBuffer: () => Promise.reject(new Error('deleted')) })
  expect(await checksumOfBlob(blob, signal)).toBeUndefined()
})

test('what is given up before its turn is never read, and others have their turn', async () => {
  const first = slowBlob('first')
  const second = slowBlob('second')
  const givenUp = slowBlob('given up')
  const stop = new AbortController()
  const both = [checksumOfBlob(first.blob, signal), checksumOfBlob(second.blob, signal)]
  const never = checksumOfBlob(givenUp.blob, stop.signal)
  const last = checksumOfBlob(new Blob(['last']), signal)
  stop.abort()
  await expect(never, 'at once').rejects.toMatchObject({ name: 'AbortError' })
  first.finish()
  second.finish()
  expect(await Promise.all([...both, last])).toEqual(['first', 'second', 'last'].map(checksum))
  expect(givenUp.read).not.toHaveBeenCalled()
})

test('what is being read is given up without waiting for it', async () => {
  const slow = slowBlob('slow')
  const stop = new AbortController()
  const sum = checksumOfBlob(slow.blob, stop.signal)
  await expect.poll(() => slow.read.mock.calls.length).toBe(1)
  stop.abort()
  await expect(sum).rejects.toMatchObject({ name: 'AbortError' })
  await expect(checksumOfBlob(slow.blob, stop.signal)).rejects.toMatchObject({ name: 'AbortError' })
  expect(slow.read).toHaveBeenCalledOnce()
  slow.finish()
})
