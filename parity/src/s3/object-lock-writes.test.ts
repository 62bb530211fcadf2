/** Locks set by writes: in headers and form fields, for copies and multipart uploads. */
import { texts } from '@cooperage/testkit'
import { writeObjectLock } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { postForm } from '../form.ts'
import { differs, given, ODD_KEYS, request } from '../target.ts'
import {
  compliance,
  governance,
  HOLD,
  inDays,
  iso,
  lockedBucket,
  lockedVersion,
  lockHeadersOf,
  lockOf,
  MODE,
  NO_LOCK,
  OK,
  setDefault,
  UNTIL,
} from './locks.ts'
import { completeUpload, createUpload, putPart, uploadInParts } from './multipart-upload.ts'

const put = (bucket: string, headers: Record<string, string>, key = 'k') =>
  request({ method: 'PUT', bucket, key, headers, body: 'text' })
const begin = (bucket: string, headers: Record<string, string>, key = 'k') =>
  request({ method: 'POST', bucket, key, query: { uploads: '' }, headers })
const copy = (bucket: string, source: string, headers: Record<string, string>, key = 'k') =>
  request({ method: 'PUT', bucket, key, headers: { 'x-amz-copy-source': source, ...headers } })

/** Every kind of write, to a bucket with object lock by default. */
const WAYS = {
  PutObject: put,
  CreateMultipartUpload: begin,
  async CopyObject(bucket: string, headers: Record<string, string>) {
    const source = await given.bucket()
    await given.object(source, 'source')
    return copy(bucket, `${source}/source`, headers)
  },
} satisfies Record<string, (bucket: string, headers: Record<string, string>) => Promise<unknown>>

describe.each(Object.entries(WAYS))('%s', (_, write) => {
  const until = iso(inDays(1))
  test.each([
    ['another mode', { [MODE]: 'X', [UNTIL]: until }, 'unknown wormMode directive'],
    ['a mode alone', { [MODE]: 'GOVERNANCE' }, `${UNTIL} and ${MODE} must both be supplied`],
    ['a date alone', { [UNTIL]: until }, `${UNTIL} and ${MODE} must both be supplied`],
    ['an empty mode', { [MODE]: '', [UNTIL]: until }, `${UNTIL} and ${MODE} must both be supplied`],
    ['an empty date', { [MODE]: 'GOVERNANCE', [UNTIL]: '' }, `${UNTIL} and ${MODE} must both be supplied`],
    ['a past date', { [MODE]: 'GOVERNANCE', [UNTIL]: iso(inDays(-1)) }, 'the retain until date must be in the future'],
    ['a word for a date', { [MODE]: 'GOVERNANCE', [UNTIL]: 'x' }, 'Date must be provided in ISO 8601 format'],
    ['another hold', { [HOLD]: 'X' }, 'unknown wormMode directive'],
    ['an empty hold', { [HOLD]: '' }, 'unknown wormMode directive'],
    [
      'a wrong hold before a wrong date',
      { [MODE]: 'GOVERNANCE', [UNTIL]: 'x', [HOLD]: 'X' },
      'unknown wormMode directive',
    ],
  ])('rejects %s', async (_, headers: Record<string, string>, message) => {
    const bucket = await lockedBucket()
    expect((await write(bucket, headers)).refusal).toBe(`400 InvalidRequest: ${message}`)
    expect((await request({ method: 'HEAD', bucket, key: 'k' })).status).toBe(404)
  })

  test.each([
    ['retention', governance()],
    ['a hold', { [HOLD]: 'ON' }],
    ['a legal hold of OFF', { [HOLD]: 'OFF' }],
    ['a wrong mode', { [MODE]: 'X' }],
  ])('rejects %s without object lock', async (_, headers: Record<string, string>) => {
    const bucket = await given.bucket('Enabled')
    expect((await write(bucket, headers)).refusal).toBe(NO_LOCK)
  })
})

