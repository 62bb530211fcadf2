import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { groupForRequest } from './request-group.ts'
import {
  type NewUpload,
  type QueueHooks,
  type SendEvents,
  type SendFailure,
  type Upload,
  UploadQueue,
} from './upload-queue.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const MIB = 1024 * 1024
const LARGE = 20 * MIB
const OUTAGE: SendFailure = { kind: 'outage', message: 'The storage is out' }
const AWAY: SendFailure = { kind: 'away', message: 'No response' }
const BROKEN: SendFailure = { kind: 'passing', message: 'Broken' }
const REFUSED: SendFailure = { kind: 'refused', message: 'Full' }

const file = (name: string, size = LARGE, batch = 1): NewUpload => ({
  batch,
  bucket: 'photos',
  prefix: '',
  name,
  size,
  lastModified: 1,
  // The queue only passes it on.
  file: {} as File,
})

/** A queue whose requests the test completes. */
function withRequests(hooks: QueueHooks = {}) {
  const requests: { files: readonly Upload[]; names: string; on: SendEvents; isAborted: boolean }[] = []
  const queue = new UploadQueue((files, on) => {
    const request = { files, names: files.map(({ name }) => name).join(), on, isAborted: false }
    requests.push(request)
    return () => {
      request.isAborted = true
    }
  }, hooks)
  const states = () => queue.uploads.map(({ name, status }) => `${name} ${status}`)
  return { queue, requests, states }
}

test('runs at most three requests, in the order in which files were chosen', () => {
  const { queue, requests } = withRequests()
  queue.add(['a', 'b', 'c', 'd'].map((name) => file(name)))
  expect(requests.map(({ names }) => names)).toEqual(['a', 'b', 'c'])
  requests[1]?.on.onStored()
  expect(requests.map(({ names }) => names)).toEqual(['a', 'b', 'c', 'd'])
})

test('runs as many requests as the way permits, which it finds out with the first ones', () => {
  let atOnce = 3
  const { queue, requests } = withRequests({ atOnce: () => atOnce })
  queue.add(Array.from({ length: 9 }, (_, index) => file(`${index}`)))
  expect(requests).toHaveLength(3)
  atOnce = 6
  requests[0]?.on.onStored()
  expect(requests).toHaveLength(7)
  atOnce = 3
  for (const at of [1, 2, 3]) requests[at]?.on.onStored()
  expect(requests, 'four are left, then three').toHaveLength(7)
  requests[4]?.on.onStored()
  expect(requests).toHaveLength(8)
})

test('combines small files in requests, spread over the free ones', () => {
  const { queue, requests } = withRequests()
  queue.add(Array.from({ length: 9 }, (_, index) => file(`${index}`, 10)))
  expect(requests.map(({ names }) => names)).toEqual(['0,1,2', '3,4,5', '6,7,8'])
})

test.each([
  ['16 files at most', Array.from({ length: 50 }, () => 1), 16],
  ['16 MiB at most', [6 * MIB, 6 * MIB, 6 * MIB], 2],
  ['a large file alone', [LARGE, 1, 1], 1],
  ['no large file along with small ones', [1, 1, LARGE, 1], 2],
])('a request contains %s', (_, sizes, count) => {
  const waiting = sizes.map((size) => ({ bucket: 'b', prefix: '', size, isAlone: false }))
  expect(groupForRequest(waiting, 1)).toHaveLength(count)
})

test('files for different folders do not share a request', () => {
  const to = (prefix: string) => ({ bucket: 'b', prefix, size: 1, isAlone: false })
  expect(groupForRequest([to('a/'), to('a/'), to('b/')], 1)).toHaveLength(2)
})

test('reports progress per file', () => {
  const { queue, requests } = withRequests()
  queue.add([file('a', 10), file('b', 10), file('c', 10), file('d', 10)])
  requests[0]?.on.onProgress(15)
  expect(queue.uploads.map(({ sent }) => sent)).toEqual([10, 5, 0, 0])
  expect(queue.sums).toMatchObject({ running: 4, sentBytes: 15, totalBytes: 40 })
})

