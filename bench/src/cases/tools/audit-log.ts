/** The audit log: how fast entries are stored, and how fast a million of them are searched, in both databases. */
import { missingProgram, startConsoleProcess, startPostgres } from '@cooperage/testkit'
import { ConsoleClient } from '../../console-client.ts'
import { HttpConnection } from '../../http-connection.ts'
import type { Options } from '../../options.ts'
import { cpuDuring, residentMib } from '../../process-cost.ts'
import { shared } from '../../repeat.ts'
import { atMost, type Row } from '../../result.ts'
import { SCALE, scaled } from '../../scale.ts'
import { startStorage } from '../../stage.ts'
import { median } from '../../statistics.ts'

const TOKEN = 'token-of-the-measurement'
const PER_BODY = 100
const SENDERS = 8
const SINGLE_ENTRIES = 20_000
const ENTRIES_PER_SECOND = 2_000
const PAGE_MS = 150
const DAYS = 10
const DAY_MS = 86_400_000
/** A search is the median of so many calls. */
const CALLS = 11

const SEARCHES: [what: string, query: string][] = [
  ['first page', ''],
  ['first page of one bucket', 'fp=bucket:bucket-7'],
  ['first page of objects by prefix', 'fp=object:2026/05/*'],
  ['first page of failed deletions', 'fp=api_name:DeleteObject&fp=response_status:Forbidden'],
  ['first page of a day', `timeStart=${day(-3)}&timeEnd=${day(-2)}`],
  ['first page of failures', 'errors=true'],
  ['first page of one status', 'status=403'],
  ['first page of a user', 'fp=user:key-7'],
  ['failures of a user in a bucket', 'status=403&fp=user:key-7&fp=bucket:bucket-7'],
  ['one request by its ID', 'fp=request_id:R500000'],
  ['first page, oldest first', 'order=timeAsc'],
  ['objects by ending, which many have', 'fp=object:*9.jpg'],
]
/** Reads every entry. */
const FULL_SEARCH: (typeof SEARCHES)[number] = ['objects by a text that none contains', 'fp=object:*nothing*']

export async function measureAuditLog(options: Options): Promise<Row[]> {
  const rows = await measureStore('SQLite', 'sqlite', options)
  const missing = missingProgram('postgres')
  if (missing !== undefined) {
    process.stderr.write(`(without PostgreSQL: ${missing}) `)
    return rows
  }
  const postgres = await startPostgres()
  try {
    const { host, port, dbname, user, password } = postgres.connection
    const url = `postgres://${user}:${password}@${host}:${port}/${dbname}`
    return [...rows, ...(await measureStore('PostgreSQL', url, options))]
  } finally {
    await postgres.stop()
  }
}

async function measureStore(name: string, store: string, options: Options): Promise<Row[]> {
  const storage = await startStorage(options.against)
  const env = { COOPERAGE_AUDIT_STORE: store, COOPERAGE_AUDIT_TOKEN: TOKEN, COOPERAGE_AUDIT_SIZE: '20GiB' }
  const console = await startConsoleProcess(storage.url, { env })
  const senders = Array.from({ length: SENDERS }, () => new HttpConnection(console.url))
  try {
    const singles = scaled(SINGLE_ENTRIES, options)
    const single = await rateOf(singles, () => shared(senders, singles, (sender, at) => ingest(sender, entry(at))))
    const total = scaled(SCALE.auditEntries, options)
    const bodies = Math.floor((total - singles) / PER_BODY)
    const first = singles
    let cpu = 0
    const batched = await rateOf(bodies * PER_BODY, async () => {
      cpu = await cpuDuring(console.pid, () =>
        shared(senders, bodies, (sender, at) => ingest(sender, body(first + at * PER_BODY))),
      )
    })
    const visitor = await ConsoleClient.signIn(console.url, storage.root)
    const what = `audit log in ${name}`
    const target = { text: `≥ ${ENTRIES_PER_SECOND} /s`, isMet: (ours: number) => ours >= ENTRIES_PER_SECOND }
    const rows: Row[] = [
      { what: `${what}, one entry each, stored`, unit: '/s', ours: [single] },
      { what: `… ${PER_BODY} entries each, stored`, unit: '/s', ours: [batched], target },
      { what: '… console CPU for 1,000 entries', unit: 'ms', ours: [(cpu * 1e6) / (bodies * PER_BODY)] },
    ]
    for (const [search, query] of SEARCHES) {
      const ours = await timesOf(visitor, query)
      rows.push({ what: `${what}, ${total} entries: ${search}`, unit: 'ms', ours, target: atMost(PAGE_MS, 'ms') })
    }
    const last = `pageNo=${Math.floor(total / PER_BODY) - 1}`
    rows.push({ what: '… last page by its number', unit: 'ms', ours: await timesOf(visitor, last) })
    rows.push({ what: `… ${FULL_SEARCH[0]}`, unit: 'ms', ours: await timesOf(visitor, FULL_SEARCH[1], 3) })
    rows.push({ what: '… memory of the console', unit: 'MiB', ours: [residentMib(console.pid)] })
    visitor.close()
    return rows
  } finally {
    for (const sender of senders) sender.close()
    await console.stop()
    await storage.stop()
  }
}

