import {
  HISTOGRAM_BARS,
  LOG_PAGE_SIZE,
  LOG_ROW_LIMIT,
  type LogHistogram,
  MAX_SAVED_SEARCHES,
} from '@cooperage/contract'
import { accountsOf, targetKind, uniqueName } from '@cooperage/testkit'
import { CONSOLE_USER_AGENT } from '@cooperage/wire'
import { expect, test } from 'vitest'
import { consoleAt, withConsole } from '../running-console.ts'
import { type Visitor, visitor } from '../visitor.ts'
import { sentEntry } from './audit-entries.ts'

const TOKEN = 'ingest-token-of-the-tests'
const given = await withConsole({ auditStore: 'sqlite', auditToken: TOKEN })
const SEARCH = '/api/v1/logs/search'

const ingest = (body: unknown, headers: Record<string, string> = {}, sender = given.stranger()) =>
  sender.call('POST', '/api/v1/logs/ingest', {
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json', ...headers },
  })

interface Found {
  results: { id: string; object: string; time: string; [name: string]: unknown }[]
}
const search = async (user: Visitor, query: string) => {
  const { status, json, text } = await user.get(`${SEARCH}?${query}`)
  expect(status, text).toBe(200)
  return (json as Found).results
}

test('filters by status, downloads lines of JSON, and counts over time', async () => {
  const bucket = uniqueName('b')
  const statuses = [200, 403, 404, 503]
  const entries = statuses.map((statusCode, at) => sentEntry(at * 1000, { api: { bucket, statusCode } }))
  expect((await ingest(entries.map((entry) => JSON.stringify(entry)).join('\n'))).status).toBe(204)
  const user = await given.user()
  const found = async (query: string) =>
    (await search(user, `fp=bucket:${bucket}&order=timeAsc&${query}`)).map(
      ({ response_status_code }) => response_status_code,
    )
  expect(await found('status=403')).toEqual([403])
  expect(await found('status=4xx')).toEqual([403, 404])
  expect(await found('status=2xx')).toEqual([200])
  expect(await found('errors=true')).toEqual([403, 404, 503])
  expect((await user.get(`${SEARCH}?status=4x`)).status).toBe(400)

  const { text, headers } = await user.get(`${SEARCH}/json?fp=bucket:${bucket}&order=timeAsc`)
  expect(headers['content-disposition']).toBe('attachment; filename="audit-log.jsonl"')
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.map(({ response_status_code }) => response_status_code)).toEqual(statuses)

  const counted = (await user.get(`${SEARCH}/histogram?fp=bucket:${bucket}`)).json as LogHistogram
  expect(counted.bars).toHaveLength(HISTOGRAM_BARS)
  const sum = (of: 'found' | 'failed') => counted.bars.reduce((total, bar) => total + (bar?.[of] ?? 0), 0)
  expect([sum('found'), sum('failed')]).toEqual([4, 3])
  const none = (await user.get(`${SEARCH}/histogram?timeStart=2200-01-01T00:00:00Z`)).json as LogHistogram
  expect(none.bars).toEqual([])
})

test('the requests of a user are found under each of its keys, once', async () => {
  const name = uniqueName('u')
  const keys = [
    { accessKey: name },
    { accessKey: `${name}-t`, parentUser: name },
    { accessKey: name, parentUser: name },
  ]
  const entries = keys.map((key, at) => sentEntry(at * 1000, { ...key, api: { object: `of-${name}-${at}` } }))
  expect((await ingest(entries.map((entry) => JSON.stringify(entry)).join('\n'))).status).toBe(204)
  const user = await given.user()
  const objects = async (query: string) => (await search(user, query)).map(({ object }) => object)
  const all = [2, 1, 0].map((at) => `of-${name}-${at}`)
  expect(await objects(`fp=user:${name}`)).toEqual(all)
  expect(await objects(`fp=user:${name}&order=timeAsc`)).toEqual(all.toReversed())
  expect(await objects(`fp=user:${name}&fp=object:*-1`)).toEqual(all.slice(1, 2))
  const [first] = await search(user, `fp=user:${name}&pageSize=1`)
  expect(await objects(`fp=user:${name}&after=${first?.id}`)).toEqual(all.slice(1))
})

