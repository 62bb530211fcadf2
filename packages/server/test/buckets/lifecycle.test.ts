import { createHash } from 'node:crypto'
import { permissionError } from '@cooperage/contract'
import { accountsOf, allow, send } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import { describeOn } from '../test-on.ts'
import { type Visitor, visitor } from '../visitor.ts'

const given = await withConsole()

const pathOf = (bucket: string) => `/api/v1/buckets/${bucket}/lifecycle`
const add = (user: Visitor, bucket: string, json: object) => user.call('POST', pathOf(bucket), { json })
interface Rule {
  id: string
  [field: string]: unknown
}
const rulesOf = async (user: Visitor, bucket: string) =>
  ((await user.get(pathOf(bucket))).json as { lifecycle: Rule[] }).lifecycle

/** A rule without effect, as a response contains it. */
const NOTHING = {
  id: expect.any(String),
  prefix: '',
  status: 'Enabled',
  tags: [],
  expiration: { days: 0, date: '0001-01-01T00:00:00Z', delete_marker: false, delete_all: false },
  transition: { days: 0, date: '0001-01-01T00:00:00Z', storage_class: '' },
  noncurrent_expiration_days: 0,
  newer_noncurrent_expiration_versions: 0,
  noncurrent_transition_days: 0,
  noncurrent_storage_class: '',
  delete_marker_days: 0,
  abort_incomplete_days: 0,
  size_greater_than: 0,
  size_less_than: 0,
}

/** The document of a bucket, read and written without the console. */
async function stored(bucket: string): Promise<string> {
  const { url, root } = given.storage
  return (await send({ url, credentials: root, method: 'GET', bucket, query: { lifecycle: '' } })).text
}

test('the days of a rule are changed, those of actions that it has', async () => {
  const { user, bucket } = await given.userWithBucket()
  const added = await add(user, bucket, { prefix: 'a/', expiry_days: 30, noncurrentversion_expiration_days: 5 })
  const [id] = (added.json as { ids: string[] }).ids
  const update = (json: object) => user.call('PUT', `${pathOf(bucket)}/${id}`, { json })
  expect((await update({ expiry_days: 60, noncurrentversion_expiration_days: 7 })).status).toBe(204)
  const changed = { prefix: 'a/', expiration: { ...NOTHING.expiration, days: 60 }, noncurrent_expiration_days: 7 }
  expect(await rulesOf(user, bucket)).toEqual([{ ...NOTHING, ...changed }])
  for (const other of [{ transition_days: 1 }, { noncurrentversion_transition_days: 1 }, { expiry_days: 0 }]) {
    expect((await update(other)).outcome).toBe('400 InvalidInput')
  }
  expect(await rulesOf(user, bucket)).toMatchObject([changed])
})

test('a rule by days is created, listed and deleted', async () => {
  const { user, bucket } = await given.userWithBucket()
  expect((await user.get(pathOf(bucket))).json).toEqual({ lifecycle: [] })
  const json = { prefix: 'logs/', tags: 'team=photo%20lab&x=', expiry_days: 30, noncurrentversion_expiration_days: 5 }
  const reply = await add(user, bucket, json)
  expect([reply.status, reply.json]).toEqual([201, { ids: [expect.any(String)] }])
  const [rule] = await rulesOf(user, bucket)
  expect(rule).toEqual({
    ...NOTHING,
    prefix: 'logs/',
    tags: [
      { key: 'team', value: 'photo lab' },
      { key: 'x', value: '' },
    ],
    expiration: { ...NOTHING.expiration, days: 30 },
    noncurrent_expiration_days: 5,
  })
  expect((await user.call('DELETE', `${pathOf(bucket)}/${rule?.id}`)).status).toBe(204)
  expect(await rulesOf(user, bucket)).toEqual([])
  const again = await user.call('DELETE', `${pathOf(bucket)}/${rule?.id}`)
  expect(again.refusal).toBe(
    `404 NoSuchLifecycleRule: The lifecycle rule ${rule?.id} no longer exists in bucket ${bucket}.`,
  )
})

test('a date at the end of its day reaches the storage server as midnight', async () => {
  const { user, bucket } = await given.userWithBucket()
  expect((await add(user, bucket, { expiry_date: '2035-02-28T23:59:59Z' })).status).toBe(201)
  expect(await rulesOf(user, bucket)).toEqual([
    { ...NOTHING, expiration: { ...NOTHING.expiration, date: '2035-02-28T00:00:00Z' } },
  ])
  expect(await stored(bucket)).toContain('<Date>2035-02-28T00:00:00Z</Date>')
})

