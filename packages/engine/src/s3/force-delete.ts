/** MinIO's `x-minio-force-delete`: one DELETE that removes all versions in a bucket or under a prefix. */
import { setImmediate } from 'node:timers/promises'
import { forEachYielding } from '../for-each-yielding.ts'
import type { ObjectRecord } from '../store/store.ts'
import type { S3Call } from './call.ts'
import { s3Error, serverClosing } from './errors.ts'
import type { S3Services } from './services.ts'

const HEADER = 'x-minio-force-delete'

/** The spellings of a boolean that MinIO accepts. */
const VALUES = new Map([
  ...['1', 't', 'T', 'TRUE', 'true', 'True'].map((text) => [text, true] as const),
  ...['0', 'f', 'F', 'FALSE', 'false', 'False'].map((text) => [text, false] as const),
])

/**
 * Undefined without the header. Signature version 2 does not sign `x-minio-*` headers, so anyone with a presigned URL could add
 * it; such requests are rejected.
 * @throws WireError InvalidRequest when it is neither true nor false, AccessDenied when the signature can't cover it
 */
export function requestedForce({ headers, query }: Pick<S3Call, 'headers' | 'query'>): boolean | undefined {
  const text = String(headers[HEADER] ?? '')
  if (text === '') return undefined
  if (query.has('Signature') || /^\s*AWS(?: |$)/.test(headers.authorization ?? '')) {
    throw s3Error('AccessDenied', `${HEADER} requires Signature Version 4, which signs it.`)
  }
  const value = VALUES.get(text)
  if (value === undefined) throw s3Error('InvalidRequest', `${HEADER} must be true or false, not ${text}.`)
  return value
}

/** What to remove: a bucket, or the part of it under `key`. */
type Removal = Pick<S3Call, 'bucket' | 'key'> & { engine: Pick<S3Services, 'store' | 'closing'> }

/**
 * Empties the bucket. Not atomic; a retry after a failure continues. The caller has checked the permission and that the bucket
 * has no object lock. @throws StoreError @throws WireError SlowDown when the engine closes
 */
export async function removeEverything(call: Removal): Promise<void> {
  for await (const page of versionPages(call)) await removePage(call, page)
}

/**
 * Removes every version of the key and of the keys under it as a folder. Unlike in MinIO, nothing is removed unless the caller
 * may delete all of it. Otherwise like `removeEverything`.
 * @throws WireError AccessDenied, SlowDown @throws StoreError
 */
export async function removePrefix(call: S3Call): Promise<void> {
  for await (const page of versionPages(call)) await requireAllowed(call, page)
  for await (const page of versionPages(call)) {
    // Objects may have been written since the first pass.
    await requireAllowed(call, page)
    await removePage(call, page)
  }
}

async function removePage({ engine }: Removal, page: readonly ObjectRecord[]): Promise<void> {
  await Promise.all(page.map(({ bucket, key, versionId }) => engine.store.deleteObject(bucket, key, { versionId })))
}

function requireAllowed({ allows, bucket }: S3Call, page: readonly ObjectRecord[]): Promise<void> {
  return forEachYielding(page, ({ key, versionId }) => {
    if (!allows('s3:DeleteObject', bucket, key, { 's3:versionid': versionId })) throw s3Error('AccessDenied')
  })
}

/** One page at a time, which bounds memory and lets other requests run in between. */
async function* versionPages({ engine, bucket, key }: Removal): AsyncGenerator<ObjectRecord[]> {
  const isFolder = key === '' || key.endsWith('/')
  if (!isFolder) yield* pagesOf(key, (record) => record.key === key)
  yield* pagesOf(isFolder ? key : `${key}/`, () => true)

  async function* pagesOf(prefix: string, isWanted: (record: ObjectRecord) => boolean) {
    let after: { key: string; versionId?: string } | undefined
    for (;;) {
      // The store must not close during a deletion that outlasts the shutdown grace period.
      if (engine.closing.aborted) throw serverClosing()
      const { entries, next } = engine.store.listVersions(bucket, { prefix, limit: 1000, ...(after && { after }) })
      const records = entries.flatMap((entry) => (entry.kind === 'object' ? [entry.record] : []))
      const wanted = records.filter(isWanted)
      yield wanted
      if (next === undefined || wanted.length < records.length) return
      after = next
      await setImmediate()
    }
  }
}