test('searches are saved for each account', async () => {
  const path = '/api/v1/logs/saved-searches'
  const user = await given.user()
  const saved = async (method: string, query = '', json?: object) => {
    const reply = await user.call(method, `${path}${query}`, json === undefined ? {} : { json })
    expect(reply.status, reply.text).toBe(200)
    return (reply.json as { searches: object[] }).searches
  }
  expect(await saved('GET')).toEqual([])
  await saved('PUT', '', { name: 'b', text: 'errors' })
  await saved('PUT', '', { name: 'a', text: 'status:403' })
  const both = [
    { name: 'a', text: 'status:403' },
    { name: 'b', text: 'yesterday' },
  ]
  expect(await saved('PUT', '', { name: 'b', text: 'yesterday' })).toEqual(both)
  const other = given.stranger()
  await other.signIn(await accountsOf(given.storage).allowed({ Effect: 'Allow', Action: ['admin:ConsoleLog'] }))
  expect((await other.get(path)).json).toEqual({ searches: [] })
  expect(await saved('DELETE', '?name=a')).toEqual([{ name: 'b', text: 'yesterday' }])
  for (let at = 1; at < MAX_SAVED_SEARCHES; at++) await saved('PUT', '', { name: `n${at}`, text: '' })
  expect((await user.call('PUT', path, { json: { name: 'more', text: '' } })).status).toBe(400)
})

test('finds what was ingested, in the form of the specification', async () => {
  const bucket = uniqueName('b')
  const entries = [1, 2, 3].map((number) => sentEntry(number, { api: { bucket } }))
  expect((await ingest(entries.map((entry) => JSON.stringify(entry)).join('\n'))).status).toBe(204)
  const user = await given.user()
  const query = `q=reqinfo&fp=bucket%3A${bucket}&fp=object%3Ao-*&pageSize=100&pageNo=0&order=timeDesc&timeStart=${new Date(0).toISOString()}&timeEnd=${new Date().toISOString()}`
  const found = await user.get(`/api/v1/logs/search?${query}`)
  expect(found.status, found.text).toBe(200)
  const { results } = found.json as Found
  const one = await user.get('/api/v1/logs/search?q=reqinfo&pageSize=1')
  expect((one.json as Found).results).toHaveLength(1)
  expect(results.map(({ object }) => object)).toEqual(['o-3', 'o-2', 'o-1'])
  expect(results[0]).toMatchObject({
    api_name: 'GetObject',
    bucket,
    remote_host: '10.0.0.7',
    request_id: 'R3',
    user_agent: 'mc',
  })
  expect(results[0]).toMatchObject({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    object: 'o-3',
    response_status: 'OK',
    response_status_code: 200,
    request_content_length: 120,
    response_content_length: 85,
    time_to_response_ns: 4_011_000,
  })
  const ascending = await search(user, `fp=bucket:${bucket}&order=timeAsc&pageSize=2&pageNo=1`)
  expect(ascending.map(({ object }) => object)).toEqual(['o-3'])
  const next = await search(user, `fp=bucket:${bucket}&after=${results[0]?.id}`)
  expect(next.map(({ object }) => object)).toEqual(['o-2', 'o-1'])

  const details = await user.get(`${SEARCH}/${results[0]?.id}`)
  expect(details.status).toBe(200)
  expect(details.text).toContain('AWS REDACTED')
  expect(details.text).not.toContain('c2lnbmF0dXJl')
  expect((await user.get(`${SEARCH}/1-1`)).json).toMatchObject({ code: 'NoSuchLogRecord' })

  const csv = await user.get(`${SEARCH}/csv?fp=bucket:${bucket}&order=timeAsc`)
  expect(csv.headers['content-disposition']).toBe('attachment; filename="audit-log.csv"')
  expect(csv.text.split('\r\n').map((line) => line.split(',')[3])).toEqual(['object', 'o-1', 'o-2', 'o-3', undefined])
})

