/** The lifecycle configuration of a bucket: valid documents, their canonical form, and permissions. */
import { createHash } from 'node:crypto'
import { createLockedBucket, uniqueName } from '@cooperage/testkit'
import { parseLifecycle } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { allow, newUser } from '../admin/iam-calls.ts'
import { differs, given, request } from '../target.ts'

const DONE = '200'
const MALFORMED = '400 MalformedXML'
const INVALID = '400 InvalidArgument'
const UNKNOWN = '501 NotImplemented'
const CLIENTS_FAULT = 'a client error is not a server error'
const REASON = 'a configuration is stored unchanged or rejected: dropping a condition would remove more objects'
const ABORTED = 'the engine aborts incomplete uploads by rule; MinIO drops the element'
const NAMED = 'unsupported elements are rejected by name'

const md5 = (text: string) => createHash('md5').update(text).digest('base64')
const put = (bucket: string, body: string, options: { headers?: Record<string, string> } = {}) =>
  request({
    method: 'PUT',
    bucket,
    query: { lifecycle: '' },
    body,
    headers: { 'content-md5': md5(body), ...options.headers },
  })
const get = (bucket: string, query: Record<string, string> = {}) =>
  request({ method: 'GET', bucket, query: { lifecycle: '', ...query } })
const remove = (bucket: string) => request({ method: 'DELETE', bucket, query: { lifecycle: '' } })

const document = (...rules: string[]) => `<LifecycleConfiguration>${rules.join('')}</LifecycleConfiguration>`
const rule = (inner: string, head = '<ID>a</ID><Status>Enabled</Status>') => `<Rule>${head}${inner}</Rule>`
const EXPIRES = '<Expiration><Days>1</Days></Expiration>'
const ALL = '<Filter><Prefix></Prefix></Filter>'
const filtered = (filter: string) => rule(`<Filter>${filter}</Filter>${EXPIRES}`)
const expiring = (inner: string) => rule(`${ALL}<Expiration>${inner}</Expiration>`)
const noncurrent = (inner: string) => rule(`${ALL}<NoncurrentVersionExpiration>${inner}</NoncurrentVersionExpiration>`)
const tag = (key: string, value: string) => `<Tag><Key>${key}</Key><Value>${value}</Value></Tag>`