test('canceling a file aborts its request, and the others in it are sent again', () => {
  const { queue, requests, states } = withRequests()
  const [a, b] = queue.add([file('a', 10), file('b', 10), file('c', 10), file('d', 10), file('e', 10), file('f', 10)])
  expect(requests[0]?.names).toBe('a,b')
  if (a) queue.cancel(a)
  expect(requests[0]?.isAborted).toBe(true)
  expect(states()[0]).toBe('a canceled')
  expect(requests.at(-1)?.names).toBe('b')
  expect(b?.status).toBe('running')
})

test('a rejected file does not affect others: each is retried alone', () => {
  const { queue, requests, states } = withRequests()
  queue.add([file('a', 10), file('b', 10), file('c', LARGE), file('d', LARGE)])
  expect(requests[0]?.names).toBe('a,b')
  requests[0]?.on.onFailed(REFUSED)
  expect(requests.at(-1)?.names).toBe('a')
  requests.at(-1)?.on.onStored()
  expect(requests.at(-1)?.names).toBe('b')
  requests.at(-1)?.on.onFailed(REFUSED)
  expect(states()).toEqual(['a done', 'b failed', 'c running', 'd running'])
  expect(queue.uploads[1]?.problem).toBe('Full')
})

test('a failed or canceled file can be sent again from its beginning, a stored one cannot', () => {
  const { queue, requests, states } = withRequests()
  const [a, b, c] = queue.add([file('a'), file('b'), file('c')])
  requests[0]?.on.onProgress(60)
  requests[0]?.on.onFailed(REFUSED)
  if (b) queue.cancel(b)
  requests[2]?.on.onStored()
  expect(states()).toEqual(['a failed', 'b canceled', 'c done'])
  for (const upload of [a, b, c]) if (upload) queue.retry([upload])
  expect(states()).toEqual(['a running', 'b running', 'c done'])
  expect(queue.uploads[0]).toMatchObject({ sent: 0, problem: '' })
})

test('a storage outage pauses everything; one request probes, and its success resumes all', () => {
  const { queue, requests, states } = withRequests()
  queue.add(['a', 'b', 'c', 'd', 'e'].map((name) => file(name)))
  for (const { on } of requests.slice(0, 3)) on.onFailed(OUTAGE)
  expect(states().every((state) => state.endsWith('waiting'))).toBe(true)
  expect(queue.pause?.message).toBe('The storage is out')
  expect(requests).toHaveLength(3)
  vi.advanceTimersByTime(5_000)
  expect(requests).toHaveLength(4)
  requests[3]?.on.onFailed(OUTAGE)
  vi.advanceTimersByTime(5_000)
  expect(requests).toHaveLength(5)
  requests[4]?.on.onStored()
  expect(queue.pause).toBeUndefined()
  expect(requests).toHaveLength(8)
})

test('of a form with a failed file the others are stored, and the file is retried with growing pauses', () => {
  const { queue, requests, states } = withRequests()
  const [, b] = queue.add([file('a', 10), file('b', 10), file('c', 10), file('d', 10)])
  if (b === undefined) throw new Error('Nothing was added')
  expect(requests.map(({ names }) => names)).toEqual(['a,b', 'c', 'd'])
  requests[0]?.on.onPartlyStored(new Map([[b, BROKEN]]))
  // Of each pause, up to half is random.
  for (const [attempt, least] of [250, 500, 1000, 2000].entries()) {
    expect([states()[0], b.status, b.sent, queue.pause]).toEqual(['a done', 'waiting', 0, undefined])
    const sent = requests.length
    vi.advanceTimersByTime(least - 1)
    expect(requests).toHaveLength(sent)
    vi.advanceTimersByTime(least + 1)
    expect([attempt, requests.length, requests.at(-1)?.names]).toEqual([attempt, sent + 1, 'b'])
    requests.at(-1)?.on.onPartlyStored(new Map([[b, BROKEN]]))
  }
  expect([b.status, b.problem]).toEqual(['failed', 'Broken'])
  vi.advanceTimersByTime(60_000)
  const sent = requests.length
  queue.retryFailed()
  expect([requests.length, b.status], 'at once').toEqual([sent + 1, 'running'])
})