test('expired delete markers get their own rule beside an expiry', async () => {
  const { user, bucket } = await given.userWithBucket()
  const reply = await add(user, bucket, { prefix: 'a/', expiry_days: 1, expired_object_delete_marker: true })
  expect([reply.status, reply.json]).toEqual([201, { ids: [expect.any(String), expect.any(String)] }])
  expect(await rulesOf(user, bucket)).toEqual([
    { ...NOTHING, prefix: 'a/', expiration: { ...NOTHING.expiration, days: 1 } },
    { ...NOTHING, prefix: 'a/', expiration: { ...NOTHING.expiration, delete_marker: true } },
  ])
})

test('fields with a zero value count as not set', async () => {
  const { user, bucket } = await given.userWithBucket()
  const zeros = {
    expiry_date: '',
    noncurrentversion_expiration_days: 0,
    transition_date: '0001-01-01T00:00:00Z',
    transition_days: 0,
    storage_class: '',
    noncurrentversion_transition_days: 0,
    noncurrentversion_transition_storage_class: '',
  }
  expect((await add(user, bucket, { ...zeros, expiry_days: 30 })).status).toBe(201)
  expect((await add(user, bucket, { ...zeros, expiry_days: 0, expiry_date: '2035-02-28' })).status).toBe(201)
  expect(await rulesOf(user, bucket)).toEqual([
    { ...NOTHING, expiration: { ...NOTHING.expiration, days: 30 } },
    { ...NOTHING, expiration: { ...NOTHING.expiration, date: '2035-02-28T00:00:00Z' } },
  ])
})

test.each([
  [{}, 'the rule does nothing'],
  [{ expiry_days: 0, noncurrentversion_expiration_days: 0, transition_days: 0 }, 'the rule does nothing'],
  [{ expiry_date: '2035-02-31T23:59:59Z' }, 'the calendar has no day 2035-02-31'],
  [{ expiry_days: 1, expiry_date: '2035-02-01' }, 'a rule goes by days or by a date'],
  [{ expiry_days: 1, transition_days: 1, storage_class: 'WARM' }, 'a rule either expires objects or moves them'],
  [{ transition_days: 1 }, 'a transition needs a storage_class'],
  [{ storage_class: 'WARM' }, 'a transition needs a date or days'],
  [{ expiry_days: 1, tags: 'a=1&a=2' }, 'two tags have the same key'],
  [{ expiry_days: 1, tags: '=1' }, 'a tag has no key'],
  [{ expiry_days: 1, prefix: '\u0001' }, "prefix contains a character that XML doesn't allow"],
])('refuses %j', async (json, reason) => {
  const { user, bucket } = await given.userWithBucket()
  expect((await add(user, bucket, json)).refusal).toBe(`400 InvalidInput: The request isn’t valid: ${reason}.`)
  expect(await rulesOf(user, bucket)).toEqual([])
})

test.each([0, -1, 1.5, 2 ** 31])('refuses an expiry after %d days', async (expiry_days) => {
  const { user, bucket } = await given.userWithBucket()
  expect((await add(user, bucket, { expiry_days })).json).toMatchObject({ code: 'InvalidInput' })
})

test('a rule is disabled, enabled and retagged by its id', async () => {
  const { user, bucket } = await given.userWithBucket()
  await add(user, bucket, { prefix: 'a/', expiry_days: 1 })
  await add(user, bucket, { prefix: 'b/', expiry_days: 2, tags: 'k=v' })
  const [first, second] = await rulesOf(user, bucket)
  const change = (json: object) => user.call('PUT', `${pathOf(bucket)}/${second?.id}`, { json })
  expect((await change({ disable: true, tags: 'k=w' })).status).toBe(204)
  expect(await rulesOf(user, bucket)).toEqual([
    first,
    { ...second, status: 'Disabled', tags: [{ key: 'k', value: 'w' }] },
  ])
  expect((await change({ disable: false })).status).toBe(204)
  expect((await change({ tags: '' })).status).toBe(204)
  expect(await rulesOf(user, bucket)).toEqual([first, { ...second, tags: [] }])
  expect((await change({ tags: 'a=1&a=2' })).json).toMatchObject({ code: 'InvalidInput' })
  const none = await user.call('PUT', `${pathOf(bucket)}/no%2Fsuch`, { json: { disable: true } })
  expect(none.outcome).toBe('404 NoSuchLifecycleRule')
})