describe('PutBucketLifecycleConfiguration', () => {
  test.each<[string, string]>([
    ['days', expiring('<Days>1</Days>')],
    ['many days', expiring('<Days>365000</Days>')],
    ['a date', expiring('<Date>2030-01-01T00:00:00Z</Date>')],
    ['a date that has passed', expiring('<Date>2001-01-01T00:00:00Z</Date>')],
    ['lone delete markers', expiring('<ExpiredObjectDeleteMarker>true</ExpiredObjectDeleteMarker>')],
    ['delete markers that are kept', expiring('<ExpiredObjectDeleteMarker>false</ExpiredObjectDeleteMarker>')],
    ['all versions', expiring('<Days>1</Days><ExpiredObjectAllVersions>true</ExpiredObjectAllVersions>')],
    ['not all versions', expiring('<Days>1</Days><ExpiredObjectAllVersions>false</ExpiredObjectAllVersions>')],
    ['noncurrent versions by days', noncurrent('<NoncurrentDays>3</NoncurrentDays>')],
    ['noncurrent versions by number', noncurrent('<NewerNoncurrentVersions>2</NewerNoncurrentVersions>')],
    [
      'noncurrent versions by both',
      noncurrent('<NoncurrentDays>3</NoncurrentDays><NewerNoncurrentVersions>2</NewerNoncurrentVersions>'),
    ],
    ['delete markers by days', rule(`${ALL}<DelMarkerExpiration><Days>3</Days></DelMarkerExpiration>`)],
    [
      'delete markers next to objects',
      rule(`${ALL}${EXPIRES}<DelMarkerExpiration><Days>3</Days></DelMarkerExpiration>`),
    ],
    ['a disabled rule', rule(ALL + EXPIRES, '<ID>a</ID><Status>Disabled</Status>')],
    ['no filter', rule(EXPIRES)],
    ['an empty filter', filtered('')],
    ['the older position of the prefix', rule(`<Prefix>a/</Prefix>${EXPIRES}`)],
    ['the older position with an empty prefix', rule(`<Prefix></Prefix>${EXPIRES}`)],
    ['an unusual prefix', filtered('<Prefix>//a &amp; &lt;b&gt; ü/🛢️/../%41+</Prefix>')],
    ['a prefix with spaces around', filtered('<Prefix> a </Prefix>')],
    ['a prefix longer than any key', filtered(`<Prefix>${'p'.repeat(1025)}</Prefix>`)],
    ['a tag', filtered(tag('k', 'v'))],
    ['a tag with unusual characters', filtered(tag('schlüssel ⚷', 'a=b &amp; c'))],
    ['a minimum size', filtered('<ObjectSizeGreaterThan>5</ObjectSizeGreaterThan>')],
    ['a maximum size', filtered('<ObjectSizeLessThan>5</ObjectSizeLessThan>')],
    ['two tags', filtered(`<And>${tag('k', 'v')}${tag('l', 'w')}</And>`)],
    [
      'everything together',
      filtered(
        `<And><ObjectSizeGreaterThan>5</ObjectSizeGreaterThan><ObjectSizeLessThan>10</ObjectSizeLessThan><Prefix>a</Prefix>${tag('k', 'v')}</And>`,
      ),
    ],
    [
      'sizes that no object can have',
      filtered(
        '<And><ObjectSizeGreaterThan>10</ObjectSizeGreaterThan><ObjectSizeLessThan>5</ObjectSizeLessThan></And>',
      ),
    ],
    ['a name of 255 letters', rule(ALL + EXPIRES, `<ID>${'x'.repeat(255)}</ID><Status>Enabled</Status>`)],
    ['a name with spaces around', rule(ALL + EXPIRES, '<ID> a b </ID><Status>Enabled</Status>')],
  ])('stores %s unchanged', async (_, one) => {
    const bucket = await given.bucket()
    const stored = await put(bucket, document(one))
    expect([stored.outcome, stored.text]).toEqual([DONE, ''])
    const { status, text } = await get(bucket)
    expect([status, text]).toEqual([200, document(one)])
  })

  test.each<[string, string, string]>([
    ['days with surrounding spaces', expiring('<Days> 1 </Days>'), expiring('<Days>1</Days>')],
    [
      'a date with fractions',
      expiring('<Date>2030-01-01T00:00:00.000Z</Date>'),
      expiring('<Date>2030-01-01T00:00:00Z</Date>'),
    ],
    [
      'a word in upper case',
      expiring('<ExpiredObjectDeleteMarker>TRUE</ExpiredObjectDeleteMarker>'),
      expiring('<ExpiredObjectDeleteMarker>true</ExpiredObjectDeleteMarker>'),
    ],
    [
      'an older element name',
      noncurrent('<MaxNoncurrentVersions>3</MaxNoncurrentVersions>'),
      noncurrent('<NewerNoncurrentVersions>3</NewerNoncurrentVersions>'),
    ],
  ])('normalizes %s', async (_, given_, kept) => {
    const bucket = await given.bucket()
    expect((await put(bucket, document(given_))).outcome).toBe(DONE)
    expect((await get(bucket)).text).toBe(document(kept))
  })

  test.each([
    [
      'a namespace',
      `<?xml version="1.0"?><LifecycleConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/">`,
      'LifecycleConfiguration',
    ],
    ['the root element of the first API', '<BucketLifecycleConfiguration>', 'BucketLifecycleConfiguration'],
  ])('is read with %s', async (_, start, root) => {
    const bucket = await given.bucket()
    expect((await put(bucket, `${start}${filtered('<Prefix>a</Prefix>')}</${root}>`)).outcome).toBe(DONE)
    expect((await get(bucket)).text).toBe(document(filtered('<Prefix>a</Prefix>')))
  })

  test.each([
    ['no name', '<Status>Enabled</Status>'],
    ['an empty name', '<ID></ID><Status>Enabled</Status>'],
  ])('generates distinct IDs for rules with %s', async (_, head) => {
    const bucket = await given.bucket()
    expect((await put(bucket, document(rule(EXPIRES, head), rule(EXPIRES, head)))).outcome).toBe(DONE)
    const ids = parseLifecycle((await get(bucket)).text).rules.map(({ id }) => id)
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  })

  test('replaces the previous configuration, even with overlapping rules', async () => {
    const bucket = await given.bucket()
    await put(bucket, document(rule(EXPIRES)))
    const two = document(
      rule(`<Filter><Prefix>a</Prefix></Filter>${EXPIRES}`),
      rule(`<Filter><Prefix>a/b</Prefix></Filter>${EXPIRES}`, '<ID>b</ID><Status>Enabled</Status>'),
    )
    expect((await put(bucket, two)).outcome).toBe(DONE)
    expect((await get(bucket)).text).toBe(two)
  })

  const manyRules = (count: number) =>
    document(...Array.from({ length: count }, (_, at) => rule(EXPIRES, `<ID>${at}</ID><Status>Enabled</Status>`)))

  test('accepts a thousand rules', async () => {
    const bucket = await given.bucket()
    expect((await put(bucket, manyRules(1000))).outcome).toBe(DONE)
    expect(parseLifecycle((await get(bucket)).text).rules).toHaveLength(1000)
  })

  const NOT_WELL_FORMED = 'The XML you provided was not well-formed or did not validate against our published schema'
  const ONE = 'Filter must have exactly one of Prefix, Tag, or And specified'
  const POSITIVE = 'Days must be positive integer when used with Expiration'
  const transition = (inner: string) => rule(`${ALL}<Transition>${inner}</Transition>`)

  test.each<[string, string, string]>([
    ['no rule', document(), 'Lifecycle configuration should have at least one rule'],
    ['more than a thousand', manyRules(1001), 'Lifecycle configuration allows a maximum of 1000 rules'],
    [
      'a name of 256 letters',
      document(rule(EXPIRES, `<ID>${'x'.repeat(256)}</ID><Status>Enabled</Status>`)),
      'ID length is limited to 255 characters',
    ],
    [
      'a name twice',
      document(rule(EXPIRES), rule(EXPIRES)),
      'Rule ID must be unique. Found same ID for more than one rule',
    ],
    ['no status', document(rule(EXPIRES, '<ID>a</ID>')), 'Status should not be empty'],
    [
      'another status',
      document(rule(EXPIRES, '<Status>enabled</Status>')),
      'Status must be set to either Enabled or Disabled',
    ],
    [
      'a status with surrounding spaces',
      document(rule(EXPIRES, '<Status> Enabled </Status>')),
      'Status must be set to either Enabled or Disabled',
    ],
    ['nothing to do', document(rule(ALL)), NOT_WELL_FORMED],
    ['an empty expiration', document(expiring('')), NOT_WELL_FORMED],
    ['no days', document(expiring('<Days>0</Days>')), POSITIVE],
    ['empty days', document(expiring('<Days></Days>')), POSITIVE],
    ['days below zero', document(expiring('<Days>-1</Days>')), POSITIVE],
    [
      'days and a date',
      document(expiring('<Days>1</Days><Date>2030-01-01T00:00:00Z</Date>')),
      'Exactly one of Days (positive integer) or Date (positive ISO 8601 format) should be present inside Expiration.',
    ],
    [
      'a date with a time of day',
      document(expiring('<Date>2030-01-01T23:59:59Z</Date>')),
      "'Date' must be at midnight GMT",
    ],
    [
      'midnight in another time zone',
      document(expiring('<Date>2030-01-01T00:00:00+02:00</Date>')),
      "'Date' must be at midnight GMT",
    ],
    [
      'midnight UTC written in another time zone',
      document(expiring('<Date>2030-01-01T02:00:00+02:00</Date>')),
      "'Date' must be at midnight GMT",
    ],
    [
      'a date without a time',
      document(expiring('<Date>2030-01-01</Date>')),
      'Date must be provided in ISO 8601 format',
    ],
    [
      'a nonexistent date',
      document(expiring('<Date>2030-02-31T00:00:00Z</Date>')),
      'Date must be provided in ISO 8601 format',
    ],
    ['a date in words', document(expiring('<Date>tomorrow</Date>')), 'Date must be provided in ISO 8601 format'],
    [
      'delete markers with days',
      document(expiring('<Days>1</Days><ExpiredObjectDeleteMarker>true</ExpiredObjectDeleteMarker>')),
      'Delete marker cannot be specified with Days or Date in a Lifecycle Expiration Policy',
    ],
    [
      'delete markers with a date',
      document(
        expiring('<Date>2030-01-01T00:00:00Z</Date><ExpiredObjectDeleteMarker>false</ExpiredObjectDeleteMarker>'),
      ),
      'Delete marker cannot be specified with Days or Date in a Lifecycle Expiration Policy',
    ],
    [
      'all versions without days',
      document(expiring('<ExpiredObjectAllVersions>true</ExpiredObjectAllVersions>')),
      'Days (positive integer) should be present inside Expiration with ExpiredObjectAllVersions.',
    ],
    [
      'all versions with a date',
      document(expiring('<Date>2030-01-01T00:00:00Z</Date><ExpiredObjectAllVersions>true</ExpiredObjectAllVersions>')),
      'Days (positive integer) should be present inside Expiration with ExpiredObjectAllVersions.',
    ],
    ['zero days for noncurrent versions', document(noncurrent('<NoncurrentDays>0</NoncurrentDays>')), POSITIVE],
    ['negative days for noncurrent versions', document(noncurrent('<NoncurrentDays>-1</NoncurrentDays>')), POSITIVE],
    ['an empty element for noncurrent versions', document(noncurrent('')), NOT_WELL_FORMED],
    [
      'zero noncurrent versions',
      document(noncurrent('<NewerNoncurrentVersions>0</NewerNoncurrentVersions>')),
      NOT_WELL_FORMED,
    ],
    [
      'a negative number of noncurrent versions',
      document(noncurrent('<NewerNoncurrentVersions>-2</NewerNoncurrentVersions>')),
      NOT_WELL_FORMED,
    ],
    [
      'zero days for delete markers',
      document(rule('<DelMarkerExpiration><Days>0</Days></DelMarkerExpiration>')),
      'Days must be a positive integer with DelMarkerExpiration',
    ],
    [
      'delete markers without days',
      document(rule('<DelMarkerExpiration></DelMarkerExpiration>')),
      'Days must be a positive integer with DelMarkerExpiration',
    ],
    [
      'delete markers by a tag',
      document(rule(`<Filter>${tag('k', 'v')}</Filter><DelMarkerExpiration><Days>3</Days></DelMarkerExpiration>`)),
      'Rule with DelMarkerExpiration cannot have tags based filtering',
    ],
    [
      'a prefix in both positions',
      document(rule(`<Prefix>a</Prefix><Filter><Prefix>b</Prefix></Filter>${EXPIRES}`)),
      NOT_WELL_FORMED,
    ],
    ['a prefix next to a tag', document(filtered(`<Prefix>a</Prefix>${tag('k', 'v')}`)), ONE],
    ['an empty prefix next to a tag', document(filtered(`<Prefix></Prefix>${tag('k', 'v')}`)), ONE],
    [
      'a prefix next to And',
      document(filtered(`<Prefix>x</Prefix><And><Prefix>a</Prefix>${tag('k', 'v')}</And>`)),
      ONE,
    ],
    [
      'two sizes without And',
      document(filtered('<ObjectSizeGreaterThan>5</ObjectSizeGreaterThan><ObjectSizeLessThan>9</ObjectSizeLessThan>')),
      ONE,
    ],
    [
      'a size next to a prefix',
      document(filtered('<Prefix>a</Prefix><ObjectSizeGreaterThan>5</ObjectSizeGreaterThan>')),
      ONE,
    ],
    ['an And of one prefix', document(filtered('<And><Prefix>a</Prefix></And>')), NOT_WELL_FORMED],
    ['an And of one tag', document(filtered(`<And>${tag('k', 'v')}</And>`)), NOT_WELL_FORMED],
    [
      'an And of one size',
      document(filtered('<And><ObjectSizeGreaterThan>5</ObjectSizeGreaterThan></And>')),
      NOT_WELL_FORMED,
    ],
    [
      'a tag twice',
      document(filtered(`<And>${tag('k', 'v')}${tag('k', 'w')}</And>`)),
      'Duplicate Tag Keys are not allowed',
    ],
    [
      'a tag with a long name',
      document(filtered(tag('k'.repeat(129), 'v'))),
      'The TagKey you have provided is invalid',
    ],
    [
      'a tag with a long value',
      document(filtered(tag('k', 'v'.repeat(257)))),
      'The TagValue you have provided is invalid',
    ],
    ['a size below zero', document(filtered('<ObjectSizeGreaterThan>-1</ObjectSizeGreaterThan>')), NOT_WELL_FORMED],
    ['a transition without a tier', document(transition('<Days>1</Days>')), NOT_WELL_FORMED],
    [
      'a transition to an empty name',
      document(transition('<Days>1</Days><StorageClass></StorageClass>')),
      NOT_WELL_FORMED,
    ],
    [
      'a transition with negative days',
      document(transition('<Days>-1</Days><StorageClass>W</StorageClass>')),
      'Days must be 0 or greater when used with Transition',
    ],
    [
      'a transition with a time of day',
      document(transition('<Date>2030-01-01T01:00:00Z</Date><StorageClass>W</StorageClass>')),
      "'Date' must be at midnight GMT",
    ],
    [
      'a transition by days and a date',
      document(transition('<Days>1</Days><Date>2030-01-01T00:00:00Z</Date><StorageClass>W</StorageClass>')),
      'Exactly one of Days (0 or greater) or Date (positive ISO 8601 format) should be present in Transition.',
    ],
    [
      'a transition of noncurrent versions without a tier',
      document(rule('<NoncurrentVersionTransition><NoncurrentDays>1</NoncurrentDays></NoncurrentVersionTransition>')),
      NOT_WELL_FORMED,
    ],
  ])('rejects %s', async (_, body, message) => {
    const bucket = await given.bucket()
    expect((await put(bucket, body)).refusal).toBe(`${INVALID}: ${message}`)
    expect((await get(bucket)).outcome).toBe('404 NoSuchLifecycleConfiguration')
  })

  test.each([
    ['by days', transition('<Days>1</Days><StorageClass>WARM</StorageClass>')],
    ['immediately', transition('<Days>0</Days><StorageClass>WARM</StorageClass>')],
    ['by date', transition('<Date>2030-01-01T00:00:00Z</Date><StorageClass>WARM</StorageClass>')],
    ['to an Amazon storage class', transition('<Days>1</Days><StorageClass>GLACIER</StorageClass>')],
    [
      'of noncurrent versions',
      rule(
        '<NoncurrentVersionTransition><NoncurrentDays>1</NoncurrentDays><StorageClass>WARM</StorageClass></NoncurrentVersionTransition>',
      ),
    ],
    [
      'after the expiration',
      rule(`${EXPIRES}<Transition><Days>9</Days><StorageClass>WARM</StorageClass></Transition>`),
    ],
  ])('rejects a transition to an unknown tier, %s', async (_, one) => {
    const bucket = await given.bucket()
    expect((await put(bucket, document(one))).refusal).toBe('400 InvalidStorageClass: Invalid storage class.')
  })

  test.each([
    ['all versions', expiring('<Days>1</Days><ExpiredObjectAllVersions>true</ExpiredObjectAllVersions>')],
    ['delete markers', rule('<DelMarkerExpiration><Days>1</Days></DelMarkerExpiration>')],
  ])('rejects %s for a bucket with object lock', async (_, one) => {
    const bucket = uniqueName('locked')
    await createLockedBucket(request, bucket)
    expect((await put(bucket, document(one))).refusal).toBe(
      `${INVALID}: ExpiredObjectAllVersions element and DelMarkerExpiration action cannot be used on an object locked bucket`,
    )
    expect((await put(bucket, document(rule(EXPIRES)))).outcome).toBe(DONE)
  })

  test.each<[string, string]>([
    ['nothing', ''],
    ['text', 'hello'],
    ['another document', '<Foo/>'],
    ['days that are no number', document(expiring('<Days>x</Days>'))],
    ['a size that is not a number', document(filtered('<ObjectSizeGreaterThan>x</ObjectSizeGreaterThan>'))],
    ['an invalid boolean', document(expiring('<ExpiredObjectDeleteMarker>yes</ExpiredObjectDeleteMarker>'))],
  ])('cannot read %s', async (_, body) => {
    const bucket = await given.bucket()
    expect((await put(bucket, body)).outcome).toBe(
      differs({ engine: MALFORMED, minio: '500 InternalError' }, CLIENTS_FAULT),
    )
  })

  test('rejects a truncated document', async () => {
    expect((await put(await given.bucket(), '<LifecycleConfiguration><Rule>')).outcome).toBe(MALFORMED)
  })

  test.each<[string, string, string, string]>([
    ['a tag without a name', filtered(tag('', 'v')), INVALID, '<Filter></Filter>'],
    ['the first of two tags', filtered(tag('k', 'v') + tag('l', 'v')), INVALID, `<Filter>${tag('l', 'v')}</Filter>`],
    ['an empty And', filtered('<And></And>'), INVALID, '<Filter></Filter>'],
    ['a size above zero', filtered('<ObjectSizeGreaterThan>0</ObjectSizeGreaterThan>'), DONE, '<Filter></Filter>'],
    ['a size below zero', filtered('<ObjectSizeLessThan>0</ObjectSizeLessThan>'), DONE, '<Filter></Filter>'],
  ])('does not drop %s', async (_, one, engine, dropped) => {
    const bucket = await given.bucket()
    expect((await put(bucket, document(one))).outcome).toBe(differs({ engine, minio: DONE }, REASON))
    const { text } = await get(bucket)
    if (engine === DONE || text.includes('<Rule>')) {
      const kept = differs({ engine: document(one), minio: document(rule(dropped + EXPIRES)) }, REASON)
      expect(text).toBe(kept)
    }
  })

  test('rejects an unknown element', async () => {
    const bucket = await given.bucket()
    expect((await put(bucket, document(rule(`${EXPIRES}<Foo>1</Foo>`)))).outcome).toBe(
      differs({ engine: UNKNOWN, minio: DONE }, NAMED),
    )
  })

  const abort = (days: number) =>
    `<AbortIncompleteMultipartUpload><DaysAfterInitiation>${days}</DaysAfterInitiation></AbortIncompleteMultipartUpload>`

  test.each([
    ['next to an expiration', ALL + EXPIRES, DONE, document(rule(ALL + EXPIRES))],
    ['alone', ALL, INVALID, ''],
    ['with a prefix', '<Filter><Prefix>a</Prefix></Filter>', INVALID, ''],
  ])('stores the abort of incomplete uploads %s', async (_, rest, minio, dropped) => {
    const bucket = await given.bucket()
    const one = document(rule(rest + abort(3)))
    expect((await put(bucket, one)).outcome).toBe(differs({ engine: DONE, minio }, ABORTED))
    const { text } = await get(bucket)
    if (text.includes('<Rule>')) expect(text).toBe(differs({ engine: one, minio: dropped }, ABORTED))
  })

  test.each([
    ['after zero days', rule(EXPIRES + abort(0))],
    ['without days', rule(`${EXPIRES}<AbortIncompleteMultipartUpload></AbortIncompleteMultipartUpload>`)],
    ['by a tag', rule(`<Filter>${tag('k', 'v')}</Filter>${EXPIRES}${abort(1)}`)],
    ['by a size', rule(`<Filter><ObjectSizeLessThan>5</ObjectSizeLessThan></Filter>${EXPIRES}${abort(1)}`)],
  ])('rejects the abort of incomplete uploads %s', async (_, one) => {
    const bucket = await given.bucket()
    expect((await put(bucket, document(one))).outcome).toBe(differs({ engine: INVALID, minio: DONE }, ABORTED))
  })

  test.each([
    ['expirations', rule(`${EXPIRES}<Expiration><Days>2</Days></Expiration>`)],
    ['statuses', rule(EXPIRES, '<Status>Enabled</Status><Status>Disabled</Status>')],
  ])('rejects two elements: %s', async (_, one) => {
    const bucket = await given.bucket()
    expect((await put(bucket, document(one))).outcome).toBe(differs({ engine: MALFORMED, minio: DONE }, REASON))
  })

  test('requires a digest', async () => {
    const bucket = await given.bucket()
    const response = await request({ method: 'PUT', bucket, query: { lifecycle: '' }, body: document(rule(EXPIRES)) })
    expect(response.outcome).toBe('400 MissingContentMD5')
  })

  test('verifies the digest', async () => {
    const bucket = await given.bucket()
    const headers = { 'content-md5': md5('another') }
    expect((await put(bucket, document(rule(EXPIRES)), { headers })).outcome).toBe(
      differs(
        { engine: '400 BadDigest', minio: DONE },
        'the digest of a document that removes objects must be verified; MinIO requires one but never checks it',
      ),
    )
  })

  test('requires a bucket', async () => {
    expect((await put(uniqueName('missing'), document(rule(EXPIRES)))).outcome).toBe(
      differs({ engine: '404 NoSuchBucket', minio: DONE }, 'MinIO returns 200 and stores nothing'),
    )
  })
})

