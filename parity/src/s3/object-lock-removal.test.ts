/** Deletion of locked versions: who may, how, and with which result. */
import { createHash } from 'node:crypto'
import { texts } from '@cooperage/testkit'
import { describe, expect, test, vi } from 'vitest'
import { differs, given, ODD_KEYS, request } from '../target.ts'
import {
  BYPASS,
  compliance,
  governance,
  HOLD,
  inDays,
  iso,
  lockedBucket,
  lockedVersion,
  MODE,
  remove,
  removeAll,
  setRetention,
  UNTIL,
  WORM,
} from './locks.ts'

const LOCKS: [string, Record<string, string>][] = [
  ['governance', governance()],
  ['compliance', compliance()],
  ['a hold', { [HOLD]: 'ON' }],
  ['governance and a hold', { ...governance(), [HOLD]: 'ON' }],
]
/** A lock that expires within its test, but long enough for a busy machine to write and be rejected first. */
const SHORT_LOCK_MS = 4_000
const GONE = '204'

const stateOf = async (bucket: string, key: string, versionId: string) =>
  (await request({ method: 'GET', bucket, key, query: { versionId } })).text

describe('DeleteObject', () => {
  test.each(LOCKS)('puts a marker over %s', async (_, headers) => {
    const bucket = await lockedBucket()
    const versionId = await lockedVersion(bucket, 'k', headers)
    const response = await request({ method: 'DELETE', bucket, key: 'k' })
    expect(response).toMatchObject({ status: 204, headers: { 'x-amz-delete-marker': 'true' } })
    expect((await request({ method: 'HEAD', bucket, key: 'k' })).status).toBe(404)
    expect(await stateOf(bucket, 'k', versionId)).toBe('text')
    expect((await remove(bucket, 'k', response.headers['x-amz-version-id'] ?? '')).outcome).toBe(GONE)
    expect((await request({ method: 'HEAD', bucket, key: 'k' })).status).toBe(200)
  })

  test.each(LOCKS)('removes no version with %s', async (_, headers) => {
    const bucket = await lockedBucket()
    const versionId = await lockedVersion(bucket, 'k', headers)
    expect((await remove(bucket, 'k', versionId)).refusal).toBe(WORM)
    const notQuite = { headers: { 'x-amz-bypass-governance-retention': '1' } }
    expect((await remove(bucket, 'k', versionId, notQuite)).refusal).toBe(WORM)
    expect(await stateOf(bucket, 'k', versionId)).toBe('text')
  })

  test.each(LOCKS.slice(1))('cannot bypass %s', async (_, headers) => {
    const bucket = await lockedBucket()
    const versionId = await lockedVersion(bucket, 'k', headers)
    expect((await remove(bucket, 'k', versionId, { headers: BYPASS })).refusal).toBe(WORM)
    expect(await stateOf(bucket, 'k', versionId)).toBe('text')
  })

  test('can bypass governance', async () => {
    const bucket = await lockedBucket()
    const versionId = await lockedVersion(bucket, 'k', governance())
    const response = await remove(bucket, 'k', versionId, { headers: BYPASS })
    expect([response.status, response.headers['x-amz-version-id']]).toEqual([204, versionId])
    expect((await request({ method: 'HEAD', bucket, key: 'k' })).status).toBe(404)
  })

  test('removes a version whose legal hold is off', async () => {
    const bucket = await lockedBucket()
    const versionId = await lockedVersion(bucket, 'k', { [HOLD]: 'OFF' })
    expect((await remove(bucket, 'k', versionId)).outcome).toBe(GONE)
  })

  test('removes a version next to a locked one', async () => {
    const bucket = await lockedBucket()
    const locked = await lockedVersion(bucket, 'k', compliance())
    const free = await given.version(bucket, 'k', 'free')
    expect((await remove(bucket, 'k', free)).outcome).toBe(GONE)
    expect(await stateOf(bucket, 'k', locked)).toBe('text')
    expect((await request({ method: 'GET', bucket, key: 'k' })).text).toBe('text')
  })

  test('removes a version whose retention has expired', async () => {
    const bucket = await lockedBucket()
    const until = Date.now() + SHORT_LOCK_MS
    const headers = { [MODE]: 'COMPLIANCE', [UNTIL]: iso(until) }
    const versionId = await lockedVersion(bucket, 'k', headers)
    expect((await remove(bucket, 'k', versionId)).refusal).toBe(WORM)
    const retryRemoval = () => remove(bucket, 'k', versionId)
    await vi.waitFor(async () => expect((await retryRemoval()).outcome).toBe(GONE), {
      timeout: 40_000,
      interval: 100,
    })
    expect(Date.now()).toBeGreaterThanOrEqual(until)
  })

  test.each(ODD_KEYS.filter((key) => !key.endsWith('/')))('keeps locked unusual keys: %j', async (key) => {
    const bucket = await lockedBucket()
    const versionId = await lockedVersion(bucket, key, compliance())
    expect((await remove(bucket, key, versionId, { headers: BYPASS })).refusal).toBe(WORM)
    expect(await stateOf(bucket, key, versionId)).toBe('text')
  })

  test.each(['k', 'prefix'])('cannot be forced for locked versions: %s', async (key) => {
    const bucket = await lockedBucket()
    const versionId = await lockedVersion(bucket, 'k', compliance())
    const response = await request({ method: 'DELETE', bucket, key, headers: { 'x-minio-force-delete': 'true' } })
    expect(response.outcome).toBe('400 XMinioAdminInvalidArgument')
    expect(await stateOf(bucket, 'k', versionId)).toBe('text')
  })
})