test('an outage after a part of the files is stored pauses, and later sends only the rest', () => {
  const { queue, requests, states } = withRequests()
  const [, b, c] = queue.add(Array.from({ length: 9 }, (_, index) => file(`${index}`, 10)))
  if (b === undefined || c === undefined) throw new Error('Nothing was added')
  expect(requests[0]?.names).toBe('0,1,2')
  requests[0]?.on.onPartlyStored(
    new Map([
      [b, OUTAGE],
      [c, OUTAGE],
    ]),
    false,
  )
  expect([states().slice(0, 3), queue.pause]).toEqual([['0 done', '1 waiting', '2 waiting'], OUTAGE])
  vi.advanceTimersByTime(5_000)
  expect(requests.at(-1)?.names).toBe('1,2')
})

test('files of a shared request that were refused, except for stored ones, are sent alone', () => {
  const { queue, requests, states } = withRequests()
  const [, b, c] = queue.add(Array.from({ length: 9 }, (_, index) => file(`${index}`, 10)))
  if (b === undefined || c === undefined) throw new Error('Nothing was added')
  requests[0]?.on.onPartlyStored(
    new Map([
      [b, REFUSED],
      [c, REFUSED],
    ]),
    false,
  )
  expect([states().slice(0, 3), requests.at(-1)?.names]).toEqual([['0 done', '1 running', '2 waiting'], '1'])
})

test('what another attempt would not change fails at once, and only that', () => {
  const onBatchEnd = vi.fn()
  const { queue, requests, states } = withRequests({ onBatchEnd })
  const uploads = queue.add(Array.from({ length: 4 }, (_, index) => file(`${index}`, 10)))
  const [first] = uploads
  if (first === undefined) throw new Error('Nothing was added')
  requests[0]?.on.onPartlyStored(new Map([[first, REFUSED]]))
  for (const { on } of requests.slice(1)) on.onStored()
  expect(states()).toEqual(['0 failed', '1 done', '2 done', '3 done'])
  expect(onBatchEnd.mock.calls).toEqual([[1, 'Full', undefined]])
})

test('files whose form failed as a whole wait together, and others are sent meanwhile', () => {
  const { queue, requests, states } = withRequests()
  queue.add([file('a', 10), file('b', 10), file('c'), file('d'), file('e')])
  expect(requests.map(({ names }) => names)).toEqual(['a,b', 'c', 'd'])
  requests[0]?.on.onFailed(BROKEN)
  expect([requests.at(-1)?.names, states().slice(0, 2)]).toEqual(['e', ['a waiting', 'b waiting']])
  vi.advanceTimersByTime(500)
  expect(requests.at(-1)?.names, 'no request is free').toBe('e')
  requests[1]?.on.onStored()
  expect(requests.at(-1)?.names).toBe('a,b')
})

test('a file that waits after a failure is not sent during an outage', () => {
  const { queue, requests } = withRequests()
  queue.add([file('a'), file('b')])
  requests[0]?.on.onFailed(BROKEN)
  requests[1]?.on.onFailed(OUTAGE)
  vi.advanceTimersByTime(4_999)
  expect(requests).toHaveLength(2)
  vi.advanceTimersByTime(1)
  expect(requests.map(({ names }) => names)).toEqual(['a', 'b', 'a'])
  requests[2]?.on.onStored()
  expect(requests.map(({ names }) => names)).toEqual(['a', 'b', 'a', 'b'])
})

test('retries a failure that may be caused by the file three times', () => {
  const { queue, requests, states } = withRequests()
  queue.add([file('a')])
  for (let attempt = 0; attempt < 3; attempt++) {
    requests.at(-1)?.on.onFailed({ kind: 'uncertain', message: 'No response in time' })
    vi.advanceTimersByTime(5_000)
  }
  expect(requests).toHaveLength(3)
  expect(states()).toEqual(['a failed'])
  expect(queue.pause).toBeUndefined()
})