test('a change of tags keeps everything else, even elements that the form does not have', async () => {
  const { user, bucket } = await given.userWithBucket()
  const { url, root } = given.storage
  const rules = [
    '<ID>everything</ID><Status>Enabled</Status>' +
      '<Filter><And><Prefix>a ü/</Prefix><Tag><Key>old</Key><Value>tag</Value></Tag>' +
      '<ObjectSizeLessThan>99</ObjectSizeLessThan><ObjectSizeGreaterThan>5</ObjectSizeGreaterThan></And></Filter>' +
      '<Expiration><Days>9</Days></Expiration><NoncurrentVersionExpiration><NoncurrentDays>3</NoncurrentDays>' +
      '<NewerNoncurrentVersions>2</NewerNoncurrentVersions></NoncurrentVersionExpiration>',
    '<ID>dated</ID><Status>Disabled</Status><Filter><Prefix>d</Prefix></Filter>' +
      '<Expiration><Date>2035-01-01T00:00:00Z</Date></Expiration>',
    '<ID>all</ID><Status>Enabled</Status><Filter><Prefix></Prefix></Filter>' +
      '<Expiration><Days>9</Days><ExpiredObjectAllVersions>true</ExpiredObjectAllVersions></Expiration>',
    '<ID>markers</ID><Status>Enabled</Status><Filter><Prefix></Prefix></Filter>' +
      '<Expiration><ExpiredObjectDeleteMarker>true</ExpiredObjectDeleteMarker></Expiration>',
    '<ID>delmark</ID><Status>Enabled</Status><Filter><Prefix></Prefix></Filter>' +
      '<DelMarkerExpiration><Days>8</Days></DelMarkerExpiration>',
  ]
  const document = `<LifecycleConfiguration>${rules.map((rule) => `<Rule>${rule}</Rule>`).join('')}</LifecycleConfiguration>`
  const headers = { 'content-md5': createHash('md5').update(document).digest('base64') }
  const put = { method: 'PUT', bucket, query: { lifecycle: '' }, body: document, headers }
  expect((await send({ url, credentials: root, ...put })).status).toBe(200)

  const before = await stored(bucket)
  expect((await user.call('PUT', `${pathOf(bucket)}/everything`, { json: { tags: 'new=one' } })).status).toBe(204)
  expect(await stored(bucket)).toBe(
    before.replace('<Key>old</Key><Value>tag</Value>', '<Key>new</Key><Value>one</Value>'),
  )
})

test('names a missing tier and says what to do', async () => {
  const { user, bucket } = await given.userWithBucket()
  const reply = await add(user, bucket, { transition_days: 1, storage_class: 'NOWHERE' })
  expect(reply.refusal).toBe(
    '400 NoSuchTier: The storage server has no tier named NOWHERE. Choose another one, or add it on the Tiers tab of the settings.',
  )
})

describeOn.engine('on the engine', () => {
  test('the abortion of incomplete uploads is listed, and kept when its rule is disabled', async () => {
    const { user, bucket } = await given.userWithBucket()
    const { url, root } = given.storage
    const abort =
      '<AbortIncompleteMultipartUpload><DaysAfterInitiation>7</DaysAfterInitiation></AbortIncompleteMultipartUpload>'
    const body = `<LifecycleConfiguration><Rule><ID>a</ID><Status>Enabled</Status><Filter><Prefix></Prefix></Filter>${abort}</Rule></LifecycleConfiguration>`
    const headers = { 'content-md5': createHash('md5').update(body).digest('base64') }
    await send({ url, credentials: root, method: 'PUT', bucket, query: { lifecycle: '' }, body, headers })
    expect(await rulesOf(user, bucket)).toEqual([{ ...NOTHING, id: 'a', abort_incomplete_days: 7 }])
    expect((await user.call('PUT', `${pathOf(bucket)}/a`, { json: { disable: true } })).status).toBe(204)
    expect(await stored(bucket)).toBe(body.replace('Enabled', 'Disabled'))
  })

  test('reports tiers as unsupported', async () => {
    const { status, json } = await (await given.user()).get('/api/v1/admin/tiers')
    expect([status, json]).toMatchObject([
      501,
      { code: 'NotInThisSetup', message: 'The storage server doesn’t support tiers.' },
    ])
  })
})

test('names the missing permission', async () => {
  const { bucket } = await given.userWithBucket()
  const reader = visitor(given.server.url)
  await reader.signIn(await accountsOf(given.storage).allowed(allow(['s3:GetLifecycleConfiguration'], bucket)))
  const lacks = (action: string, where: string) => ({
    message: permissionError(action, where),
  })
  expect((await add(reader, bucket, { expiry_days: 1 })).json).toMatchObject(
    lacks('s3:PutLifecycleConfiguration', bucket),
  )
  const other = visitor(given.server.url)
  await other.signIn(await accountsOf(given.storage).allowed(allow(['s3:ListBucket'], bucket)))
  expect((await other.get(pathOf(bucket))).json).toMatchObject(lacks('s3:GetLifecycleConfiguration', bucket))
  if (given.storage.kind === 'minio') {
    expect((await other.get('/api/v1/admin/tiers')).json).toMatchObject(lacks('admin:ListTier', 'this server'))
  }
})