describe('expired retention', () => {
  test('is returned, and can be set again or removed', async () => {
    const bucket = await lockedBucket()
    const until = Date.now() + SHORT_LOCK_MS
    const headers = { [MODE]: 'COMPLIANCE', [UNTIL]: iso(until) }
    await lockedVersion(bucket, 'k', headers)
    const takeOff = () => setRetention(bucket, 'k', undefined)
    expect((await takeOff()).refusal).toBe(WORM)
    await vi.waitFor(async () => expect((await takeOff()).status).toBe(200), { timeout: 40_000, interval: 100 })
    expect(Date.now()).toBeGreaterThanOrEqual(until)
    expect((await setRetention(bucket, 'k', { mode: 'GOVERNANCE', until: inDays(1) })).status).toBe(200)
  })
})

describe('DeleteObjects', () => {
  async function oneOfEach() {
    const bucket = await lockedBucket()
    const governed = { key: 'g', versionId: await lockedVersion(bucket, 'g', governance()) }
    const complied = { key: 'c', versionId: await lockedVersion(bucket, 'c', compliance()) }
    const held = { key: 'c', versionId: await lockedVersion(bucket, 'c', { [HOLD]: 'ON' }) }
    const free = { key: 'f', versionId: await given.version(bucket, 'f') }
    return { bucket, governed, complied, held, free }
  }
  const [code, message] = ['InvalidRequest', 'Object is WORM protected and cannot be overwritten']

  test('removes unlocked versions and rejects each locked one', async () => {
    const { bucket, governed, complied, held, free } = await oneOfEach()
    const locked = [governed, complied, held]
    const { deleted, failed } = await removeAll(bucket, [...locked, free])
    expect(deleted).toEqual([free])
    const ofVersions = (a: { versionId?: string }, b: { versionId?: string }) =>
      (a.versionId ?? '') < (b.versionId ?? '') ? -1 : 1
    expect(failed.toSorted(ofVersions)).toEqual(
      locked.map((version) => ({ ...version, code, message })).toSorted(ofVersions),
    )
  })

  test('bypasses governance only', async () => {
    const { bucket, governed, complied } = await oneOfEach()
    const { deleted, failed } = await removeAll(bucket, [governed, complied], BYPASS)
    expect([deleted, failed]).toEqual([[governed], [{ ...complied, code, message }]])
  })

  test('puts markers over locked versions', async () => {
    const { bucket, governed, complied } = await oneOfEach()
    const { deleted, failed } = await removeAll(bucket, [{ key: 'g' }, { key: 'c' }])
    expect([deleted.length, failed]).toEqual([2, []])
    expect(await stateOf(bucket, 'g', governed.versionId)).toBe('text')
    expect(await stateOf(bucket, 'c', complied.versionId)).toBe('text')
  })
})

describe('DeleteBucket', () => {
  test('rejects a bucket with locked versions, forced or not', async () => {
    const bucket = await lockedBucket()
    const versionId = await lockedVersion(bucket, 'k', governance())
    await request({ method: 'DELETE', bucket, key: 'k' })
    expect((await request({ method: 'DELETE', bucket })).outcome).toBe('409 BucketNotEmpty')
    const forced = await request({ method: 'DELETE', bucket, headers: { 'x-minio-force-delete': 'true' } })
    expect(forced.outcome).toBe('405 MethodNotAllowed')
    expect(await stateOf(bucket, 'k', versionId)).toBe('text')
  })
})

test('everything but the lock of a version can be changed', async () => {
  const bucket = await lockedBucket()
  await lockedVersion(bucket, 'k', { ...compliance(), [HOLD]: 'ON' })
  const body = '<Tagging><TagSet><Tag><Key>a</Key><Value>b</Value></Tag></TagSet></Tagging>'
  const headers = { 'content-md5': createHash('md5').update(body).digest('base64') }
  const query = { tagging: '' }
  expect((await request({ method: 'PUT', bucket, key: 'k', query, body, headers })).status).toBe(200)
  expect(texts((await request({ method: 'GET', bucket, key: 'k', query })).text, 'Value')).toEqual(['b'])
})

test.each(['retention', 'legal-hold'])('a DELETE of ?%s does not delete the object', async (name) => {
  const bucket = await lockedBucket()
  await given.object(bucket, 'k')
  const response = await request({ method: 'DELETE', bucket, key: 'k', query: { [name]: '' } })
  expect([response.status, (await request({ method: 'HEAD', bucket, key: 'k' })).status]).toEqual(
    differs(
      { engine: [405, 200], minio: [204, 404] },
      'MinIO creates a delete marker for the object, which was not requested',
    ),
  )
})