test('finds failures by their code, and leaves out background entries and requests of consoles', async () => {
  const bucket = uniqueName('b')
  const failed = (name: string, statusCode: number, more: object = {}) => ({
    api: { bucket, object: name, status: 'Forbidden', statusCode, ...more },
  })
  await ingest([
    sentEntry(1, { api: { bucket, object: 'done' } }),
    sentEntry(2, failed('denied', 403)),
    // Without a recognized account it may be a wrong signature just as well.
    sentEntry(3, { ...failed('unknown', 403), accessKey: '' }),
    sentEntry(4, failed('reported', 404, { errorCode: 'NoSuchKey' })),
    sentEntry(5, { ...failed('header', 404), responseHeader: { 'X-Minio-Error-Code': 'NoSuchVersion' } }),
    sentEntry(6, { api: { bucket, object: 'scanned', name: '' }, trigger: 'scanner' }),
    sentEntry(7, { api: { bucket, object: 'shown' }, userAgent: CONSOLE_USER_AGENT }),
    sentEntry(8, { ...failed('unset', 404, { name: 'GetBucketTagging' }), userAgent: CONSOLE_USER_AGENT }),
    sentEntry(9, { ...failed('hidden', 403, { name: 'GetBucketTagging' }), userAgent: CONSOLE_USER_AGENT }),
    sentEntry(10, failed('asked', 404, { name: 'GetBucketTagging' })),
    sentEntry(11, {
      ...failed('gone', 404, { name: 'GetBucketTagging', errorCode: 'NoSuchBucket' }),
      userAgent: CONSOLE_USER_AGENT,
    }),
  ])
  const user = await given.user()
  const names = async (query: string) =>
    (await search(user, `fp=bucket:${bucket}&order=timeAsc&${query}`)).map(({ object }) => object)
  expect(await names('fp=error_code:AccessDenied')).toEqual(['denied', 'hidden'])
  expect(await names('fp=error_code:NoSuch*')).toEqual(['reported', 'header', 'gone'])
  expect(await names('errors=true')).toEqual(['denied', 'unknown', 'reported', 'header', 'hidden', 'asked', 'gone'])
  expect(await names('status=404')).toContain('unset')
  expect(await names('hide=background')).not.toContain('scanned')
  expect(await names('hide=background&hide=console')).toEqual([
    ...['done', 'denied', 'unknown', 'reported', 'header', 'asked'],
  ])
  expect((await search(user, `fp=bucket:${bucket}&fp=object:denied`))[0]).toMatchObject({ error_code: 'AccessDenied' })
})

test('has the limits of the specification', async () => {
  expect(LOG_PAGE_SIZE).toBe(100)
  expect(LOG_ROW_LIMIT).toBe(1_000_000)
})

test('an entry that is delivered twice is listed once', async () => {
  const bucket = uniqueName('b')
  const entry = sentEntry(1, { api: { bucket } })
  for (const _ of [1, 2]) expect((await ingest(entry, { authorization: TOKEN })).status).toBe(204)
  expect(await search(await given.user(), `fp=bucket:${bucket}`)).toHaveLength(1)
})

test('refuses entries without the token, malformed ones and oversized ones', async () => {
  for (const authorization of ['', 'Bearer wrong', `Basic ${TOKEN}`]) {
    expect((await ingest(sentEntry(1), { authorization })).json).toMatchObject({ code: 'AuditTokenRefused' })
  }
  expect(await ingest('{"version":')).toMatchObject({ status: 400 })
  expect(await ingest({ hello: 1 })).toMatchObject({ status: 400 })
  expect(await ingest('x'.repeat(9 * 1024 * 1024))).toMatchObject({ status: 413 })
  expect(given.server.log.join('')).not.toContain(TOKEN)
})

test.each([
  'fp=bucket',
  'fp=secret:x',
  'fp=bucket:a%5C',
  'order=zzz',
  'timeStart=now',
  'pageNo=10000',
  'after=x',
  'q=other',
])('refuses the query %s', async (query) => {
  expect((await (await given.user()).get(`${SEARCH}?${query}`)).json).toMatchObject({ code: 'InvalidInput' })
})

test('only a policy that allows admin:ConsoleLog opens it, at the moment of the call', async () => {
  const accounts = accountsOf(given.storage)
  const name = uniqueName('reader')
  const allowing = (...actions: string[]) => ({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: actions }],
  })
  await accounts.putPolicy(name, allowing('admin:ConsoleLog', 'admin:ServerInfo'))
  const keys = await accounts.user(name)
  const one = visitor(given.server.url)
  expect((await one.signIn(keys)).status).toBe(201)
  expect((await one.get('/api/v1/session')).json).toMatchObject({ features: expect.arrayContaining(['log-search']) })
  await search(one, '')
  expect((await one.get('/api/v1/logs/store')).json).toMatchObject({ kind: 'sqlite', problem: '', days: 30 })

  await accounts.putPolicy(name, allowing('admin:ServerInfo'))
  for (const path of [SEARCH, `${SEARCH}/csv`, `${SEARCH}/1-1`, '/api/v1/logs/store']) {
    await expect
      .poll(async () => (await one.get(path)).json)
      .toMatchObject({
        code: 'AccessDenied',
        message: 'You don’t have permission to view the logs (admin:ConsoleLog on this server).',
      })
  }
  const { features } = (await one.get('/api/v1/session')).json as { features: string[] }
  expect(features).not.toContain('log-search')
})