async function timesOf(visitor: ConsoleClient, query: string, calls = CALLS): Promise<number[]> {
  const times: number[] = []
  for (let call = 0; call <= calls; call++) {
    const { status, lastByteMs } = await visitor.get(`/api/v1/logs/search?${query}`)
    if (status !== 200) throw new Error(`the search ${query} returned ${status}`)
    if (call > 0) times.push(lastByteMs)
  }
  return [median(times)]
}

async function rateOf(count: number, work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (count * 1000) / (performance.now() - began)
}

async function ingest(sender: HttpConnection, text: string): Promise<void> {
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }
  const { status } = await sender.request({ method: 'POST', path: '/api/v1/logs/ingest', headers, body: text })
  if (status !== 204) throw new Error(`entries were refused with ${status}`)
}

function body(first: number): string {
  return Array.from({ length: PER_BODY }, (_, at) => entry(first + at)).join('\n')
}

const APIS = ['GetObject', 'GetObject', 'GetObject', 'PutObject', 'ListObjectsV2', 'HeadObject', 'DeleteObject']
const STATUSES = [...Array<string>(18).fill('OK'), 'Not Found', 'Forbidden']
const STARTED = Date.now()

/** An entry as MinIO sends it, over the last days. */
function entry(number: number): string {
  const status = STATUSES[(number * 7) % STATUSES.length]
  const two = (value: number) => String(value).padStart(2, '0')
  return JSON.stringify({
    version: '1',
    deploymentid: '7d6a1a4e-5ac0-4e2f-9d0f-3f6c1a0f2b11',
    time: new Date(STARTED - ((number * 7919) % (DAYS * DAY_MS))).toISOString(),
    trigger: 'incoming',
    api: {
      name: APIS[number % APIS.length],
      bucket: `bucket-${(number * 31) % 50}`,
      object: `2026/${two(number % 12)}/${two(number % 28)}/${number}.jpg`,
      status,
      statusCode: status === 'OK' ? 200 : 404,
      rx: 120,
      tx: 48_000,
      timeToFirstByteInNS: '1900000',
      timeToResponseInNS: '2400000',
    },
    remotehost: `10.0.${number % 4}.${number % 250}`,
    requestID: `R${number}`,
    userAgent: number % 3 === 0 ? 'MinIO (linux; amd64) minio-go/v7.0.90 mc/2026' : 'aws-cli/2.31 md/Botocore#1.40',
    requestPath: `/bucket/${number}`,
    requestHost: 'storage.example.com:9000',
    requestHeader: { Authorization: 'AWS4-HMAC-SHA256 Credential=x, Signature=0', 'X-Amz-Date': '20261124T080000Z' },
    responseHeader: { 'Content-Type': 'image/jpeg', Etag: '"0f343b0931126a20f133d67c2b018a3b"' },
    accessKey: `key-${number % 20}`,
  })
}

function day(offset: number): string {
  return new Date(Date.now() + offset * DAY_MS).toISOString()
}
