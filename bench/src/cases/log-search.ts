/** Log search over ten million entries: the first page of what people ask, and its bars. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startConsoleProcess, tempFolder } from '@cooperage/testkit'
import { ConsoleClient } from '../console-client.ts'
import type { Options } from '../options.ts'
import { residentMib } from '../process-cost.ts'
import { atMost, type Row } from '../result.ts'
import { SCALE, scaled } from '../scale.ts'
import { startStorage } from '../stage.ts'
import { median } from '../statistics.ts'

const TOKEN = 'token-of-the-measurement'
const PAGE_MS = 200
const DAY_MS = 86_400_000
const DAYS = 25
/** A search is the median of so many calls. */
const CALLS = 11

/** The line of the page that asks for it, and what the page then asks the console. */
const SEARCHES: [line: string, query: string][] = [
  ['everything', ''],
  ['yesterday', `timeStart=${day(-2)}&timeEnd=${day(-1)}`],
  ['status:403', 'status=403'],
  ['errors yesterday', `errors=true&timeStart=${day(-2)}&timeEnd=${day(-1)}`],
  ['user:anna', 'fp=user:user-7'],
  ['bucket:photos', 'fp=bucket:bucket-7'],
  ['api:DeleteObject', 'fp=api_name:DeleteObject'],
  [
    'status:403 user:anna bucket:photos yesterday',
    `status=403&fp=user:user-7&fp=bucket:bucket-7&timeStart=${day(-2)}&timeEnd=${day(-1)}`,
  ],
  ['user:anna bucket:photos', 'fp=user:user-7&fp=bucket:bucket-7'],
  ['user:nobody', 'fp=user:nobody'],
  ['object:2026/05/*', 'fp=object:2026/05/*'],
  ['object:*9.jpg', 'fp=object:*9.jpg'],
  ['object:2026/05/01/4999.jpg', 'fp=object:2026/05/01/4999.jpg'],
  ['request:R5000000', 'fp=request_id:R5000000'],
]
/** A text that no index finds reads every entry; within a day it reads those of the day. */
const RARE: [line: string, query: string][] = [
  ['object:*nothing* yesterday', `fp=object:*nothing*&timeStart=${day(-2)}&timeEnd=${day(-1)}`],
  ['object:*nothing*', 'fp=object:*nothing*'],
]

export async function measureLogSearch(options: Options): Promise<Row[]> {
  const folder = tempFolder('bench-logs')
  const dataDir = join(folder.path, 'data')
  const storage = await startStorage(options.against)
  const env = { COOPERAGE_AUDIT_STORE: 'sqlite', COOPERAGE_AUDIT_TOKEN: TOKEN, COOPERAGE_AUDIT_SIZE: '40GiB' }
  const start = () => startConsoleProcess(storage.url, { env, dataDir })
  try {
    const first = await start()
    await ingest(first.url)
    await first.stop()
    const total = scaled(SCALE.loggedRequests, options)
    fill(join(dataDir, 'audit.sqlite'), total)
    const console = await start()
    const visitor = await ConsoleClient.signIn(console.url, storage.root)
    try {
      const rows: Row[] = []
      const what = (line: string) => `log search, ${total} entries: ${line}`
      for (const [line, query] of SEARCHES) {
        const ours = [await timeOf(visitor, `/api/v1/logs/search?${query}`)]
        rows.push({ what: what(line), unit: 'ms', ours, target: atMost(PAGE_MS, 'ms') })
        const bars = [await timeOf(visitor, `/api/v1/logs/search/histogram?${query}`)]
        rows.push({ what: '… its bars', unit: 'ms', ours: bars })
      }
      for (const [line, query] of RARE) {
        const ours = [await timeOf(visitor, `/api/v1/logs/search?${query}`, 1)]
        rows.push({ what: what(line), unit: 'ms', ours })
      }
      rows.push({ what: '… memory of the console', unit: 'MiB', ours: [residentMib(console.pid)] })
      return rows
    } finally {
      visitor.close()
      await console.stop()
    }
  } finally {
    await storage.stop()
    folder.remove()
  }
}

async function timeOf(visitor: ConsoleClient, path: string, calls = CALLS): Promise<number> {
  const times: number[] = []
  for (let call = 0; call <= calls; call++) {
    const { lastByteMs } = await visitor.get(path)
    if (call > 0 || calls === 1) times.push(lastByteMs)
  }
  return median(times)
}