describe('PutObject', () => {
  test.each([
    ['governance', governance()],
    ['compliance', compliance()],
    ['a hold', { [HOLD]: 'ON' }],
    ['a legal hold of OFF', { [HOLD]: 'OFF' }],
    ['everything', { ...governance(), [HOLD]: 'ON' }],
  ])('stores %s and returns it on HEAD and GET', async (_, headers: Record<string, string>) => {
    const bucket = await lockedBucket()
    expect(lockHeadersOf(await put(bucket, headers))).toEqual({})
    expect(await lockOf(bucket, 'k')).toEqual(headers)
    expect(lockHeadersOf(await request({ method: 'GET', bucket, key: 'k' }))).toEqual(headers)
    const range = await request({ method: 'GET', bucket, key: 'k', headers: { range: 'bytes=0-0' } })
    expect([range.status, lockHeadersOf(range)]).toEqual([206, headers])
    const notModified = await request({ method: 'GET', bucket, key: 'k', headers: { 'if-none-match': '*' } })
    expect([notModified.status, lockHeadersOf(notModified)]).toEqual([304, {}])
  })

  test('reads its headers in any case', async () => {
    const bucket = await lockedBucket()
    expect((await put(bucket, { ...governance(), [MODE]: 'governance', [HOLD]: 'on' })).outcome).toBe(OK)
    expect(await lockOf(bucket, 'k')).toMatchObject({ [MODE]: 'GOVERNANCE', [HOLD]: 'ON' })
  })

  test('does not read them from the query', async () => {
    const bucket = await lockedBucket()
    const query = { 'X-Amz-Object-Lock-Legal-Hold': 'ON' }
    expect((await request({ method: 'PUT', bucket, key: 'k', query, body: 'x' })).outcome).toBe(OK)
    expect(await lockOf(bucket, 'k')).toEqual({})
  })

  test('over a locked object creates another version', async () => {
    const bucket = await lockedBucket()
    const first = await lockedVersion(bucket, 'k', { ...compliance(), [HOLD]: 'ON' })
    const second = await given.version(bucket, 'k', 'other')
    expect((await request({ method: 'GET', bucket, key: 'k' })).text).toBe('other')
    expect((await request({ method: 'GET', bucket, key: 'k', query: { versionId: first } })).text).toBe('text')
    expect(await lockOf(bucket, 'k', second)).toEqual({})
  })

  test('can override the default retention', async () => {
    const bucket = await lockedBucket({ mode: 'COMPLIANCE', unit: 'Years', count: 1 })
    const own = governance()
    await put(bucket, own)
    expect(await lockOf(bucket, 'k')).toEqual(own)
  })

  test.each(['ON', 'OFF'])('also gets the default retention with a legal hold of %s', async (hold) => {
    const bucket = await lockedBucket({ mode: 'GOVERNANCE', unit: 'Days', count: 3 })
    await put(bucket, { [HOLD]: hold })
    expect(await lockOf(bucket, 'k')).toEqual(
      differs(
        { engine: { [HOLD]: hold, [MODE]: 'GOVERNANCE', [UNTIL]: expect.any(String) }, minio: { [HOLD]: hold } },
        'a legal hold is independent of retention: otherwise a caller who may set holds could bypass the bucket default',
      ),
    )
  })
})

describe('a listing with metadata', () => {
  test.each([
    ['of objects', { 'list-type': '2', metadata: 'true' }],
    ['of versions', { versions: '', metadata: 'true' }],
  ])('%s returns the lock', async (_, query: Record<string, string>) => {
    const bucket = await lockedBucket()
    const headers = { ...governance(), [HOLD]: 'ON' }
    await put(bucket, headers)
    const { text } = await request({ method: 'GET', bucket, query })
    expect([MODE, UNTIL, HOLD].map((name) => texts(text, name))).toEqual([
      [headers[MODE]],
      [headers[UNTIL]],
      [headers[HOLD]],
    ])
  })
})

