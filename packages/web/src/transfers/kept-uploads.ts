import { keptName } from '../navigation/base-path.ts'

/**
 * The uploads in parts that this browser has begun, so that a later page can resume them: in IndexedDB, per account, without
 * anything that gives access. Where the browser refuses to store them, uploads work but end with their page.
 */

/** As it is stored. */
export interface KeptRecord {
  /** Unique per account, bucket and object, and upload if that was canceled. */
  id: string
  /** Of one console. */
  account: string
  bucket: string
  prefix: string
  name: string
  size: number
  lastModified: number
  partSize: number
  uploadId: string
  /** Where the file is, if the browser can open it again. */
  handle?: FileSystemFileHandle
  /** By the user. */
  isPaused: boolean
  /** Canceled, but the storage server hasn't aborted it yet. */
  isCanceled: boolean
}

const DATABASE = 'cooperage-uploads'
const STORE = 'uploads'
const BY_ACCOUNT = 'account'

let database: Promise<IDBDatabase> | undefined

export function recordId(account: string, bucket: string, key: string): string {
  return JSON.stringify([account, bucket, key])
}

export async function keptRecords(account: string): Promise<KeptRecord[]> {
  return (await inStore('readonly', (store) => store.index(BY_ACCOUNT).getAll(account))) ?? []
}

export async function keptRecord(id: string): Promise<KeptRecord | undefined> {
  return await inStore('readonly', (store) => store.get(id))
}

export async function keepRecord(record: KeptRecord): Promise<void> {
  await inStore('readwrite', (store) => store.put(record))
}

export async function changeRecord(id: string, change: Partial<KeptRecord>): Promise<void> {
  const record = await keptRecord(id)
  if (record) await keepRecord({ ...record, ...change })
}

/** The record of a canceled upload gets its own id, so that a new upload of the same object can be kept beside it. */
export async function cancelRecord(id: string, uploadId: string): Promise<void> {
  const record = await keptRecord(id)
  if (record?.uploadId !== uploadId) return
  await keepRecord({ ...record, id: canceledId(record), isCanceled: true })
  await dropRecord(id, uploadId)
}

export function canceledId({ account, bucket, prefix, name, uploadId }: Omit<KeptRecord, 'id'>): string {
  return JSON.stringify([account, bucket, prefix + name, uploadId])
}

/** Unless the record belongs to another upload by now. */
export async function dropRecord(id: string, uploadId: string): Promise<void> {
  const record = await keptRecord(id)
  if (record?.uploadId === uploadId) await inStore('readwrite', (store) => store.delete(id))
}

async function inStore<T>(
  mode: IDBTransactionMode,
  request: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    database ??= open()
    const opened = await database
    return await result(request(opened.transaction(STORE, mode).objectStore(STORE)))
  } catch (error) {
    // Private windows of some browsers have no storage, and any storage may be full.
    if (error instanceof DOMException) return undefined
    throw error
  }
}

function open(): Promise<IDBDatabase> {
  const opening = indexedDB.open(keptName(DATABASE), 1)
  opening.onupgradeneeded = () =>
    opening.result.createObjectStore(STORE, { keyPath: 'id' }).createIndex(BY_ACCOUNT, 'account')
  return result(opening)
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
