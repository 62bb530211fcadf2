/** Expiration by lifecycle rules: announced in headers, effective from that moment on, carried out by a scan. */
import { createHash } from 'node:crypto'
import { createLockedBucket, texts, waitUntil } from '@cooperage/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLive } from '../live-stream.ts'
import { type OwnServer, startOwnServer } from '../own-server.ts'
import { given, request, target } from '../target.ts'
import { completeUpload, createUpload, putPart } from './multipart-upload.ts'

const DAY = 24 * 60 * 60 * 1000
const EXPIRATION = 'x-amz-expiration'
const PAST = '<Expiration><Date>2001-01-01T00:00:00Z</Date></Expiration>'
const GONE = '404 NoSuchKey'

const rule = (id: string, filter: string, inner: string) =>
  `<Rule><ID>${id}</ID><Status>Enabled</Status><Filter>${filter}</Filter>${inner}</Rule>`
const prefix = (text: string) => `<Prefix>${text}</Prefix>`
const days = (count: number) => `<Expiration><Days>${count}</Days></Expiration>`
const noncurrent = (inner: string) => `<NoncurrentVersionExpiration>${inner}</NoncurrentVersionExpiration>`

type SendRequest = typeof request

async function setRules(bucket: string, rules: string[], on: SendRequest = request): Promise<void> {
  const body = `<LifecycleConfiguration>${rules.join('')}</LifecycleConfiguration>`
  const headers = { 'content-md5': createHash('md5').update(body).digest('base64') }
  expect((await on({ method: 'PUT', bucket, query: { lifecycle: '' }, body, headers })).status).toBe(200)
}

async function ruled(rules: string[], versioning?: 'Enabled'): Promise<string> {
  const bucket = await given.bucket(versioning)
  await setRules(bucket, rules)
  return bucket
}

const head = (bucket: string, key: string, query: Record<string, string> = {}) =>
  request({ method: 'HEAD', bucket, key, query })

/** The header for a rule with this many days and a version of that time. */
function announced(id: string, count: number, lastModified: string | undefined): string {
  const end = Math.floor((Date.parse(lastModified ?? '') + (count + 1) * DAY) / DAY) * DAY
  return `expiry-date="${new Date(end).toUTCString()}", rule-id="${id}"`
}

