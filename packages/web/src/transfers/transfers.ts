import { objectNameProblem } from '@cooperage/contract'
import i18next from 'i18next'
import { useSyncExternalStore } from 'react'
import { showError, showNotice } from '../shared/feedback/messages.ts'
import type { NamedFile } from './named-files.ts'
import { sendFile } from './send-file.ts'
import {
  batchOutcome,
  isOpen,
  startable,
  type Upload,
  type UploadEvent,
  type UploadQueue,
  uploadQueue,
} from './upload-queue.ts'

/*
 * The uploads of this tab. They live outside the pages: one goes on working elsewhere while they run.
 */
let queue: UploadQueue = []
let lastId = 0
const files = new Map<number, File>()
const aborts = new Map<number, () => void>()
const listeners = new Set<() => void>()

function apply(event: UploadEvent): void {
  queue = uploadQueue(queue, event)
  for (const listener of listeners) listener()
}

/** Puts files into the queue of uploads to a folder; those whose name the storage cannot hold fail at once. */
export function uploadFiles(bucket: string, prefix: string, chosen: readonly NamedFile[]): void {
  if (chosen.length === 0) return
  lastId += 1
  const batch = lastId
  const uploads = chosen.map(({ name, file }): Upload => {
    lastId += 1
    files.set(lastId, file)
    return { id: lastId, batch, bucket, prefix, name, size: file.size, status: 'waiting', sent: 0, problem: '' }
  })
  apply({ type: 'added', uploads })
  for (const upload of uploads) {
    const reason = objectNameProblem(prefix + upload.name)
    if (reason !== undefined) ended(upload, { type: 'failed', id: upload.id, problem: nameProblem(reason) })
  }
  startNext()
}

export function cancelUpload(upload: Upload): void {
  aborts.get(upload.id)?.()
  ended(upload, { type: 'cancelled', id: upload.id })
  startNext()
}

export function retryUpload(upload: Upload): void {
  apply({ type: 'retried', id: upload.id })
  startNext()
}

/** Ends what runs: the session that it ran in is left. */
export function cancelAllUploads(): void {
  for (const upload of queue.filter(isOpen)) {
    apply({ type: 'cancelled', id: upload.id })
    aborts.get(upload.id)?.()
    aborts.delete(upload.id)
  }
}

/** Takes what has ended off the list. */
export function clearUploads(): void {
  apply({ type: 'cleared' })
  for (const id of files.keys()) if (!queue.some((upload) => upload.id === id)) files.delete(id)
}

export function useUploads(): UploadQueue {
  return useSyncExternalStore(subscribe, () => queue)
}

/** How many files have been stored in a folder or below it: changes when its listing is out of date. */
export function useStoredCount(bucket: string, prefix: string): number {
  return useSyncExternalStore(
    subscribe,
    () =>
      queue.filter(
        (upload) =>
          upload.status === 'done' && upload.bucket === bucket && (upload.prefix + upload.name).startsWith(prefix),
      ).length,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function startNext(): void {
  for (const upload of startable(queue)) {
    const file = files.get(upload.id)
    if (!file) continue
    apply({ type: 'started', id: upload.id })
    const abort = sendFile(
      { bucket: upload.bucket, prefix: upload.prefix, name: upload.name, file },
      {
        onProgress: (sent) => apply({ type: 'progressed', id: upload.id, sent }),
        onStored: () => settle(upload, { type: 'stored', id: upload.id }),
        onFailed: (error) => settle(upload, { type: 'failed', id: upload.id, problem: error.message }),
      },
    )
    aborts.set(upload.id, abort)
  }
}

function settle(upload: Upload, event: UploadEvent): void {
  ended(upload, event)
  startNext()
}

/** Records an end, and says how the batch went when it was the last one of it. */
function ended(upload: Upload, event: UploadEvent): void {
  aborts.delete(upload.id)
  apply(event)
  if (event.type === 'stored') files.delete(upload.id)
  const outcome = batchOutcome(queue, upload.batch)
  if (outcome === 'stored') showNotice(i18next.t('transfers:uploaded'))
  if (outcome === 'failed') {
    const problem = queue.find((other) => other.batch === upload.batch && other.problem !== '')?.problem ?? ''
    showError({ message: i18next.t('transfers:failed'), detailedMessage: problem })
  }
}

function nameProblem(reason: string): string {
  return i18next.t('transfers:nameProblem', { reason })
}
