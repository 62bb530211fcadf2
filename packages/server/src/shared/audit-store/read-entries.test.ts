import { expect, test } from 'vitest'
import { COLUMN_NAMES, FAILED_COLUMNS, INDEXES, valuesOf } from './columns.ts'
import { parseEntries, readEntry } from './read-entries.ts'

const NOW = Date.parse('2026-11-24T09:00:00Z')
const ENTRY = {
  version: '1',
  deploymentid: 'd1',
  time: '2026-11-24T08:59:59.123456789Z',
  trigger: 'incoming',
  api: {
    name: 'GetObject',
    bucket: 'photos',
    object: 'a.jpg',
    status: 'OK',
    statusCode: 200,
    rx: 0,
    tx: 85,
    timeToResponseInNS: '4011000',
  },
  remotehost: '10.0.0.7',
  requestID: '17B2',
  userAgent: 'mc',
  requestPath: '/photos/a.jpg',
  requestQuery: { 'X-Amz-Signature': 'secret-1', versionId: 'v1' },
  requestHeader: {
    Authorization: 'AWS4-HMAC-SHA256 Credential=k/1/s3/aws4_request, SignedHeaders=host, Signature=secret-2',
    'X-Amz-Security-Token': 'secret-3',
    Referer: 'http://host/a?X-Amz-Signature=secret-4',
  },
  responseHeader: { 'Set-Cookie': 'secret-5' },
  accessKey: 'AKIA',
  parentUser: 'alice',
}

test('reads what a search shows', () => {
  expect(readEntry(ENTRY, NOW)).toMatchObject({
    time: Date.parse('2026-11-24T08:59:59.123Z') * 1000 + 456,
    id: expect.any(Number),
    apiName: 'GetObject',
    bucket: 'photos',
    object: 'a.jpg',
    remoteHost: '10.0.0.7',
    requestId: '17B2',
    accessKey: 'AKIA',
    parentUser: 'alice',
    responseStatus: 'OK',
    responseStatusCode: 200,
    responseContentLength: 85,
    timeToResponseNs: 4_011_000,
  })
})

test('keeps no credentials', () => {
  const { details } = readEntry(ENTRY, NOW)
  expect(details).not.toContain('secret-')
  expect(JSON.parse(details)).toMatchObject({ path: '/photos/a.jpg', query: { versionId: 'v1' } })
})

test('the same entry has the same id, another one has another', () => {
  expect(readEntry(ENTRY, NOW).id).toBe(readEntry(structuredClone(ENTRY), NOW + 1).id)
  expect(readEntry({ ...ENTRY, requestID: '17B3' }, NOW).id).not.toBe(readEntry(ENTRY, NOW).id)
})

test.each(['not a time', '2031-01-01T00:00:00Z', '1900-01-01T00:00:00Z'])('replaces the time %s', (time) => {
  expect(readEntry({ ...ENTRY, time }, NOW).time).toBe(NOW * 1000)
})

test('shortens long values, and replaces characters that a database rejects', () => {
  const object = `\0\uD800${'é'.repeat(5_000)}`
  const entry = readEntry({ ...ENTRY, api: { object }, requestHeader: { a: 'x'.repeat(100_000) } }, NOW)
  expect(Buffer.byteLength(entry.object)).toBeLessThanOrEqual(2_000)
  expect(entry.object.startsWith('\uFFFD\uFFFDé')).toBe(true)
  expect(entry.details.length).toBeLessThan(10_000)
})

test('what PostgreSQL indexes together fits into a row of its index, however long the values are', () => {
  const long = 'é'.repeat(5_000)
  const api = { name: long, bucket: long, object: long, status: long, statusCode: 403, errorCode: long }
  const sent = { ...ENTRY, api, remotehost: long, requestID: long, userAgent: long, accessKey: long, parentUser: long }
  const values = valuesOf(readEntry(sent, NOW))
  const bytesOf = (name: (typeof COLUMN_NAMES)[number]) => {
    const value = values[COLUMN_NAMES.indexOf(name)]
    // With the length of a text, and what aligns the next value.
    return typeof value === 'string' ? Buffer.byteLength(value) + 7 : 8
  }
  for (const names of [...INDEXES.map((own) => [...own, 'time_us', 'id'] as const), FAILED_COLUMNS]) {
    const row = names.reduce((sum, name) => sum + bytesOf(name), 8)
    expect([names, row > 2_704 ? row : 'fits']).toEqual([names, 'fits'])
  }
})

test('rejects anything but audit entries', () => {
  for (const wrong of [null, 7, [], {}, { version: '1' }]) expect(() => readEntry(wrong, NOW)).toThrow(TypeError)
})

test.each([
  ['{"a":1}', [{ a: 1 }]],
  ['[{"a":1},{"a":2}]', [{ a: 1 }, { a: 2 }]],
  ['{"a":1}\n{"a":2}\n', [{ a: 1 }, { a: 2 }]],
  ['', []],
])('reads the body %s', (body, entries) => {
  expect(parseEntries(body)).toEqual(entries)
})

test('rejects a body that is cut off', () => {
  expect(() => parseEntries('{"a":1}\n{"a":')).toThrow(SyntaxError)
})