describe('x-amz-expiration', () => {
  test('is in the responses to writes and reads', async () => {
    const bucket = await ruled([rule('two', prefix('k'), days(2))])
    const put = await given.object(bucket, 'k', 'text')
    const upload = await createUpload(bucket, 'k-mp')
    const complete = await completeUpload(bucket, 'k-mp', upload, [await putPart(bucket, 'k-mp', upload, 1, 'part')])
    const copy = await request({
      method: 'PUT',
      bucket,
      key: 'k-copy',
      headers: { 'x-amz-copy-source': `/${bucket}/k` },
    })
    const stat = await head(bucket, 'k')
    const get = await request({ method: 'GET', bucket, key: 'k' })
    const part = await request({ method: 'GET', bucket, key: 'k', headers: { range: 'bytes=0-0' } })
    const expected = announced('two', 2, stat.headers['last-modified'])
    for (const response of [put, stat, get, part]) expect(response.headers[EXPIRATION]).toBe(expected)
    for (const [key, response] of [
      ['k-mp', complete],
      ['k-copy', copy],
    ] as const) {
      expect(response.headers[EXPIRATION]).toBe(announced('two', 2, (await head(bucket, key)).headers['last-modified']))
    }
  })

  test('is in no other response', async () => {
    const bucket = await ruled([rule('two', prefix('k'), days(2))])
    const { headers } = await given.object(bucket, 'k', 'text')
    const unchanged = { 'if-none-match': headers.etag ?? '' }
    for (const response of [
      await given.object(bucket, 'other', 'text'),
      await request({ method: 'GET', bucket, key: 'k', headers: unchanged }),
      await request({ method: 'GET', bucket, key: 'k', query: { tagging: '' } }),
      await request({ method: 'POST', bucket, key: 'k', query: { uploads: '' } }),
      await request({ method: 'DELETE', bucket, key: 'k' }),
    ]) {
      expect(response.headers[EXPIRATION]).toBeUndefined()
    }
  })

  test('names the date of a rule', async () => {
    const bucket = await ruled([
      rule('new year', prefix(''), '<Expiration><Date>2035-01-01T00:00:00Z</Date></Expiration>'),
    ])
    const { headers } = await given.object(bucket, 'k')
    expect(headers[EXPIRATION]).toBe('expiry-date="Mon, 01 Jan 2035 00:00:00 GMT", rule-id="new year"')
  })

  test('names the earliest of several rules, and on a tie the one that removes all versions', async () => {
    const all = '<Expiration><Days>3</Days><ExpiredObjectAllVersions>true</ExpiredObjectAllVersions></Expiration>'
    const bucket = await ruled([
      rule('later', prefix('k'), days(9)),
      rule('three', prefix('k'), days(3)),
      rule('all', prefix('k'), all),
      rule('below', prefix('k/below'), days(1)),
    ])
    await given.object(bucket, 'k')
    await given.object(bucket, 'k/below')
    const [one, below] = [await head(bucket, 'k'), await head(bucket, 'k/below')]
    expect(one.headers[EXPIRATION]).toBe(announced('all', 3, one.headers['last-modified']))
    expect(below.headers[EXPIRATION]).toBe(announced('below', 1, below.headers['last-modified']))
  })

  test.each([
    ['a tag', '<Tag><Key>k</Key><Value>v</Value></Tag>', 'x', { 'x-amz-tagging': 'k=v&more=x' }, true],
    ['the tag with another value', '<Tag><Key>k</Key><Value>v</Value></Tag>', 'x', { 'x-amz-tagging': 'k=w' }, false],
    [
      'one of two tags',
      '<And><Tag><Key>k</Key><Value>v</Value></Tag><Tag><Key>l</Key><Value>w</Value></Tag></And>',
      'x',
      { 'x-amz-tagging': 'k=v' },
      false,
    ],
    ['a byte more', '<ObjectSizeGreaterThan>5</ObjectSizeGreaterThan>', '123456', {}, true],
    ['as many bytes', '<ObjectSizeGreaterThan>5</ObjectSizeGreaterThan>', '12345', {}, false],
    ['a byte less', '<ObjectSizeLessThan>5</ObjectSizeLessThan>', '1234', {}, true],
    ['no fewer bytes', '<ObjectSizeLessThan>5</ObjectSizeLessThan>', '12345', {}, false],
  ] as const)('applies the filter: %s', async (_, filter, body, headers, isMeant) => {
    const bucket = await ruled([rule('filtered', filter, days(1))])
    const response = await given.object(bucket, 'k', body, headers)
    expect(response.headers[EXPIRATION] !== undefined).toBe(isMeant)
    expect((await head(bucket, 'k')).headers[EXPIRATION]).toBe(response.headers[EXPIRATION])
  })

  test('reflects the current tags', async () => {
    const bucket = await ruled([rule('tagged', '<Tag><Key>k</Key><Value>v</Value></Tag>', days(1))])
    await given.object(bucket, 'k')
    expect((await head(bucket, 'k')).headers[EXPIRATION]).toBeUndefined()
    const body = '<Tagging><TagSet><Tag><Key>k</Key><Value>v</Value></Tag></TagSet></Tagging>'
    await request({ method: 'PUT', bucket, key: 'k', query: { tagging: '' }, body })
    expect((await head(bucket, 'k')).headers[EXPIRATION]).toContain('rule-id="tagged"')
  })

  test('ignores disabled rules', async () => {
    const bucket = await ruled([rule('off', prefix(''), days(1)).replace('Enabled', 'Disabled')])
    expect((await given.object(bucket, 'k')).headers[EXPIRATION]).toBeUndefined()
  })

  test('of a noncurrent version counts from when it became noncurrent', async () => {
    const bucket = await ruled(
      [
        rule('others', prefix('k'), noncurrent('<NoncurrentDays>2</NoncurrentDays>')),
        rule('latest', prefix('k'), days(5)),
      ],
      'Enabled',
    )
    const first = await given.version(bucket, 'k', 'one')
    await given.version(bucket, 'k', 'two')
    const [older, latest] = [await head(bucket, 'k', { versionId: first }), await head(bucket, 'k')]
    expect(older.headers[EXPIRATION]).toBe(announced('others', 2, latest.headers['last-modified']))
    expect(latest.headers[EXPIRATION]).toBe(announced('latest', 5, latest.headers['last-modified']))
  })

  test('is absent for a rule that keeps some noncurrent versions', async () => {
    const inner = '<NoncurrentDays>2</NoncurrentDays><NewerNoncurrentVersions>1</NewerNoncurrentVersions>'
    const bucket = await ruled([rule('others', prefix(''), noncurrent(inner))], 'Enabled')
    const ids = []
    for (const body of ['1', '2', '3']) ids.push(await given.version(bucket, 'k', body))
    for (const versionId of ids) expect((await head(bucket, 'k', { versionId })).headers[EXPIRATION]).toBeUndefined()
  })

  test('contains the rule ID unchanged', async () => {
    const bucket = await ruled([rule('a &quot;b&quot; ; ü', prefix(''), days(1))])
    const { headers } = await given.object(bucket, 'k')
    expect(Buffer.from(headers[EXPIRATION] ?? '', 'latin1').toString()).toContain('rule-id="a "b" ; ü"')
  })
})

