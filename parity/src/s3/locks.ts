/** Buckets with object lock and requests about locks, shared by several files. */
import { createHash } from 'node:crypto'
import { createLockedBucket, type SendOptions, type TestResponse, uniqueName } from '@cooperage/testkit'
import {
  parseDeleteResult,
  type Retention,
  writeDeleteRequest,
  writeLegalHold,
  writeObjectLock,
  writeRetention,
} from '@cooperage/wire'
import { differs, given, request } from '../target.ts'

export const MODE = 'x-amz-object-lock-mode'
export const UNTIL = 'x-amz-object-lock-retain-until-date'
export const HOLD = 'x-amz-object-lock-legal-hold'
export const BYPASS = { 'x-amz-bypass-governance-retention': 'true' }

export const WORM = '400 InvalidRequest: Object is WORM protected and cannot be overwritten'
export const NO_LOCK = '400 InvalidRequest: Bucket is missing ObjectLockConfiguration'
export const NOT_SET = differs(
  { engine: '404 NoSuchObjectLockConfiguration', minio: '400 NoSuchObjectLockConfiguration' },
  'the status that AWS documents',
)
export const OK = '200'

/** Milliseconds since the epoch, in whole seconds, so that every date format can represent it. */
export function inDays(days: number): number {
  return Math.floor((Date.now() + days * 86_400_000) / 1000) * 1000
}

export const iso = (time: number) => new Date(time).toISOString()

export function lockHeadersOf({ headers }: TestResponse): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('x-amz-object-lock-')))
}

export const governance = (days = 1) => ({ [MODE]: 'GOVERNANCE', [UNTIL]: iso(inDays(days)) })
export const compliance = (days = 1) => ({ [MODE]: 'COMPLIANCE', [UNTIL]: iso(inDays(days)) })

export async function lockedBucket(defaultRetention?: Parameters<typeof writeObjectLock>[0]['defaultRetention']) {
  const bucket = uniqueName('parity')
  await createLockedBucket(request, bucket)
  if (defaultRetention !== undefined) {
    const set = await setDefault(bucket, writeObjectLock({ defaultRetention }))
    if (set.status !== 200) throw new Error(`PutObjectLockConfiguration returned ${set.status}: ${set.text}`)
  }
  return bucket
}

export function setDefault(bucket: string, body: string): Promise<TestResponse> {
  return request({ method: 'PUT', bucket, query: { 'object-lock': '' }, body })
}

type Of = Pick<SendOptions, 'credentials' | 'headers'> & { versionId?: string }

export function setRetention(
  bucket: string,
  key: string,
  retention: Retention | undefined | string,
  of: Of = {},
): Promise<TestResponse> {
  const body = typeof retention === 'string' ? retention : writeRetention(retention)
  return putDocument(bucket, key, 'retention', body, of)
}

export function setHold(bucket: string, key: string, status: boolean | string, of: Of = {}): Promise<TestResponse> {
  const body = typeof status === 'string' ? status : writeLegalHold(status)
  return putDocument(bucket, key, 'legal-hold', body, of)
}

/** Both documents require a digest. */
function putDocument(bucket: string, key: string, name: string, body: string, { versionId, headers, ...rest }: Of) {
  const digest = createHash('md5').update(body).digest('base64')
  const query = { [name]: '', ...(versionId === undefined ? {} : { versionId }) }
  return request({ method: 'PUT', bucket, key, query, body, headers: { 'content-md5': digest, ...headers }, ...rest })
}

export function getLock(bucket: string, key: string, name: 'retention' | 'legal-hold', versionId?: string) {
  return request({
    method: 'GET',
    bucket,
    key,
    query: { [name]: '', ...(versionId === undefined ? {} : { versionId }) },
  })
}

export function remove(bucket: string, key: string, versionId: string, of: Of = {}): Promise<TestResponse> {
  return request({ method: 'DELETE', bucket, key, query: { versionId }, ...of })
}

/** Deletes several in one call and returns each outcome. */
export async function removeAll(bucket: string, objects: { key: string; versionId?: string }[], headers = {}) {
  const body = writeDeleteRequest({ objects, quiet: false })
  const digest = createHash('md5').update(body).digest('base64')
  const all = { 'content-md5': digest, ...headers }
  const { text } = await request({ method: 'POST', bucket, query: { delete: '' }, body, headers: all })
  return parseDeleteResult(text)
}

export async function lockOf(bucket: string, key: string, versionId?: string): Promise<Record<string, string>> {
  const query = versionId === undefined ? {} : { versionId }
  return lockHeadersOf(await request({ method: 'HEAD', bucket, key, query }))
}

/** A version with this lock. */
export function lockedVersion(bucket: string, key: string, headers: Record<string, string>): Promise<string> {
  return given.version(bucket, key, 'text', headers)
}
