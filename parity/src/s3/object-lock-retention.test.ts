/** The retention of single versions: setting, reading, changing. */
import { writeRetention } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { differs, given, ODD_KEYS, request } from '../target.ts'
import {
  BYPASS,
  compliance,
  getLock,
  governance,
  inDays,
  iso,
  lockedBucket,
  lockedVersion,
  lockOf,
  NO_LOCK,
  NOT_SET,
  OK,
  setRetention,
  WORM,
} from './locks.ts'

const UNKNOWN = '11111111-1111-4111-8111-111111111111'
const document = (mode: string, date: string) =>
  `<Retention><Mode>${mode}</Mode><RetainUntilDate>${date}</RetainUntilDate></Retention>`

describe('retention', () => {
  test.each(['GOVERNANCE', 'COMPLIANCE'] as const)('of mode %s is stored and returned', async (mode) => {
    const bucket = await lockedBucket()
    await given.object(bucket, 'k')
    const retention = { mode, until: inDays(1) }
    expect(await setRetention(bucket, 'k', retention)).toMatchObject({ status: 200, text: '' })
    expect(await getLock(bucket, 'k', 'retention')).toMatchObject({ status: 200, text: writeRetention(retention) })
    expect(await lockOf(bucket, 'k')).toEqual({
      'x-amz-object-lock-mode': mode,
      'x-amz-object-lock-retain-until-date': iso(retention.until),
    })
  })

  test('applies to one version', async () => {
    const bucket = await lockedBucket()
    const first = await given.version(bucket, 'k', 'one')
    const second = await given.version(bucket, 'k', 'two')
    const retention = { mode: 'GOVERNANCE', until: inDays(1) } as const
    expect((await setRetention(bucket, 'k', retention, { versionId: first })).outcome).toBe(OK)
    expect((await getLock(bucket, 'k', 'retention', first)).text).toBe(writeRetention(retention))
    expect((await getLock(bucket, 'k', 'retention', second)).outcome).toBe(NOT_SET)
    expect((await getLock(bucket, 'k', 'retention')).outcome).toBe(NOT_SET)
  })

  test('changes neither the version nor its time', async () => {
    const bucket = await lockedBucket()
    const versionId = await given.version(bucket, 'k', 'text', { 'x-amz-meta-a': 'b', 'x-amz-tagging': 'c=d' })
    const before = await request({ method: 'HEAD', bucket, key: 'k' })
    await setRetention(bucket, 'k', { mode: 'GOVERNANCE', until: inDays(1) })
    const after = await request({ method: 'GET', bucket, key: 'k' })
    expect([after.text, after.headers['x-amz-version-id']]).toEqual(['text', versionId])
    for (const name of ['etag', 'last-modified', 'x-amz-meta-a', 'x-amz-tagging-count', 'content-type']) {
      expect(after.headers[name]).toBe(before.headers[name])
    }
  })

  test('is absent if never set or removed', async () => {
    const bucket = await lockedBucket()
    await given.object(bucket, 'k')
    expect((await getLock(bucket, 'k', 'retention')).outcome).toBe(NOT_SET)
    expect((await setRetention(bucket, 'k', undefined)).outcome).toBe(OK)
    expect((await getLock(bucket, 'k', 'retention')).outcome).toBe(NOT_SET)
    expect(await lockOf(bucket, 'k')).toEqual({})
  })

  test.each(ODD_KEYS.filter((key) => !key.endsWith('/')))('works for unusual keys: %j', async (key) => {
    const bucket = await lockedBucket()
    const versionId = await given.version(bucket, key)
    const retention = { mode: 'GOVERNANCE', until: inDays(1) } as const
    expect((await setRetention(bucket, key, retention, { versionId })).outcome).toBe(OK)
    expect((await getLock(bucket, key, 'retention', versionId)).text).toBe(writeRetention(retention))
    expect((await request({ method: 'DELETE', bucket, key, query: { versionId } })).refusal).toBe(WORM)
  })
})