const versionsOf = async (bucket: string, on: SendRequest = request) =>
  texts((await on({ method: 'GET', bucket, query: { versions: '' } })).text, 'Key')

describe('An expired object', () => {
  test('is hidden immediately and removed soon', async () => {
    const bucket = await given.bucket()
    for (const key of ['over/1', 'over/2', 'stays']) await given.object(bucket, key)
    await setRules(bucket, [rule('past', prefix('over/'), PAST)])
    expect((await head(bucket, 'over/1')).outcome).toBe(GONE)
    expect((await request({ method: 'GET', bucket, key: 'over/2' })).outcome).toBe(GONE)
    const { text } = await request({ method: 'GET', bucket, query: { 'list-type': '2' } })
    expect(texts(text, 'Key')).toEqual(['stays'])
    await waitUntil('the expired object is removed', async () => (await versionsOf(bucket)).join() === 'stays')
  })

  test('can be written again, with an expiration in the past', async () => {
    const bucket = await ruled([rule('past', prefix(''), PAST)])
    const { headers } = await given.object(bucket, 'k')
    expect(headers[EXPIRATION]).toBe('expiry-date="Mon, 01 Jan 2001 00:00:00 GMT", rule-id="past"')
    expect((await head(bucket, 'k')).outcome).toBe(GONE)
  })

  test('gets a delete marker in a versioned bucket', async () => {
    const bucket = await given.bucket('Enabled')
    const version = await given.version(bucket, 'k', 'kept')
    await setRules(bucket, [rule('past', prefix(''), PAST)])
    expect((await request({ method: 'GET', bucket, key: 'k' })).status).toBe(404)
    await waitUntil('a delete marker', async () => (await head(bucket, 'k')).headers['x-amz-delete-marker'] === 'true')
    expect(await request({ method: 'GET', bucket, key: 'k', query: { versionId: version } })).toMatchObject({
      status: 200,
      text: 'kept',
    })
    expect(await versionsOf(bucket)).toEqual(['k', 'k'])
  })

  test('sends a removal event without a user', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'over')
    let fillers = 0
    const path = `/${bucket}?events=${encodeURIComponent('s3:ObjectRemoved:*')}&events=${encodeURIComponent('s3:ObjectCreated:*')}`
    // MinIO buffers events until they fill several thousand bytes.
    const fill = () => given.object(bucket, `filler/${++fillers}`, '')
    const live = await openLive({ url: target.url, credentials: target.root, path, provoke: fill })
    try {
      await setRules(bucket, [rule('past', prefix('over'), PAST)])
      await head(bucket, 'over')
      const event = await waitUntil('the event', async () => {
        const records = live.lines().flatMap((line) => Object(line).Records ?? [])
        const found = records.find(({ eventName }) => eventName.startsWith('s3:ObjectRemoved'))
        if (found === undefined) await fill()
        return found
      })
      expect(event).toMatchObject({
        eventName: 's3:ObjectRemoved:Delete',
        userIdentity: { principalId: '' },
        s3: { object: { key: 'over' } },
        source: { userAgent: 'Internal: [ILM-Expiry]' },
      })
    } finally {
      live.stop()
    }
  })
})