test('pauses without a response until resumed', () => {
  const { queue, requests } = withRequests()
  queue.add(['a', 'b', 'c', 'd'].map((name) => file(name)))
  for (const { on } of requests.slice(0, 3)) on.onFailed(AWAY)
  vi.advanceTimersByTime(60_000)
  expect(requests).toHaveLength(3)
  queue.resume()
  expect(requests).toHaveLength(6)
})

test('reports the end of a batch once, when all of it has ended and something was stored or failed', () => {
  const onBatchEnd = vi.fn()
  const { queue, requests } = withRequests({ onBatchEnd })
  const [a, b] = queue.add([file('a'), file('b')])
  requests[0]?.on.onStored()
  expect(onBatchEnd).not.toHaveBeenCalled()
  if (b) queue.cancel(b)
  expect(onBatchEnd.mock.calls).toEqual([[1, '', undefined]])
  queue.add([file('c', LARGE, 2)])
  requests.at(-1)?.on.onFailed(REFUSED)
  expect(onBatchEnd.mock.lastCall).toEqual([2, 'Full', undefined])
  queue.add([file('d', LARGE, 3)])
  queue.cancelAll()
  expect(onBatchEnd).toHaveBeenCalledTimes(2)
  expect(a?.status).toBe('done')
})

test('clearing keeps running uploads', () => {
  const { queue, requests, states } = withRequests()
  queue.add([file('a'), file('b')])
  requests[0]?.on.onStored()
  queue.clear()
  expect(states()).toEqual(['b running'])
})

test('totals exclude canceled and failed files; the speed is that of the last seconds', () => {
  const { queue, requests } = withRequests()
  const [, b] = queue.add([file('a'), file('b'), file('c')])
  requests[0]?.on.onProgress(MIB)
  if (b) queue.cancel(b)
  requests[2]?.on.onFailed(REFUSED)
  expect(queue.sums).toEqual({
    waiting: 0,
    running: 1,
    paused: 0,
    done: 0,
    failed: 1,
    canceled: 1,
    sentBytes: MIB,
    totalBytes: LARGE,
  })
  const inASecond = performance.now() + 1000
  expect(queue.speed(inASecond)).toBeGreaterThan(0.9 * MIB)
  expect(queue.speed(inASecond)).toBeLessThan(1.1 * MIB)
  expect(queue.speed(inASecond + 60_000)).toBe(0)
})

/** An upload in parts that has begun. */
function begun({ queue, requests }: ReturnType<typeof withRequests>): Upload {
  const [upload] = queue.add([file('film')])
  if (upload?.parts === undefined) throw new Error('The file is not sent in parts')
  upload.parts.uploadId = 'id'
  requests[0]?.on.onProgress(5 * MIB)
  return upload
}

test('a paused upload stops, keeps what it has sent, and resumes', () => {
  const given = withRequests()
  const { queue, requests, states } = given
  const upload = begun(given)
  queue.pauseUpload(upload)
  expect(requests[0]?.isAborted).toBe(true)
  expect([states(), upload.sent, queue.isOpen]).toEqual([['film paused'], 5 * MIB, false])
  expect(queue.sums).toMatchObject({ paused: 1, sentBytes: 5 * MIB, totalBytes: LARGE })
  queue.resumeUpload(upload)
  expect([requests.length, states(), upload.sent]).toEqual([2, ['film running'], 5 * MIB])
  requests[1]?.on.onFailed(REFUSED)
  queue.retry([upload])
  expect([requests.length, upload.sent], 'a retry resumes too').toEqual([3, 5 * MIB])
})

test('only files in parts can be paused', () => {
  const { queue, states } = withRequests()
  const [small] = queue.add([file('a', 10)])
  if (small) queue.pauseUpload(small)
  expect(states()).toEqual(['a running'])
})

