/** Buckets with object lock and their default retention. */
import { accountsOf, allow, texts, uniqueName } from '@cooperage/testkit'
import { writeObjectLock } from '@cooperage/wire'
import { describe, expect, test, vi } from 'vitest'
import { differs, given, request, target } from '../target.ts'
import { iso, lockedBucket, lockOf, OK, setDefault } from './locks.ts'

/** Tolerance for a busy machine. */
const PATIENT = { timeout: 20_000, interval: 200 }

const ENABLED = 'x-amz-bucket-object-lock-enabled'
const accounts = accountsOf(target)

const create = (value: string, credentials = target.root) =>
  request({ method: 'PUT', bucket: uniqueName('parity'), headers: { [ENABLED]: value }, credentials })
const configurationOf = (bucket: string) => request({ method: 'GET', bucket, query: { 'object-lock': '' } })
const configured = (retention: string) =>
  `<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled><Rule><DefaultRetention>${retention}</DefaultRetention></Rule></ObjectLockConfiguration>`

describe('CreateBucket with locks', () => {
  test.each([
    ['true', OK],
    ['TRUE', OK],
    ['false', OK],
    ['', OK],
    ['1', '400 InvalidRequest'],
    ['yes', '400 InvalidRequest'],
  ])('by %j', async (value, expected) => {
    expect((await create(value)).outcome).toBe(expected)
  })

  test('enables versioning permanently', async () => {
    const bucket = await lockedBucket()
    const versioning = { versioning: '' }
    expect(texts((await request({ method: 'GET', bucket, query: versioning })).text, 'Status')).toEqual(['Enabled'])
    const set = (inner: string) =>
      request({
        method: 'PUT',
        bucket,
        query: versioning,
        body: `<VersioningConfiguration>${inner}</VersioningConfiguration>`,
      })
    const status = differs({ engine: 409, minio: 400 }, 'the status that AWS documents')
    const refused = `${status} InvalidBucketState: An Object Lock configuration is present on this bucket, versioning cannot be suspended.`
    expect((await set('<Status>Suspended</Status>')).refusal).toBe(refused)
    expect((await set('<Status>Enabled</Status><ExcludeFolders>true</ExcludeFolders>')).refusal).toBe(refused)
    expect((await set('<Status>Enabled</Status><ExcludedPrefixes><Prefix>a</Prefix></ExcludedPrefixes>')).refusal).toBe(
      refused,
    )
    expect((await set('<Status>Enabled</Status>')).outcome).toBe(OK)
    expect(texts((await request({ method: 'GET', bucket, query: versioning })).text, 'Status')).toEqual(['Enabled'])
  })

  test('requires the permissions to configure locks and versions', async () => {
    const denied = '403 AccessDenied'
    const without = async (...actions: string[]) =>
      (await create('true', await accounts.allowed(allow(actions, '*')))).outcome
    expect(await without('s3:CreateBucket')).toEqual(denied)
    expect(await without('s3:CreateBucket', 's3:PutBucketVersioning')).toEqual(denied)
    expect(await without('s3:CreateBucket', 's3:PutBucketObjectLockConfiguration')).toEqual(denied)
    expect(await without('s3:CreateBucket', 's3:PutBucketObjectLockConfiguration', 's3:PutBucketVersioning')).toEqual(
      OK,
    )
  })

  test('is reported by accountinfo', async () => {
    const [locked, plain] = [await lockedBucket(), await given.bucket('Enabled')]
    // MinIO responds from a list of buckets that it keeps for a moment
    await vi.waitFor(async () => {
      const { text } = await request({ method: 'GET', path: '/minio/admin/v3/accountinfo' })
      const { Buckets } = JSON.parse(text) as { Buckets: { name: string; details: { locking: boolean } }[] }
      const lockingOf = (bucket: string) => Buckets.find(({ name }) => name === bucket)?.details.locking
      expect([lockingOf(locked), lockingOf(plain)]).toEqual([true, false])
    }, PATIENT)
  })

  test('with an existing name changes nothing', async () => {
    const bucket = await given.bucket()
    const headers = { [ENABLED]: 'true' }
    expect((await request({ method: 'PUT', bucket, headers })).outcome).toBe('409 BucketAlreadyOwnedByYou')
    expect((await configurationOf(bucket)).outcome).toBe('404 ObjectLockConfigurationNotFoundError')
  })

  test('creates a bucket that can be deleted while it is empty', async () => {
    const bucket = await lockedBucket()
    expect((await request({ method: 'DELETE', bucket })).status).toBe(204)
  })
})