describe('the date of a retention', () => {
  test.each([
    ['without a fraction', (time: number) => `${iso(time).slice(0, 19)}Z`],
    ['with an offset', (time: number) => `${iso(time + 2 * 3_600_000).slice(0, 19)}+02:00`],
    ['with nanoseconds', (time: number) => `${iso(time).slice(0, 19)}.000999999Z`],
  ])('may be written %s', async (_, write) => {
    const bucket = await lockedBucket()
    await given.object(bucket, 'k')
    const until = inDays(1)
    expect((await setRetention(bucket, 'k', document('GOVERNANCE', write(until)))).outcome).toBe(OK)
    expect((await getLock(bucket, 'k', 'retention')).text).toBe(writeRetention({ mode: 'GOVERNANCE', until }))
  })

  test('may be far in the future', async () => {
    const bucket = await lockedBucket()
    await given.object(bucket, 'k')
    expect((await setRetention(bucket, 'k', document('GOVERNANCE', '9999-12-31T00:00:00Z'))).outcome).toBe(OK)
  })

  const when = iso(inDays(1))
  test.each([
    ['a word', document('GOVERNANCE', 'tomorrow'), 'date must be provided in ISO 8601 format'],
    ['a day', document('GOVERNANCE', when.slice(0, 10)), 'date must be provided in ISO 8601 format'],
    ['no zone', document('GOVERNANCE', when.slice(0, 19)), 'date must be provided in ISO 8601 format'],
    ['blanks', document('GOVERNANCE', ` ${when} `), 'date must be provided in ISO 8601 format'],
    ['nothing', document('GOVERNANCE', ''), 'date must be provided in ISO 8601 format'],
    ['no day', document('GOVERNANCE', '2031-02-30T00:00:00Z'), 'date must be provided in ISO 8601 format'],
    ['of five digits', document('GOVERNANCE', '10000-01-01T00:00:00Z'), 'date must be provided in ISO 8601 format'],
    ['past', document('GOVERNANCE', iso(inDays(-1))), 'the retain until date must be in the future'],
  ])('may not be %s', async (_, body, message) => {
    const bucket = await lockedBucket()
    await given.object(bucket, 'k')
    expect((await setRetention(bucket, 'k', body)).refusal).toBe(`400 MalformedXML: ${message}`)
    expect((await getLock(bucket, 'k', 'retention')).outcome).toBe(NOT_SET)
  })
})

describe('a document about retention', () => {
  const when = iso(inDays(1))
  test.each([
    ['that is none', ''],
    ['of another kind', '<Foo/>'],
    ['that is half', '<Retention>'],
    ['with another mode', document('X', when)],
    ['with a mode in lower case', document('governance', when)],
    ['without a mode', `<Retention><RetainUntilDate>${when}</RetainUntilDate></Retention>`],
    ['without a date', '<Retention><Mode>GOVERNANCE</Mode></Retention>'],
  ])('%s is rejected', async (_, body) => {
    const bucket = await lockedBucket()
    await given.object(bucket, 'k')
    expect((await setRetention(bucket, 'k', body)).outcome).toBe('400 MalformedXML')
  })

  test('requires a digest', async () => {
    const bucket = await lockedBucket()
    await given.object(bucket, 'k')
    const body = document('GOVERNANCE', when)
    const response = await request({ method: 'PUT', bucket, key: 'k', query: { retention: '' }, body })
    expect(response.outcome).toBe('400 MissingContentMD5')
  })

  test('needs its own digest', async () => {
    const bucket = await lockedBucket()
    await given.object(bucket, 'k')
    const headers = { 'content-md5': 'AAAAAAAAAAAAAAAAAAAAAA==' }
    expect((await setRetention(bucket, 'k', document('GOVERNANCE', when), { headers })).outcome).toBe(
      differs(
        { engine: '400 BadDigest', minio: OK },
        'MinIO reads to the end of the document, not to the end of the body, where it would verify the digest',
      ),
    )
  })
})

describe('retention of a missing resource', () => {
  const retention = { mode: 'GOVERNANCE', until: inDays(1) } as const

  test('is rejected: a key', async () => {
    const bucket = await lockedBucket()
    const missing = '404 NoSuchKey'
    expect((await setRetention(bucket, 'k', retention)).outcome).toBe(missing)
    expect((await getLock(bucket, 'k', 'retention')).outcome).toBe(missing)
  })

  test.each([
    [UNKNOWN, '404 NoSuchVersion'],
    ['zz', '400 InvalidArgument'],
  ])('is rejected: the version %s', async (versionId, expected) => {
    const bucket = await lockedBucket()
    await given.object(bucket, 'k')
    expect((await setRetention(bucket, 'k', retention, { versionId })).outcome).toBe(expected)
    expect((await getLock(bucket, 'k', 'retention', versionId)).outcome).toBe(expected)
  })

  test('is rejected: of a delete marker', async () => {
    const bucket = await lockedBucket()
    await given.object(bucket, 'k')
    const { headers } = await request({ method: 'DELETE', bucket, key: 'k' })
    const versionId = headers['x-amz-version-id'] ?? ''
    const notAllowed = '405 MethodNotAllowed'
    expect((await setRetention(bucket, 'k', retention)).outcome).toBe(notAllowed)
    expect((await setRetention(bucket, 'k', retention, { versionId })).outcome).toBe(notAllowed)
    expect((await getLock(bucket, 'k', 'retention')).outcome).toBe('404 NoSuchKey')
    expect((await getLock(bucket, 'k', 'retention', versionId)).outcome).toBe(notAllowed)
  })

  test.each([undefined, 'Enabled'] as const)(
    'is rejected: in a bucket without locks, versions: %s',
    async (versioning) => {
      const bucket = await given.bucket(versioning)
      await given.object(bucket, 'k')
      expect((await setRetention(bucket, 'k', retention)).refusal).toBe(NO_LOCK)
      expect((await getLock(bucket, 'k', 'retention')).refusal).toBe(NO_LOCK)
      expect((await getLock(bucket, 'nothing', 'retention')).refusal).toBe(NO_LOCK)
    },
  )

  test('is rejected: in a missing bucket', async () => {
    const missing = '404 NoSuchBucket'
    expect((await setRetention('parity-not-there', 'k', retention)).outcome).toBe(missing)
    expect((await getLock('parity-not-there', 'k', 'retention')).outcome).toBe(
      differs({ engine: missing, minio: '400 InvalidRequest' }, 'the bucket is what is missing'),
    )
  })
})