test('an upload of an earlier page waits for its file', () => {
  const { queue, requests, states } = withRequests()
  const parts = { partSize: 16 * MIB, uploadId: 'id', parts: new Map(), isVerified: false }
  const shared = { batch: 1, bucket: 'photos', prefix: '', size: LARGE, lastModified: 1, handle: undefined }
  const kept = queue.addKept({ ...shared, name: 'film', parts, needs: 'file' })
  const elsewhere = queue.addKept({ ...shared, name: 'other', parts, needs: 'tab' })
  queue.resumeUpload(kept)
  expect([requests, states()]).toEqual([[], ['film paused', 'other paused']])
  queue.clear()
  queue.resumeUpload(kept, file('film').file)
  requests[0]?.on.onKept(16 * MIB)
  expect([states(), kept.sent, queue.speed(performance.now() + 1000)]).toEqual([
    ['film running', 'other paused'],
    16 * MIB,
    0,
  ])
  queue.cancelAll()
  expect(states(), 'what another tab uploads continues there').toEqual(['film canceled', 'other paused'])
  queue.remove(elsewhere)
  expect(states()).toEqual(['film canceled'])
})

test('canceling discards what was sent, leaving the session does not', () => {
  const onCanceled = vi.fn()
  const given = withRequests({ onCanceled })
  const upload = begun(given)
  given.queue.pauseUpload(upload)
  given.queue.cancel(upload)
  expect(onCanceled.mock.calls).toEqual([[upload]])
  const other = withRequests({ onCanceled })
  begun(other)
  other.queue.leave()
  expect([other.requests[0]?.isAborted, other.queue.uploads]).toEqual([true, []])
  expect(onCanceled).toHaveBeenCalledTimes(1)
})

test('all uploads are paused and resumed together, small ones too', () => {
  const { queue, requests, states } = withRequests()
  queue.add([file('film'), file('a', 10), file('b', 10), file('c', 10), file('d', 10)])
  expect(requests.map(({ names }) => names)).toEqual(['film', 'a,b', 'c,d'])
  requests[1]?.on.onProgress(20)
  queue.pauseAll()
  expect(
    requests.map(({ isAborted }) => isAborted),
    'what is sent may be stored',
  ).toEqual([true, false, true])
  requests[1]?.on.onStored()
  expect(states()).toEqual(['film paused', 'a done', 'b done', 'c paused', 'd paused'])
  expect(queue.isOpen, 'the small ones end with the page').toBe(true)

  queue.add([file('later', 10)])
  expect(states().at(-1)).toBe('later running')
  queue.resumeAll()
  expect(states().filter((state) => state.endsWith('running'))).toEqual([
    'film running',
    'c running',
    'd running',
    'later running',
  ])
})

test('what fails after all was paused is paused too', () => {
  const { queue, requests, states } = withRequests()
  queue.add([file('a', 10)])
  requests[0]?.on.onProgress(10)
  queue.pauseAll()
  requests[0]?.on.onFailed(OUTAGE)
  vi.advanceTimersByTime(60_000)
  expect([requests.length, states()]).toEqual([1, ['a paused']])
  queue.resumeAll()
  expect(states()).toEqual(['a running'])
})

test('updates the screen soon after a change, less often while files are sent, and soon after the last one', () => {
  const { queue, requests } = withRequests()
  const listener = vi.fn()
  queue.add([file('a', 1000)])
  queue.subscribe(listener)
  vi.advanceTimersByTime(100)
  expect(listener).toHaveBeenCalledTimes(1)
  for (let sent = 1; sent <= 100; sent++) {
    requests[0]?.on.onProgress(sent)
    vi.advanceTimersByTime(10)
  }
  expect(listener).toHaveBeenCalledTimes(3)
  requests[0]?.on.onProgress(1000)
  requests[0]?.on.onStored()
  vi.advanceTimersByTime(100)
  expect(listener).toHaveBeenCalledTimes(4)
})

test('shows that files are being read if that takes longer than a moment', () => {
  const { queue } = withRequests()
  const listener = vi.fn()
  queue.subscribe(listener)
  const onPrepared = queue.prepare(10_000)
  vi.advanceTimersByTime(100)
  expect([queue.preparing, listener.mock.calls.length]).toEqual([10_000, 1])
  onPrepared()
  expect(queue.preparing).toBe(0)
})