describe('GetObjectLockConfiguration', () => {
  test('of a new bucket has no rule', async () => {
    expect(await configurationOf(await lockedBucket())).toMatchObject({ status: 200, text: writeObjectLock({}) })
  })

  test.each(['without', 'with'])('fails for a bucket %s versioning but no object lock', async (which) => {
    expect((await configurationOf(await given.bucket(which === 'with' ? 'Enabled' : undefined))).refusal).toBe(
      '404 ObjectLockConfigurationNotFoundError: Object Lock configuration does not exist for this bucket',
    )
  })

  test('fails for a missing bucket', async () => {
    expect((await configurationOf('parity-not-there')).outcome).toBe(
      differs(
        {
          engine: '404 NoSuchBucket',
          minio: '404 ObjectLockConfigurationNotFoundError',
        },
        'the bucket is what is missing',
      ),
    )
  })
})

describe('PutObjectLockConfiguration', () => {
  test.each([
    ['days', { mode: 'GOVERNANCE', unit: 'Days', count: 3 }],
    ['the most days', { mode: 'COMPLIANCE', unit: 'Days', count: 36_500 }],
    ['years', { mode: 'COMPLIANCE', unit: 'Years', count: 1 }],
    ['the most years', { mode: 'GOVERNANCE', unit: 'Years', count: 100 }],
  ] as const)('stores and removes %s', async (_, defaultRetention) => {
    const bucket = await lockedBucket()
    const document = writeObjectLock({ defaultRetention })
    expect(await setDefault(bucket, document)).toMatchObject({ status: 200, text: '' })
    expect((await configurationOf(bucket)).text).toBe(document)
    expect((await setDefault(bucket, writeObjectLock({}))).outcome).toBe(OK)
    expect((await configurationOf(bucket)).text).toBe(writeObjectLock({}))
  })

  const mode = '<Mode>GOVERNANCE</Mode>'
  test.each([
    ['no days', `${mode}<Days>0</Days>`, "Default retention period must be a positive integer value for 'Days'"],
    ['empty days', `${mode}<Days></Days>`, "Default retention period must be a positive integer value for 'Days'"],
    ['no years', `${mode}<Years>0</Years>`, "Default retention period must be a positive integer value for 'Years'"],
    ['too many days', `${mode}<Days>36501</Days>`, "Default retention period too large for 'Days' 36501"],
    ['too many years', `${mode}<Years>101</Years>`, "Default retention period too large for 'Years' 101"],
    ['both', `${mode}<Days>1</Days><Years>1</Years>`, 'either Days or Years must be specified, not both'],
    ['neither', mode, 'either Days or Years must be specified'],
    ['no mode', '<Days>1</Days>', 'unknown retention mode '],
    ['nothing', '', 'unknown retention mode '],
    ['another mode', '<Mode>X</Mode><Days>1</Days>', 'unknown retention mode X'],
    ['a mode in lower case', '<Mode>governance</Mode><Days>1</Days>', 'unknown retention mode governance'],
  ])('rejects %s', async (_, retention, message) => {
    const response = await setDefault(await lockedBucket(), configured(retention))
    expect(response.refusal).toBe(`400 InvalidArgument: ${message}`)
  })

  test.each([
    ['a negative number', configured(`${mode}<Days>-1</Days>`)],
    ['a sign', configured(`${mode}<Days>+1</Days>`)],
    ['a fraction', configured(`${mode}<Days>1.5</Days>`)],
    ['a word', configured(`${mode}<Days>ten</Days>`)],
    ['a number out of range', configured(`${mode}<Days>${'9'.repeat(30)}</Days>`)],
    ['object lock that is not enabled', '<ObjectLockConfiguration/>'],
    [
      'disabled locks',
      '<ObjectLockConfiguration><ObjectLockEnabled>Disabled</ObjectLockEnabled></ObjectLockConfiguration>',
    ],
    ['no document', ''],
    ['another document', '<Foo/>'],
    ['a truncated document', '<ObjectLockConfiguration>'],
  ])('rejects %s', async (_, body) => {
    expect((await setDefault(await lockedBucket(), body)).outcome).toBe('400 InvalidArgument')
  })

  test('rejects a rule without retention', async () => {
    const body = configured('').replace(/<DefaultRetention>.*?<\/DefaultRetention>/, '')
    expect((await setDefault(await lockedBucket(), body)).outcome).toBe(
      differs({ engine: '400 InvalidArgument', minio: '500 InternalError' }, 'a client error is not a server error'),
    )
  })

  test.each(['without', 'with'])('cannot enable object lock for a bucket %s versioning', async (which) => {
    const bucket = await given.bucket(which === 'with' ? 'Enabled' : undefined)
    expect((await setDefault(bucket, writeObjectLock({}))).refusal).toBe(
      '409 InvalidBucketState: Object Lock configuration cannot be enabled on existing buckets',
    )
  })

  test('requires its own permission, as does reading', async () => {
    const bucket = await lockedBucket()
    const reader = await accounts.allowed(allow(['s3:GetBucketObjectLockConfiguration'], bucket))
    const query = { 'object-lock': '' }
    const body = writeObjectLock({})
    expect((await request({ method: 'GET', bucket, query, credentials: reader })).status).toBe(200)
    expect((await request({ method: 'PUT', bucket, query, body, credentials: reader })).status).toBe(403)
    const writer = await accounts.allowed(allow(['s3:PutBucketObjectLockConfiguration'], bucket))
    expect((await request({ method: 'GET', bucket, query, credentials: writer })).status).toBe(403)
    expect((await request({ method: 'PUT', bucket, query, body, credentials: writer })).status).toBe(200)
  })

  test('cannot be undone by DELETE', async () => {
    const bucket = await lockedBucket()
    const response = await request({ method: 'DELETE', bucket, query: { 'object-lock': '' } })
    expect([response.status, (await request({ method: 'HEAD', bucket })).status]).toEqual(
      differs({ engine: [405, 200], minio: [204, 404] }, 'MinIO deletes the bucket, which was not requested'),
    )
  })
})