describe('GetBucketLifecycleConfiguration', () => {
  test('reports a missing configuration', async () => {
    expect((await get(await given.bucket())).refusal).toBe(
      '404 NoSuchLifecycleConfiguration: The lifecycle configuration does not exist',
    )
  })

  test('requires a bucket', async () => {
    expect((await get(uniqueName('missing'))).outcome).toBe('404 NoSuchBucket')
  })

  test('returns the update time on request', async () => {
    const bucket = await given.bucket()
    await put(bucket, document(rule(EXPIRES)))
    const name = 'x-minio-lifecycleconfig-updatedat'
    expect((await get(bucket)).headers[name]).toBeUndefined()
    const { headers } = await get(bucket, { withUpdatedAt: 'true' })
    expect(headers[name]).toMatch(/^\d{8}T\d{6}Z$/)
    expect(headers['content-type']).toBe('application/xml')
  })
})

describe('DeleteBucketLifecycle', () => {
  test('removes the configuration, and succeeds if there is none', async () => {
    const bucket = await given.bucket()
    await put(bucket, document(rule(EXPIRES)))
    for (let times = 0; times < 2; times++) {
      const response = await remove(bucket)
      expect([response.status, response.text]).toEqual([204, ''])
      expect((await get(bucket)).outcome).toBe('404 NoSuchLifecycleConfiguration')
    }
  })

  test('requires a bucket', async () => {
    expect((await remove(uniqueName('missing'))).outcome).toBe('404 NoSuchBucket')
  })
})

describe('The permissions for lifecycle configurations', () => {
  test('are s3:GetLifecycleConfiguration, and s3:PutLifecycleConfiguration for changes', async () => {
    const bucket = await given.bucket()
    const body = document(rule(EXPIRES))
    const statuses: Record<string, number[]> = {}
    for (const action of ['s3:PutLifecycleConfiguration', 's3:GetLifecycleConfiguration', 's3:PutBucketPolicy']) {
      const credentials = await newUser.allowed(allow([action], bucket, `${bucket}/*`))
      const as = (method: string) =>
        request({
          method,
          bucket,
          query: { lifecycle: '' },
          credentials,
          ...(method === 'PUT' ? { body, headers: { 'content-md5': md5(body) } } : {}),
        })
      await put(bucket, body)
      statuses[action] = []
      for (const method of ['GET', 'PUT', 'DELETE']) statuses[action].push((await as(method)).status)
    }
    expect(statuses).toEqual({
      's3:GetLifecycleConfiguration': [200, 403, 403],
      's3:PutLifecycleConfiguration': [403, 200, 204],
      's3:PutBucketPolicy': [403, 403, 403],
    })
  })
})
