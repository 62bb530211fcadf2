import { type JsonObject, listField, numberField, objectField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { StorageError } from '../storage-error.ts'
import { sendAdminForJson, sendAdminForNothing, sendAdminForObject, sendAdminForText } from './send-admin.ts'

const PATH = '/minio/admin/v3'

/** The server connects to the other one, and waits for it, before it accepts a job. */
const START_MS = 30_000

/**
 * Starts the job that a YAML text defines, and returns its ID; needs admin:StartBatchJob.
 * @throws StorageError also with the codes of another server, for keys that it doesn't accept; `InternalError` with the reason in
 * parentheses for a text that the server doesn't understand
 */
export async function startBatchJob(client: StorageClient, yaml: string): Promise<string> {
  const request = { method: 'POST', path: `${PATH}/start-job`, body: yaml, headersTimeoutMs: START_MS } as const
  return textField(await sendAdminForObject(client, request), 'id')
}

export interface BatchJobEntry {
  id: string
  type: string
  user: string
  /** Milliseconds since the epoch. */
  startedAt: number
}

/** The jobs that run or have ended, but not those that were canceled; needs admin:ListBatchJobs. @throws StorageError */
export async function listBatchJobs(client: StorageClient): Promise<BatchJobEntry[]> {
  return listField(await sendAdminForObject(client, { method: 'GET', path: `${PATH}/list-jobs` }), 'jobs').map(
    (entry) => {
      const job = objectField(entry)
      const [id, type, user] = [textField(job, 'id'), textField(job, 'type'), textField(job, 'user')]
      return { id, type, user, startedAt: timeIn(job, 'started') }
    },
  )
}

/** Sizes in bytes, times in milliseconds since the epoch. */
export interface BatchJobStatus {
  isComplete: boolean
  isFailed: boolean
  updatedAt: number
  retries: number
  objects: number
  failed: number
  deleteMarkers: number
  failedDeleteMarkers: number
  /** undefined for a job that copies nothing. */
  bytes: number | undefined
  failedBytes: number | undefined
  bucket: string
  object: string
}

/** Where a job is, undefined before its first object and for one that the server doesn't know; needs admin:ListBatchJobs. @throws StorageError */
export async function batchJobStatus(client: StorageClient, id: string): Promise<BatchJobStatus | undefined> {
  let status: unknown
  try {
    status = await sendAdminForJson(client, { method: 'GET', path: `${PATH}/status-job`, query: { jobId: id } })
  } catch (error) {
    if (error instanceof StorageError && error.code === 'XMinioAdminNoSuchJob') return undefined
    throw error
  }
  const metric = objectField(objectField(status), 'LastMetric')
  const moved = ['replicate', 'rotation', 'expired'].map((name) => objectField(metric, name)).find(hasFields) ?? {}
  const isCopying = 'bytesTransferred' in moved
  return {
    isComplete: metric.complete === true,
    isFailed: metric.failed === true,
    updatedAt: timeIn(metric, 'lastUpdate'),
    // Servers count the first time that they go through the objects of a replication, once it has ended.
    retries: numberField(metric, 'retryAttempts'),
    objects: numberField(moved, 'objects'),
    failed: numberField(moved, 'objectsFailed'),
    deleteMarkers: numberField(moved, 'deleteMarkers'),
    failedDeleteMarkers: numberField(moved, 'deleteMarkersFailed'),
    bytes: isCopying ? numberField(moved, 'bytesTransferred') : undefined,
    failedBytes: isCopying ? numberField(moved, 'bytesFailed') : undefined,
    bucket: textField(moved, 'lastBucket'),
    object: textField(moved, 'lastObject'),
  }
}

/** The definition of a job as YAML; needs admin:DescribeBatchJob. @throws StorageError `XMinioAdminNoSuchJob` */
export async function describeBatchJob(client: StorageClient, id: string): Promise<string> {
  return await sendAdminForText(client, { method: 'GET', path: `${PATH}/describe-job`, query: { jobId: id } })
}

/** Cancels a job, whose definition the server then forgets; needs admin:CancelBatchJob. @throws StorageError */
export async function cancelBatchJob(client: StorageClient, id: string): Promise<void> {
  await sendAdminForNothing(client, { method: 'DELETE', path: `${PATH}/cancel-job`, query: { id } })
}

function hasFields(fields: JsonObject): boolean {
  return Object.keys(fields).length > 0
}

/** 0 for the year 1, with which servers say that there is no such time. */
function timeIn(fields: JsonObject, name: string): number {
  return Math.max(0, Date.parse(textField(fields, name)) || 0)
}