describe('A scan', () => {
  let server: OwnServer
  beforeAll(async () => {
    server = await startOwnServer()
    if (server.kind === 'minio') expect((await server.setConfig('scanner speed=fastest')).status).toBe(200)
  })
  afterAll(() => server.stop())

  /** By key, the latest first; a delete marker as a minus sign, a version as its content. */
  async function shown(bucket: string): Promise<string[]> {
    const { text } = await server.request({ method: 'GET', bucket, query: { versions: '' } })
    return [...text.matchAll(/<(Version|DeleteMarker)>.*?<Key>(.*?)<\/Key>(.*?)<\/\1>/g)].map(([, kind, key, more]) =>
      kind === 'DeleteMarker' ? `-${key}` : `${key} ${/<Size>(\d+)</.exec(more ?? '')?.[1]}`,
    )
  }

  async function bucketOf(keys: Record<string, (number | 'marker')[]>, isVersioned = true): Promise<string> {
    const bucket = await server.bucket()
    if (isVersioned) {
      const body = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>'
      await server.request({ method: 'PUT', bucket, query: { versioning: '' }, body })
    }
    for (const [key, versions] of Object.entries(keys)) {
      for (const size of versions) {
        const isMarker = size === 'marker'
        const { status } = await server.request({
          method: isMarker ? 'DELETE' : 'PUT',
          bucket,
          key,
          ...(isMarker ? {} : { body: 'x'.repeat(size) }),
          headers: key.startsWith('tagged') && !isMarker ? { 'x-amz-tagging': 'k=v' } : {},
        })
        expect(status).toBe(isMarker ? 204 : 200)
      }
    }
    return bucket
  }

  /** MinIO scans within seconds; once everything that has expired is deleted, what remains has been kept. */
  const leaves = (bucket: string, expected: string[]) =>
    waitUntil(
      `the scan leaves ${expected.join(', ')}`,
      async () => {
        const left = await shown(bucket)
        if (left.join() === expected.join()) return true
        throw new Error(`there are ${left.join(', ')}`)
      },
      { deadlineMs: 170_000, everyMs: 500 },
    )

  const SLOW = { timeout: 180_000 }

  test.concurrent('removes objects by prefix, even unusual ones', SLOW, async () => {
    const odd = 'ü &+%41/🛢️'
    const bucket = await bucketOf({ [`${odd}/1`]: [1], [`${odd}`]: [1], other: [1] }, false)
    await setRules(bucket, [rule('past', prefix('ü &amp;+%41/🛢️/'), PAST)], server.request)
    await leaves(bucket, ['other 1', 'ü &amp;+%41/🛢️ 1'])
  })

  test.concurrent('removes objects by tag and size', SLOW, async () => {
    const bucket = await bucketOf({ large: [20], small: [10], tagged: [1], tiny: [2] }, false)
    await setRules(
      bucket,
      [
        rule('tag', '<Tag><Key>k</Key><Value>v</Value></Tag>', PAST),
        rule('large', '<ObjectSizeGreaterThan>10</ObjectSizeGreaterThan>', PAST),
        rule('tiny', `<And><ObjectSizeLessThan>5</ObjectSizeLessThan>${prefix('ti')}</And>`, PAST),
      ],
      server.request,
    )
    await leaves(bucket, ['small 10'])
  })

  test.concurrent('keeps a number of noncurrent versions, including delete markers', SLOW, async () => {
    const bucket = await bucketOf({ a: [1, 2, 3, 4, 5], b: [1, 2, 'marker', 3], c: [1, 2, 3, 'marker'], d: [1, 2] })
    const inner = '<NewerNoncurrentVersions>2</NewerNoncurrentVersions>'
    await setRules(bucket, [rule('two', prefix(''), noncurrent(inner))], server.request)
    await leaves(bucket, ['a 5', 'a 4', 'a 3', 'b 3', '-b', 'b 2', '-c', 'c 3', 'c 2', 'd 2', 'd 1'])
  })

  test.concurrent('removes a delete marker without versions', SLOW, async () => {
    const bucket = await bucketOf({ alone: [1, 'marker'], over: [1, 'marker'] })
    const { text } = await server.request({ method: 'GET', bucket, query: { versions: '', prefix: 'alone' } })
    const [, , version = ''] = /<Version><Key>(.*?)<.*?<VersionId>(.*?)</.exec(text) ?? []
    await server.request({ method: 'DELETE', bucket, key: 'alone', query: { versionId: version } })
    const inner = '<Expiration><ExpiredObjectDeleteMarker>true</ExpiredObjectDeleteMarker></Expiration>'
    await setRules(bucket, [rule('lone', prefix(''), inner)], server.request)
    await leaves(bucket, ['-over', 'over 1'])
  })

  test.concurrent('creates one delete marker', SLOW, async () => {
    const bucket = await bucketOf({ k: [1, 2], other: [1], gone: [1, 'marker'] })
    await setRules(bucket, [rule('past', prefix('k'), PAST), rule('gone', prefix('gone'), PAST)], server.request)
    await leaves(bucket, ['-gone', 'gone 1', '-k', 'k 2', 'k 1', 'other 1'])
  })

  test.concurrent('keeps what is locked', SLOW, async () => {
    const bucket = `locked-${Date.now().toString(36)}`
    await createLockedBucket(server.request, bucket)
    for (const size of [1, 2, 3, 4]) {
      const headers: Record<string, string> = size === 1 ? { 'x-amz-object-lock-legal-hold': 'ON' } : {}
      const body = 'x'.repeat(size)
      const digest = { 'content-md5': createHash('md5').update(body).digest('base64') }
      const { status } = await server.request({
        method: 'PUT',
        bucket,
        key: 'k',
        body,
        headers: { ...digest, ...headers },
      })
      expect(status).toBe(200)
    }
    const inner = '<NewerNoncurrentVersions>1</NewerNoncurrentVersions>'
    await setRules(bucket, [rule('one', prefix(''), noncurrent(inner))], server.request)
    await leaves(bucket, ['k 4', 'k 3', 'k 1'])
  })

  test.concurrent('ignores disabled rules', SLOW, async () => {
    const bucket = await bucketOf({ k: [1], sign: [1] }, false)
    await setRules(
      bucket,
      [rule('off', prefix('k'), PAST).replace('Enabled', 'Disabled'), rule('on', prefix('sign'), PAST)],
      server.request,
    )
    await leaves(bucket, ['k 1'])
  })
})
