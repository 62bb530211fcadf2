import { expect, test } from 'vitest'
import {
  batchOutcome,
  startable,
  summary,
  type Upload,
  type UploadEvent,
  type UploadQueue,
  uploadQueue,
} from './upload-queue.ts'

const file = (id: number, batch = 1): Upload => ({
  id,
  batch,
  bucket: 'photos',
  prefix: '',
  name: `${id}.jpg`,
  size: 100,
  status: 'waiting',
  sent: 0,
  problem: '',
})
const after = (...events: UploadEvent[]): UploadQueue => events.reduce(uploadQueue, [])
const added = (...uploads: Upload[]): UploadEvent => ({ type: 'added', uploads })

test('at most three files travel at once, in the order they were chosen', () => {
  const queue = after(added(file(1), file(2), file(3), file(4)))
  expect(startable(queue).map((upload) => upload.id)).toEqual([1, 2, 3])
  const running = [1, 2, 3].reduce<UploadQueue>((all, id) => uploadQueue(all, { type: 'started', id }), queue)
  expect(startable(running)).toEqual([])
  expect(startable(uploadQueue(running, { type: 'stored', id: 2 })).map((upload) => upload.id)).toEqual([4])
})

test('a cancelled file is not revived by an answer that comes late', () => {
  const queue = after(
    added(file(1)),
    { type: 'started', id: 1 },
    { type: 'cancelled', id: 1 },
    { type: 'stored', id: 1 },
  )
  expect(queue[0]?.status).toBe('cancelled')
})

test('a failed file can be sent again from its beginning, a stored one cannot', () => {
  const failed = after(
    added(file(1)),
    { type: 'started', id: 1 },
    { type: 'progressed', id: 1, sent: 60 },
    { type: 'failed', id: 1, problem: 'Full' },
  )
  expect(failed[0]).toMatchObject({ status: 'failed', problem: 'Full' })
  expect(uploadQueue(failed, { type: 'retried', id: 1 })[0]).toMatchObject({ status: 'waiting', sent: 0, problem: '' })
  const stored = after(added(file(1)), { type: 'stored', id: 1 }, { type: 'retried', id: 1 })
  expect(stored[0]?.status).toBe('done')
})

test('clearing keeps what still runs', () => {
  const queue = after(added(file(1), file(2)), { type: 'stored', id: 1 }, { type: 'cleared' })
  expect(queue.map((upload) => upload.id)).toEqual([2])
})

test('a batch has an outcome when all of it has ended', () => {
  const running = after(added(file(1), file(2)), { type: 'stored', id: 1 })
  expect(batchOutcome(running, 1)).toBeUndefined()
  expect(batchOutcome(uploadQueue(running, { type: 'stored', id: 2 }), 1)).toBe('stored')
  expect(batchOutcome(uploadQueue(running, { type: 'failed', id: 2, problem: 'x' }), 1)).toBe('failed')
  expect(batchOutcome(uploadQueue(running, { type: 'cancelled', id: 2 }), 1)).toBe('stored')
  expect(batchOutcome(after(added(file(1)), { type: 'cancelled', id: 1 }), 1)).toBeUndefined()
})

test('the sums leave out what was cancelled or failed', () => {
  const queue = after(
    added(file(1), file(2), file(3), file(4)),
    { type: 'started', id: 1 },
    { type: 'progressed', id: 1, sent: 40 },
    { type: 'stored', id: 2 },
    { type: 'cancelled', id: 3 },
    { type: 'failed', id: 4, problem: 'x' },
  )
  expect(summary(queue)).toEqual({ open: 1, done: 1, failed: 1, sentBytes: 140, totalBytes: 200 })
})