describe('CopyObject', () => {
  test('does not inherit the lock of its source', async () => {
    const [bucket, other] = [await lockedBucket(), await given.bucket()]
    await lockedVersion(bucket, 'source', { ...compliance(), [HOLD]: 'ON' })
    expect((await copy(bucket, `${bucket}/source`, {})).outcome).toBe(OK)
    expect(await lockOf(bucket, 'k')).toEqual({})
    expect((await copy(other, `${bucket}/source`, {})).outcome).toBe(OK)
    expect(await lockOf(other, 'k')).toEqual({})
  })

  test('gets the default retention', async () => {
    const [bucket, other] = [await lockedBucket({ mode: 'GOVERNANCE', unit: 'Days', count: 3 }), await given.bucket()]
    await given.object(other, 'source')
    await copy(bucket, `${other}/source`, {})
    expect(await lockOf(bucket, 'k')).toEqual({ [MODE]: 'GOVERNANCE', [UNTIL]: expect.any(String) })
  })

  test('gets the requested lock', async () => {
    const bucket = await lockedBucket()
    await lockedVersion(bucket, 'source', { ...compliance(), [HOLD]: 'ON' })
    const headers = { ...governance(), [HOLD]: 'OFF' }
    await copy(bucket, `${bucket}/source`, headers)
    expect(await lockOf(bucket, 'k')).toEqual(headers)
  })

  test('onto itself neither sets nor removes a lock', async () => {
    const bucket = await lockedBucket()
    const first = await lockedVersion(bucket, 'k', { ...compliance(), [HOLD]: 'ON' })
    const lock = await lockOf(bucket, 'k')
    expect((await copy(bucket, `${bucket}/k`, { [HOLD]: 'OFF' })).outcome).toBe('400 InvalidRequest')
    const replace = { 'x-amz-metadata-directive': 'REPLACE', 'x-amz-meta-a': 'b' }
    expect((await copy(bucket, `${bucket}/k`, replace)).outcome).toBe(OK)
    expect((await copy(bucket, `${bucket}/k?versionId=${first}`, replace)).outcome).toBe(OK)
    expect(await lockOf(bucket, 'k')).toEqual({})
    expect(await lockOf(bucket, 'k', first)).toEqual(lock)
    const { text } = await request({ method: 'GET', bucket, query: { versions: '' } })
    expect(texts(text, 'VersionId')).toHaveLength(3)
  })
})