describe('governance', () => {
  async function governed(days = 5) {
    const bucket = await lockedBucket()
    await lockedVersion(bucket, 'k', governance(days))
    const change = async (mode: 'GOVERNANCE' | 'COMPLIANCE' | undefined, to: number, headers = {}) =>
      (await setRetention(bucket, 'k', mode && { mode, until: inDays(to) }, { headers })).refusal
    return { bucket, change }
  }
  const CHANGED = '200'

  test('can be extended by anyone', async () => {
    const { change } = await governed()
    expect(await change('GOVERNANCE', 6)).toEqual(CHANGED)
  })

  test('can be set to its current value', async () => {
    const bucket = await lockedBucket()
    const until = inDays(2)
    await lockedVersion(bucket, 'k', {
      'x-amz-object-lock-mode': 'GOVERNANCE',
      'x-amz-object-lock-retain-until-date': iso(until),
    })
    expect((await setRetention(bucket, 'k', { mode: 'GOVERNANCE', until })).outcome).toBe(OK)
    expect((await setRetention(bucket, 'k', { mode: 'GOVERNANCE', until: until - 1 })).refusal).toBe(WORM)
  })

  test('is shortened, removed or changed to compliance only with the bypass', async () => {
    const { bucket, change } = await governed()
    const before = await lockOf(bucket, 'k')
    for (const attempt of [
      () => change('GOVERNANCE', 3),
      () => change('COMPLIANCE', 3),
      () => change('COMPLIANCE', 7),
      () => change(undefined, 0),
      () => change('GOVERNANCE', 3, { 'x-amz-bypass-governance-retention': '1' }),
      () => change('GOVERNANCE', 3, { 'x-amz-bypass-governance-retention': 'false' }),
    ]) {
      expect(await attempt()).toEqual(WORM)
    }
    expect(await lockOf(bucket, 'k')).toEqual(before)
    expect(await change('GOVERNANCE', 3, BYPASS)).toEqual(CHANGED)
    expect(await change('GOVERNANCE', 2, { 'x-amz-bypass-governance-retention': 'True' })).toEqual(CHANGED)
    expect(await change(undefined, 0, BYPASS)).toEqual(CHANGED)
    expect(await lockOf(bucket, 'k')).toEqual({})
    expect(await change('GOVERNANCE', 1)).toEqual(CHANGED)
    expect(await change('COMPLIANCE', 0.5, BYPASS)).toEqual(CHANGED)
  })
})

describe('compliance', () => {
  test('can only be extended', async () => {
    const bucket = await lockedBucket()
    await lockedVersion(bucket, 'k', compliance(5))
    const longer = { mode: 'COMPLIANCE', until: inDays(6) } as const
    expect((await setRetention(bucket, 'k', longer)).outcome).toBe(OK)
    for (const headers of [{}, BYPASS]) {
      expect((await setRetention(bucket, 'k', { ...longer, until: inDays(5) }, { headers })).refusal).toBe(WORM)
      expect((await setRetention(bucket, 'k', { mode: 'GOVERNANCE', until: inDays(9) }, { headers })).refusal).toBe(
        WORM,
      )
      expect((await setRetention(bucket, 'k', undefined, { headers })).refusal).toBe(WORM)
    }
    expect((await getLock(bucket, 'k', 'retention')).text).toBe(writeRetention(longer))
  })
})
