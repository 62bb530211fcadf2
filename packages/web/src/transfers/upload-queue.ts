/** One file on its way into a bucket. */
export interface Upload {
  id: number
  /** Files chosen together: their end is announced together. */
  batch: number
  bucket: string
  /** Folder that the file goes into: '' or ending in a slash. */
  prefix: string
  /** Name below the prefix; may hold folders. */
  name: string
  size: number
  status: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'
  /** Bytes that have left the browser. */
  sent: number
  /** Why it failed; '' otherwise. */
  problem: string
}

export type UploadQueue = readonly Upload[]

/** How many files travel at once: a browser gives one host six connections, and the pages need some. */
export const PARALLEL_UPLOADS = 3

export type UploadEvent =
  | { type: 'added'; uploads: readonly Upload[] }
  | { type: 'started' | 'stored' | 'cancelled' | 'retried'; id: number }
  | { type: 'progressed'; id: number; sent: number }
  | { type: 'failed'; id: number; problem: string }
  | { type: 'cleared' }

/** The queue after an event. What has ended does not change any more, save by a retry. */
export function uploadQueue(queue: UploadQueue, event: UploadEvent): UploadQueue {
  switch (event.type) {
    case 'added':
      return [...queue, ...event.uploads]
    case 'cleared':
      return queue.filter(isOpen)
    case 'retried':
      return changed(queue, event.id, (upload) =>
        isOpen(upload) || upload.status === 'done' ? upload : { ...upload, status: 'waiting', sent: 0, problem: '' },
      )
    case 'started':
      return changedOpen(queue, event.id, { status: 'running', sent: 0 })
    case 'progressed':
      return changedOpen(queue, event.id, { sent: event.sent })
    case 'stored':
      return changed(queue, event.id, (upload) =>
        isOpen(upload) ? { ...upload, status: 'done', sent: upload.size } : upload,
      )
    case 'failed':
      return changedOpen(queue, event.id, { status: 'failed', problem: event.problem })
    case 'cancelled':
      return changedOpen(queue, event.id, { status: 'cancelled' })
  }
}

export function isOpen(upload: Upload): boolean {
  return upload.status === 'waiting' || upload.status === 'running'
}

/** The waiting files that may start now. */
export function startable(queue: UploadQueue): Upload[] {
  const running = queue.filter((upload) => upload.status === 'running').length
  return queue.filter((upload) => upload.status === 'waiting').slice(0, Math.max(0, PARALLEL_UPLOADS - running))
}

export interface QueueSummary {
  open: number
  done: number
  failed: number
  sentBytes: number
  totalBytes: number
}

/** Sums over what was not cancelled. */
export function summary(queue: UploadQueue): QueueSummary {
  const counted = queue.filter((upload) => upload.status !== 'cancelled')
  return {
    open: counted.filter(isOpen).length,
    done: counted.filter((upload) => upload.status === 'done').length,
    failed: counted.filter((upload) => upload.status === 'failed').length,
    sentBytes: counted.reduce((sum, upload) => sum + (upload.status === 'failed' ? 0 : upload.sent), 0),
    totalBytes: counted.reduce((sum, upload) => sum + (upload.status === 'failed' ? 0 : upload.size), 0),
  }
}

/** How a batch ended: undefined while it runs, and when all of it was cancelled. */
export function batchOutcome(queue: UploadQueue, batch: number): 'stored' | 'failed' | undefined {
  const own = queue.filter((upload) => upload.batch === batch)
  if (own.some(isOpen)) return undefined
  if (own.some((upload) => upload.status === 'failed')) return 'failed'
  return own.some((upload) => upload.status === 'done') ? 'stored' : undefined
}

function changed(queue: UploadQueue, id: number, change: (upload: Upload) => Upload): UploadQueue {
  return queue.map((upload) => (upload.id === id ? change(upload) : upload))
}

function changedOpen(queue: UploadQueue, id: number, change: Partial<Upload>): UploadQueue {
  return changed(queue, id, (upload) => (isOpen(upload) ? { ...upload, ...change } : upload))
}