describe('a multipart upload', () => {
  const EARLIER = 'an upload created long ago, or before the default was set, would store an unlocked version'

  test('gets the lock set at its creation', async () => {
    const bucket = await lockedBucket()
    const headers = { ...governance(), [HOLD]: 'ON' }
    await uploadInParts(bucket, 'k', ['text'], headers)
    expect(await lockOf(bucket, 'k')).toEqual(headers)
  })

  test('gets the default retention at its completion, counted from then', async () => {
    const bucket = await lockedBucket({ mode: 'GOVERNANCE', unit: 'Days', count: 3 })
    const begin = Date.now()
    const uploadId = await createUpload(bucket, 'k')
    const begun = Date.now()
    const part = await putPart(bucket, 'k', uploadId, 1, 'text')
    await setDefault(bucket, writeObjectLock({ defaultRetention: { mode: 'GOVERNANCE', unit: 'Days', count: 5 } }))
    const complete = Date.now()
    await completeUpload(bucket, 'k', uploadId, [part])
    const completed = Date.now()
    const lock = await lockOf(bucket, 'k')
    const [days, from, to] = differs({ engine: [5, complete, completed], minio: [3, begin, begun] }, EARLIER)
    const since = Date.parse(lock[UNTIL] ?? '') - days * 86_400_000
    expect(lock[MODE]).toBe('GOVERNANCE')
    expect([since >= from, since <= to]).toEqual([true, true])
  })

  test('created before the default retention gets it', async () => {
    const bucket = await lockedBucket()
    const uploadId = await createUpload(bucket, 'k', { [HOLD]: 'ON' })
    const part = await putPart(bucket, 'k', uploadId, 1, 'text')
    await setDefault(bucket, writeObjectLock({ defaultRetention: { mode: 'GOVERNANCE', unit: 'Days', count: 3 } }))
    await completeUpload(bucket, 'k', uploadId, [part])
    expect(await lockOf(bucket, 'k')).toEqual(
      differs(
        { engine: { [HOLD]: 'ON', [MODE]: 'GOVERNANCE', [UNTIL]: expect.any(String) }, minio: { [HOLD]: 'ON' } },
        EARLIER,
      ),
    )
  })

  test('keeps its own retention despite a default', async () => {
    const bucket = await lockedBucket({ mode: 'GOVERNANCE', unit: 'Days', count: 3 })
    const headers = governance(9)
    await uploadInParts(bucket, 'k', ['text'], headers)
    expect(await lockOf(bucket, 'k')).toEqual(headers)
  })

  test.each([
    ['retention', governance()],
    ['a mode', { [MODE]: 'GOVERNANCE' }],
    ['a hold', { [HOLD]: 'ON' }],
  ])('rejects %s at its completion', async (_, headers: Record<string, string>) => {
    const bucket = await lockedBucket()
    const uploadId = await createUpload(bucket, 'k')
    const parts = [await putPart(bucket, 'k', uploadId, 1, 'text')]
    expect((await completeUpload(bucket, 'k', uploadId, parts, { headers })).outcome).toBe('400 InvalidRequest')
    expect((await completeUpload(bucket, 'k', uploadId, parts)).outcome).toBe(OK)
  })

  test('over a locked object creates another version', async () => {
    const bucket = await lockedBucket()
    const first = await lockedVersion(bucket, 'k', compliance())
    await uploadInParts(bucket, 'k', ['parts'])
    expect((await request({ method: 'GET', bucket, key: 'k' })).text).toBe('parts')
    expect((await request({ method: 'GET', bucket, key: 'k', query: { versionId: first } })).text).toBe('text')
  })
})

describe('a form', () => {
  const IGNORED = 'MinIO ignores the fields, so an upload that requests a lock is not locked'

  test.each([
    ['retention', governance()],
    ['a hold', { [HOLD]: 'ON' }],
  ])('can request %s', async (_, fields: Record<string, string>) => {
    const bucket = await lockedBucket()
    expect((await postForm(bucket, { fields })).status).toBe(204)
    expect(await lockOf(bucket, 'key')).toEqual(differs({ engine: fields, minio: {} }, IGNORED))
  })

  test('cannot request an invalid lock', async () => {
    const [bucket, plain] = [await lockedBucket(), await given.bucket()]
    const refused = '400 InvalidRequest'
    const stored = '204'
    const expected = differs({ engine: refused, minio: stored }, IGNORED)
    expect((await postForm(bucket, { fields: { [HOLD]: 'X' } })).outcome).toBe(expected)
    expect((await postForm(bucket, { fields: { [MODE]: 'GOVERNANCE' } })).outcome).toBe(expected)
    expect((await postForm(plain, { fields: { [HOLD]: 'ON' } })).outcome).toBe(expected)
  })

  test('gets the default retention', async () => {
    const bucket = await lockedBucket({ mode: 'GOVERNANCE', unit: 'Days', count: 3 })
    expect((await postForm(bucket)).status).toBe(204)
    expect(await lockOf(bucket, 'key')).toEqual(
      differs(
        { engine: { [MODE]: 'GOVERNANCE', [UNTIL]: expect.any(String) }, minio: {} },
        'in MinIO a form bypasses the bucket default',
      ),
    )
  })
})

test.each(ODD_KEYS.filter((key) => !key.endsWith('/')))('locks a version with an unusual key: %j', async (key) => {
  const bucket = await lockedBucket()
  const headers = { ...governance(), [HOLD]: 'ON' }
  expect((await put(bucket, headers, key)).outcome).toBe(OK)
  expect(await lockOf(bucket, key)).toEqual(headers)
})