/** One entry: with it the console creates its file. */
async function ingest(url: string): Promise<void> {
  const time = new Date(Date.now() - DAYS * DAY_MS).toISOString()
  const body = JSON.stringify({ version: '1', time, api: { name: 'GetObject', statusCode: 200 }, requestID: 'first' })
  const headers = { authorization: `Bearer ${TOKEN}` }
  const { status } = await fetch(`${url}/api/v1/logs/ingest`, { method: 'POST', headers, body })
  if (status !== 204) throw new Error(`the entry was refused with ${status}`)
}

/** Writes entries over the last days as the console stores them; its indexes are built once all are there. */
function fill(file: string, total: number): void {
  const database = new DatabaseSync(file)
  try {
    const indexes = database.prepare(`SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql <> ''`).all()
    database.exec(
      'PRAGMA synchronous = OFF; PRAGMA journal_mode = DELETE; PRAGMA journal_mode = OFF; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -500000',
    )
    for (const { name } of indexes) database.exec(`DROP INDEX ${name}`)
    database.exec(entries(total, Date.now() * 1000))
    for (const { sql } of indexes) database.exec(String(sql))
    database.exec('PRAGMA journal_mode = WAL')
  } finally {
    database.close()
  }
}

/**
 * Three of a hundred fail, half of those with 403; ten thousand objects in each of fifty buckets, a thousand users, of whom the first hundred
 * make nine of ten requests.
 */
function entries(total: number, now: number): string {
  const step = Math.floor((DAYS * DAY_MS * 1000) / total)
  const status =
    'CASE n * 7 % 200 WHEN 0 THEN 404 WHEN 1 THEN 404 WHEN 2 THEN 404 WHEN 3 THEN 403 WHEN 4 THEN 403 WHEN 5 THEN 403 ELSE 200 END'
  const api = `CASE n % 7 WHEN 0 THEN 'GetObject' WHEN 1 THEN 'GetObject' WHEN 2 THEN 'GetObject' WHEN 3 THEN 'PutObject' WHEN 4 THEN 'ListObjectsV2' WHEN 5 THEN 'HeadObject' ELSE 'DeleteObject' END`
  const user = `'user-' || (CASE WHEN n % 10 = 0 THEN n / 10 % 1000 ELSE n * 13 % 100 END)`
  return `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${total}),
    requests AS (SELECT n, ${status} AS status, ${api} AS api, ${user} AS user FROM numbers)
    INSERT INTO audit_entries (time_us, id, api_name, bucket, object, remote_host, request_id, user_agent, access_key, parent_user,
      response_status, response_status_code, request_content_length, response_content_length, time_to_response_ns, details, error_code)
    SELECT ${now} - (${total} - n) * ${step}, n * 982451653 % 4503599627370496, api, 'bucket-' || (n * 31 % 50),
      printf('2026/%02d/%02d/%d.jpg', n % 12, n % 28, n % 10000), printf('10.0.%d.%d', n % 4, n % 250), 'R' || n,
      CASE n % 3 WHEN 0 THEN 'MinIO (linux; amd64) minio-go/v7.0.90 mc/2026' ELSE 'aws-cli/2.31 md/Botocore#1.40' END,
      CASE n % 4 WHEN 0 THEN 'KEY' || user ELSE user END, CASE n % 4 WHEN 0 THEN user ELSE '' END,
      CASE status WHEN 200 THEN 'OK' WHEN 403 THEN 'Forbidden' ELSE 'Not Found' END, status, 120, 48000, 2400000,
      json_object('node', '', 'host', 'storage.example.com:9000', 'path', '/bucket/' || n, 'deploymentId', '7d6a1a4e-5ac0-4e2f-9d0f-3f6c1a0f2b11',
        'trigger', 'incoming', 'query', json_object(), 'requestHeaders', json_object('Authorization', 'REDACTED', 'X-Amz-Date', '20261124T080000Z'),
        'responseHeaders', json_object('Content-Type', 'image/jpeg', 'Etag', '0f343b0931126a20f133d67c2b018a3b'), 'objects', json_array()),
      CASE status WHEN 403 THEN 'AccessDenied' WHEN 404 THEN 'NoSuchKey' ELSE '' END
    FROM requests`
}

function day(offset: number): string {
  return new Date(Date.now() + offset * DAY_MS).toISOString()
}
