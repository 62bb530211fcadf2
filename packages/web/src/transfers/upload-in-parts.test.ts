import type { StoredPart } from '@cooperage/contract'
import { crc32c } from '@cooperage/wire/crc32c'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checksumOfParts, checksumText } from './checksum-text.ts'
import { PARTS_OF_A_FILE, partTurns } from './console-turns.ts'
import { retryDelayMs } from './retry-delay.ts'
import { Slots } from './slots.ts'
import { type PartCalls, PartFailure, type PartsState, type SentPart, uploadInParts } from './upload-in-parts.ts'

beforeEach(() => {
  // Reading a blob takes turns of the real event loop.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const PART = 10
const TEXTS = { unreadable: 'unreadable', otherFile: 'other file', otherChecksum: 'other checksum' }

async function checksumOf(bytes: Blob): Promise<string> {
  return checksumText(crc32c(new Uint8Array(await bytes.arrayBuffer())))
}

/** A storage server in memory; `fail` may reject any part. */
function storage(fail: (part: SentPart) => PartFailure | undefined = () => undefined) {
  const uploads = new Map<string, Map<number, StoredPart>>()
  const sent: number[] = []
  const objects: number[][] = []
  let running = 0
  let mostRunning = 0
  const partsOf = (uploadId: string) => {
    const parts = uploads.get(uploadId)
    if (parts === undefined) throw new PartFailure('gone', 'gone')
    return parts
  }
  const calls: PartCalls = {
    async begin() {
      const uploadId = `upload-${uploads.size + 1}`
      uploads.set(uploadId, new Map())
      return uploadId
    },
    list: async (uploadId) => [...partsOf(uploadId).values()],
    inTurn: (_, work) => work(),
    sign: async (_, parts) => parts.map(() => undefined),
    async send(part, signal) {
      sent.push(part.partNumber)
      await partTurns.run(signal, async () => {
        running += 1
        mostRunning = Math.max(mostRunning, running)
        await new Promise((resolve) => setTimeout(resolve, 5))
        running -= 1
      })
      const failure = fail(part)
      if (failure) throw failure
      const etag = `etag-${sent.length}`
      const stored = { part_number: part.partNumber, size: part.bytes.size, etag, crc32c: part.crc32c }
      partsOf(part.uploadId).set(part.partNumber, stored)
      part.onProgress(part.bytes.size)
      return etag
    },
    async complete(uploadId, parts) {
      partsOf(uploadId)
      uploads.delete(uploadId)
      objects.push(parts.map((part) => part.part_number))
      return checksumOfParts(parts.map((part) => part.crc32c))
    },
    checksumOf,
  }
  return { calls, uploads, sent, objects, mostRunning: () => mostRunning }
}

const newState = (uploadId?: string): PartsState => ({
  partSize: PART,
  uploadId,
  parts: new Map(),
  isVerified: false,
})

function fileOf(bytes: number, first = 0): Blob {
  return new Blob([Uint8Array.from({ length: bytes }, (_, at) => first + at)])
}

/** Runs an upload to its end, with all its pauses; returns what it threw. */
async function upload(file: Blob, state: PartsState, others: PartCalls, signal = new AbortController().signal) {
  const turns = new Slots(PARTS_OF_A_FILE)
  const calls: PartCalls = { ...others, inTurn: (working, work) => turns.run(working, work) }
  const events = { onBegun: async () => undefined, onKept: vi.fn(), onProgress: vi.fn() }
  const outcome = uploadInParts(file, state, { calls, events, texts: TEXTS, signal }).catch((error: unknown) => error)
  return { thrown: await timed(outcome), ...events }
}

/** Lets time pass until the promise is settled. */
async function timed<T>(promise: Promise<T>): Promise<T> {
  let isSettled = false
  const settled = promise.finally(() => {
    isSettled = true
  })
  while (!isSettled) {
    await vi.advanceTimersByTimeAsync(10)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return await settled
}

test('sends three parts at a time and completes the upload', async () => {
  const { calls, sent, objects, mostRunning } = storage()
  const { thrown, onProgress } = await upload(fileOf(95), newState(), calls)
  expect(thrown).toBeUndefined()
  expect(sent.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(mostRunning()).toBe(PARTS_OF_A_FILE)
  expect(objects).toEqual([[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]])
  expect(onProgress).toHaveBeenLastCalledWith(95)
})

test('sends no more than four parts of all files at a time', async () => {
  const { calls, objects, mostRunning } = storage()
  await Promise.all([1, 2, 3].map(() => upload(fileOf(95), newState(), calls)))
  expect(mostRunning()).toBe(4)
  expect(objects).toHaveLength(3)
})

test('retries a part that failed or was damaged, and no other', async () => {
  const failures = new Map([
    [2, ['uncertain', 'damaged'] as const],
    [4, ['uncertain'] as const],
  ])
  const attempts = new Map<number, number>()
  const { calls, sent, objects } = storage(({ partNumber }) => {
    const at = attempts.get(partNumber) ?? 0
    attempts.set(partNumber, at + 1)
    const kind = failures.get(partNumber)?.[at]
    return kind && new PartFailure(kind, kind)
  })
  expect((await upload(fileOf(50), newState(), calls)).thrown).toBeUndefined()
  expect(sent.toSorted((a, b) => a - b)).toEqual([1, 2, 2, 2, 3, 4, 4, 5])
  expect(objects).toHaveLength(1)
})

test('gives up after five attempts, and a later one sends only what is missing', async () => {
  let isBroken = true
  const { calls, sent, objects } = storage(({ partNumber }) =>
    isBroken && partNumber === 3 ? new PartFailure('uncertain', 'no response') : undefined,
  )
  const state = newState()
  expect((await upload(fileOf(30), state, calls)).thrown).toMatchObject({ kind: 'uncertain' })
  expect(sent.filter((number) => number === 3)).toHaveLength(5)
  isBroken = false
  expect((await upload(fileOf(30), state, calls)).thrown).toBeUndefined()
  expect(sent.filter((number) => number !== 3).toSorted()).toEqual([1, 2])
  expect(objects).toEqual([[1, 2, 3]])
})

test.each(['refused', 'outage', 'away'] as const)('stops immediately when a part is %s', async (kind) => {
  const { calls, sent } = storage(() => new PartFailure(kind, kind))
  expect((await upload(fileOf(95), newState(), calls)).thrown).toMatchObject({ kind })
  expect(sent).toHaveLength(PARTS_OF_A_FILE)
})

test('a pause keeps what was sent', async () => {
  const pause = new AbortController()
  const { calls, sent } = storage(({ partNumber }) => {
    if (partNumber === 5) pause.abort()
    return undefined
  })
  const state = newState()
  expect((await upload(fileOf(95), state, calls, pause.signal)).thrown).toMatchObject({ name: 'AbortError' })
  const before = [...state.parts.keys()]
  expect(before.length).toBeGreaterThan(2)
  sent.length = 0
  expect((await upload(fileOf(95), state, calls)).thrown).toBeUndefined()
  expect(sent.filter((number) => before.includes(number))).toEqual([])
  expect(sent.length + before.length).toBe(10)
})

/** A console that signs parts for so long, and the order in which it did. */
function signing(calls: PartCalls, lifeMs = 60_000) {
  const groups: number[][] = []
  const sent: [partNumber: number, url: string | undefined][] = []
  const signed: PartCalls = {
    ...calls,
    async sign(uploadId, parts) {
      const call = groups.push(parts.map(({ partNumber }) => partNumber))
      return await Promise.all(
        parts.map(async ({ partNumber, bytes, crc32c }) => {
          expect(crc32c, 'known before').toBe(await checksumOf(bytes))
          const url = `${uploadId}/${partNumber}?call=${call}`
          return { url, headers: {}, usableUntil: performance.now() + lifeMs }
        }),
      )
    },
    send(part, signal) {
      sent.push([part.partNumber, part.signed?.url])
      return calls.send(part, signal)
    },
  }
  return { calls: signed, groups, sent }
}

test('parts are signed in groups, in their order, while those before them are sent', async () => {
  const server = storage()
  const { calls, groups, sent } = signing(server.calls)
  expect((await upload(fileOf(195), newState(), calls)).thrown).toBeUndefined()
  expect(groups).toEqual([
    [1, 2],
    [3, 4, 5, 6],
    [7, 8, 9, 10, 11, 12, 13, 14],
    [15, 16, 17, 18, 19, 20],
  ])
  expect(sent.slice(0, 4)).toEqual([
    [1, 'upload-1/1?call=1'],
    [2, 'upload-1/2?call=1'],
    [3, 'upload-1/3?call=2'],
    [4, 'upload-1/4?call=2'],
  ])
  expect(sent.map(([partNumber]) => partNumber)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
})

test('a part whose URL has expired while it waited gets another one before it is sent', async () => {
  const { calls, groups, sent } = signing(storage().calls, 0)
  expect((await upload(fileOf(35), newState(), calls)).thrown).toBeUndefined()
  expect(groups.flat().toSorted()).toEqual([1, 1, 2, 2, 3, 3, 4, 4])
  expect(sent.map(([partNumber]) => partNumber).toSorted()).toEqual([1, 2, 3, 4])
})

test('a part whose URL has expired is signed with the checksum that is known, without reading it again', async () => {
  const read: number[] = []
  const { calls, groups } = signing(storage().calls, 0)
  const reading: PartCalls = {
    ...calls,
    checksumOf(bytes) {
      read.push(bytes.size)
      return checksumOf(bytes)
    },
  }
  expect((await upload(fileOf(35), newState(), reading)).thrown).toBeUndefined()
  expect(groups.flat()).toHaveLength(8)
  expect(read).toEqual([PART, PART, PART, 5])
})

test('parts that could not be signed are signed again, each when its turn comes', async () => {
  const { calls, groups, sent } = signing(storage().calls)
  let asked = 0
  const failing: PartCalls = {
    ...calls,
    // The first two parts, and the first of them once more.
    sign: async (uploadId, parts, signal) => {
      asked += 1
      if (asked === 1 || parts.some(({ partNumber }) => partNumber === 1)) return undefined
      return await calls.sign(uploadId, parts, signal)
    },
  }
  expect((await upload(fileOf(45), newState(), failing)).thrown).toBeUndefined()
  expect(sent.toSorted(([a], [b]) => a - b)).toEqual([
    [1, undefined],
    [2, expect.stringContaining('upload-1/2')],
    [3, expect.stringContaining('upload-1/3')],
    [4, expect.stringContaining('upload-1/4')],
    [5, expect.stringContaining('upload-1/5')],
  ])
  expect(groups.flat().toSorted()).toEqual([2, 3, 4, 5])
})

test('a part that failed is signed again, and no other', async () => {
  let isBroken = true
  const server = storage(({ partNumber }) => {
    if (partNumber !== 2 || !isBroken) return undefined
    isBroken = false
    return new PartFailure('uncertain', 'no response')
  })
  const { calls, groups, sent } = signing(server.calls)
  expect((await upload(fileOf(55), newState(), calls)).thrown).toBeUndefined()
  expect(groups).toEqual([[1, 2], [3, 4, 5, 6], [2]])
  expect(sent.filter(([partNumber]) => partNumber === 2)).toEqual([
    [2, 'upload-1/2?call=1'],
    [2, 'upload-1/2?call=3'],
  ])
})

test('parts that the console leaves unsigned are sent without', async () => {
  const server = storage()
  const { calls, sent } = signing(server.calls)
  const leaving: PartCalls = {
    ...calls,
    sign: async (...input) => (await calls.sign(...input))?.map((one, index) => (index === 1 ? undefined : one)),
  }
  expect((await upload(fileOf(25), newState(), leaving)).thrown).toBeUndefined()
  expect(sent).toEqual([
    [1, 'upload-1/1?call=1'],
    [2, undefined],
    [3, 'upload-1/3?call=2'],
  ])
})

test('a pause ends the signing of the parts that follow, and a resumed upload begins with what is missing', async () => {
  const pause = new AbortController()
  const { calls, groups, sent } = signing(storage().calls)
  let aborted = 0
  const never: PartCalls = {
    ...calls,
    async sign(uploadId, parts, signal) {
      if (parts.some(({ partNumber }) => partNumber === 3)) {
        signal.addEventListener('abort', () => (aborted += 1))
        queueMicrotask(() => pause.abort())
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      }
      return await calls.sign(uploadId, parts, signal)
    },
  }
  const state = newState()
  expect((await upload(fileOf(95), state, never, pause.signal)).thrown).toMatchObject({ name: 'AbortError' })
  expect(aborted).toBe(1)
  const before = [...state.parts.keys()]
  groups.length = 0
  sent.length = 0
  expect((await upload(fileOf(95), state, calls)).thrown).toBeUndefined()
  expect(groups.flat()).toEqual(Array.from({ length: 10 }, (_, at) => at + 1).filter((one) => !before.includes(one)))
  expect(sent).toHaveLength(10 - before.length)
})

test('a pause gives up what is being read, and ends the attempt without it', async () => {
  const pause = new AbortController()
  const { calls, sent } = storage()
  const slow: PartCalls = {
    ...calls,
    checksumOf: (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        queueMicrotask(() => pause.abort())
      }),
  }
  expect((await upload(fileOf(35), newState(), slow, pause.signal)).thrown).toMatchObject({ name: 'AbortError' })
  expect(sent).toEqual([])
})

test('after a reload, the stored parts are compared with the file and the rest is sent', async () => {
  const { calls, sent, objects } = storage()
  const uploadId = await calls.begin()
  const file = fileOf(45)
  for (const partNumber of [1, 3]) {
    const bytes = file.slice((partNumber - 1) * PART, partNumber * PART)
    const crc32c = await checksumOf(bytes)
    const part = { uploadId, partNumber, bytes, crc32c, signed: undefined, onProgress: () => undefined }
    await timed(calls.send(part, new AbortController().signal))
  }
  sent.length = 0
  const other = await upload(fileOf(45, 1), newState(uploadId), calls)
  expect([other.thrown, sent]).toMatchObject([{ kind: 'refused', message: 'other file' }, []])

  const { thrown, onKept } = await upload(file, newState(uploadId), calls)
  expect(thrown).toBeUndefined()
  expect(onKept.mock.calls).toEqual([[10], [20]])
  expect(sent.toSorted()).toEqual([2, 4, 5])
  expect(objects).toEqual([[1, 2, 3, 4, 5]])
})

test('starts over when the storage server no longer has the upload', async () => {
  const { calls, objects } = storage()
  expect((await upload(fileOf(25), newState('unknown'), calls)).thrown).toBeUndefined()
  expect(objects).toEqual([[1, 2, 3]])
})

test('an upload that was aborted elsewhere fails, and a retry starts over', async () => {
  const { calls, uploads, objects } = storage(({ uploadId, partNumber }) => {
    if (uploadId === 'upload-1' && partNumber === 2) uploads.delete(uploadId)
    return undefined
  })
  const state = newState()
  expect((await upload(fileOf(50), state, calls)).thrown).toMatchObject({ kind: 'gone' })
  expect(state).toMatchObject({ uploadId: undefined, parts: new Map() })
  uploads.set('upload-1', new Map())
  expect((await upload(fileOf(50), state, calls)).thrown).toBeUndefined()
  expect(objects).toEqual([[1, 2, 3, 4, 5]])
})

test('parts that the storage server turns out not to have are sent once more, without the others', async () => {
  let lost: number | undefined = 2
  const { calls, sent, objects, uploads } = storage()
  const withLoss: PartCalls = {
    ...calls,
    async complete(uploadId, parts, signal) {
      const listed = uploads.get(uploadId)
      if (lost !== undefined) listed?.delete(lost)
      lost = undefined
      if (listed?.size !== parts.length) throw new PartFailure('changed', 'changed')
      return await calls.complete(uploadId, parts, signal)
    },
  }
  expect((await upload(fileOf(35), newState(), withLoss)).thrown).toBeUndefined()
  expect(sent.toSorted()).toEqual([1, 2, 2, 3, 4])
  expect(objects).toEqual([[1, 2, 3, 4]])

  const never: PartCalls = { ...calls, complete: () => Promise.reject(new PartFailure('changed', 'changed')) }
  expect((await upload(fileOf(25), newState(), never)).thrown).toMatchObject({ kind: 'changed' })
})

test('an object whose checksum differs is a failure, unless the storage server keeps no checksums', async () => {
  const { calls } = storage()
  const completing = (checksum: string): PartCalls => ({ ...calls, complete: async () => checksum })
  expect((await upload(fileOf(25), newState(), completing('AAAAAA==-3'))).thrown).toMatchObject({
    message: 'other checksum',
  })
  expect((await upload(fileOf(25), newState(), completing(''))).thrown).toBeUndefined()
})

test('a file that can no longer be read is a failure', async () => {
  const { calls, sent } = storage()
  const { thrown } = await upload(fileOf(25), newState(), { ...calls, checksumOf: async () => undefined })
  expect([thrown, sent]).toMatchObject([{ kind: 'refused', message: 'unreadable' }, []])
})

test('the pauses between attempts double up to half a minute, and up to half of each is random', () => {
  const longest = [1, 2, 3, 4, 5, 6, 7, 8, 20].map((failed) => retryDelayMs(failed, () => 0))
  expect(longest).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
  expect(retryDelayMs(3, () => 1)).toBe(1000)
})