test('a storage server is set up to send its audit log, which then arrives', async () => {
  const user = await given.user()
  const setUp = (url: string) => user.call('POST', '/api/v1/logs/setup', { json: { url } })
  for (const url of ['ftp://host', 'http://user:pass@host', 'nonsense', 'http://host/?a']) {
    expect((await setUp(url)).json).toMatchObject({ code: 'InvalidInput' })
  }
  const saved = await setUp(given.server.url)
  expect(saved.status, saved.text).toBe(204)
  const { text: section } = await user.get('/api/v1/configs/audit_webhook/details')
  if (targetKind() === 'minio') expect(section).toMatch(/"batch_size"[^}]*"value":"100"/)
  const bucket = uniqueName('audited')
  await expect
    .poll(async () => {
      await user.call('POST', '/api/v1/buckets', { json: { name: bucket } })
      return (await search(user, `fp=bucket:${bucket}`)).length
    })
    .toBeGreaterThan(0)
  const [record] = await search(user, `fp=bucket:${bucket}&order=timeAsc`)
  expect(record).toMatchObject({ api_name: expect.stringMatching(/Bucket/), response_status_code: expect.any(Number) })
  const { text } = await user.get(`${SEARCH}/${record?.id}`)
  expect(text).toContain('Authorization')
  expect(text).not.toMatch(/Signature=[0-9a-f]{16}/)
  const store = (await user.get('/api/v1/logs/store')).json as { received: number; lastReceivedAt: string }
  expect(store.received).toBeGreaterThan(0)
  expect(store.lastReceivedAt).not.toBe('')
  await user.call('POST', '/api/v1/configs/audit_webhook:cooperage/reset', { json: { keys: [] } })
})

test('finds when users made their last request, with any of their keys', async () => {
  const [ann, ben, odd] = [uniqueName('ann'), uniqueName('ben'), `${uniqueName('o')}.*\\`]
  const entries = [
    sentEntry(1000, { accessKey: ann }),
    sentEntry(2000, { accessKey: 'SESSION', parentUser: ann }),
    sentEntry(3000, { accessKey: odd }),
    sentEntry(4000, { accessKey: `${odd}x` }),
  ]
  expect((await ingest(entries.map((entry) => JSON.stringify(entry)).join('\n'))).status).toBe(204)
  const user = await given.user()
  const lastSeen = (visitor: Visitor, users: string[]) =>
    visitor.call('POST', '/api/v1/logs/last-seen', { json: { users } })
  const { json } = await lastSeen(user, [ann, ben, odd])
  const { users, since } = json as { users: { name: string; time: string }[]; since: string }
  const timeOf = (name: string) => Date.parse(users.find((one) => one.name === name)?.time ?? '')
  expect([timeOf(ann), timeOf(odd)]).toEqual([Date.parse(entries[1]?.time ?? ''), Date.parse(entries[2]?.time ?? '')])
  expect(users).toContainEqual({ name: ben, time: '' })
  expect(Date.parse(since)).toBeLessThanOrEqual(timeOf(ann))

  const stranger = visitor(given.server.url)
  await stranger.signIn(await accountsOf(given.storage).user('readwrite'))
  expect((await lastSeen(stranger, [ann])).status).toBe(403)
})

test('the history of the configuration names the account that the audit log has for a change', async () => {
  // The audit log of the storage server may be sent to the other console.
  const own = await consoleAt(given.storage.url, { auditStore: 'sqlite', auditToken: TOKEN })
  const user = visitor(own.url)
  await user.signIn(given.storage.root)
  const set = async (value: string) => {
    const json = { key_values: [{ key: 'requests_max', value }] }
    expect((await user.call('PUT', '/api/v1/configs/api', { json })).status).toBe(200)
  }
  const accountOf = async (value: string) => {
    const { changes } = (await user.get('/api/v1/config-history')).json as {
      changes: { account: string; lines: { key_values: { value: string }[] }[] }[]
    }
    return changes.find(({ lines }) => lines.some((line) => line.key_values.some((pair) => pair.value === value)))
      ?.account
  }
  await set('71')
  expect(await accountOf('71')).toBe('')
  const author = uniqueName('author')
  const entry = sentEntry(60_000, { accessKey: 'SESSION', parentUser: author, api: { name: 'SetConfigKV' } })
  expect((await ingest(JSON.stringify(entry), {}, visitor(own.url))).status).toBe(204)
  expect(await accountOf('71')).toBe(author)
})