describe('default retention', () => {
  test('counts days from the creation of a version, for new versions only', async () => {
    const bucket = await lockedBucket()
    await given.object(bucket, 'before')
    await setDefault(bucket, writeObjectLock({ defaultRetention: { mode: 'GOVERNANCE', unit: 'Days', count: 3 } }))
    const earliest = Date.now()
    await given.object(bucket, 'k')
    const lock = await lockOf(bucket, 'k')
    expect(lock).toEqual({
      'x-amz-object-lock-mode': 'GOVERNANCE',
      'x-amz-object-lock-retain-until-date': expect.any(String),
    })
    const until = Date.parse(lock['x-amz-object-lock-retain-until-date'] ?? '')
    expect(until - 3 * 86_400_000).toBeGreaterThanOrEqual(earliest)
    expect(until - 3 * 86_400_000).toBeLessThanOrEqual(Date.now())
    expect(await lockOf(bucket, 'before')).toEqual({})
  })

  test('counts calendar years', async () => {
    const bucket = await lockedBucket({ mode: 'COMPLIANCE', unit: 'Years', count: 1 })
    const earliest = new Date()
    await given.object(bucket, 'k')
    earliest.setUTCFullYear(earliest.getUTCFullYear() + 1)
    const { 'x-amz-object-lock-mode': mode, 'x-amz-object-lock-retain-until-date': until = '' } = await lockOf(
      bucket,
      'k',
    )
    expect(mode).toBe('COMPLIANCE')
    expect(until >= iso(earliest.getTime())).toBe(true)
    expect(Date.parse(until) - earliest.getTime()).toBeLessThan(60_000)
  })

  test('does not affect existing versions when it changes', async () => {
    const bucket = await lockedBucket({ mode: 'GOVERNANCE', unit: 'Days', count: 3 })
    await given.object(bucket, 'k')
    const before = await lockOf(bucket, 'k')
    await setDefault(bucket, writeObjectLock({ defaultRetention: { mode: 'COMPLIANCE', unit: 'Years', count: 1 } }))
    expect(await lockOf(bucket, 'k')).toEqual(before)
    await setDefault(bucket, writeObjectLock({}))
    expect(await lockOf(bucket, 'k')).toEqual(before)
  })
})
