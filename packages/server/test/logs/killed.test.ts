/** The console, or its database, is killed while it receives the audit log. */
import { join } from 'node:path'
import {
  missingProgram,
  startConsoleProcess,
  startPostgres,
  startTarget,
  uniqueName,
  waitUntil,
} from '@cooperage/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { postgresAuditStore } from '../../src/shared/audit-store/postgres-store.ts'
import { sqliteAuditStore } from '../../src/shared/audit-store/sqlite-store.ts'
import { startConsole } from '../running-console.ts'
import { visitor } from '../visitor.ts'
import { sentEntry } from './audit-entries.ts'

const TOKEN = 'ingest-token-of-the-tests'
const SENDERS = 8
const PER_BODY = 20
/** Says nothing. */
const LOG = { info: () => undefined, warn: () => undefined }
const RETENTION = { days: 30, bytes: 1024 ** 3 }
const EVERYTHING = { filters: [], descending: true }

/** Sends entries to the console at `url`, several bodies at a time, until `isOver` says so about a response. */
function sendEntries(url: string, isOver: (status: number | undefined) => boolean) {
  const acknowledged: string[] = []
  let sent = 0
  const send = async () => {
    for (;;) {
      const entries = Array.from({ length: PER_BODY }, () => sentEntry(++sent))
      const response = await fetch(`${url}/api/v1/logs/ingest`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TOKEN}` },
        body: entries.map((entry) => JSON.stringify(entry)).join('\n'),
      }).catch(() => undefined)
      if (response?.status === 204) acknowledged.push(...entries.map(({ requestID }) => requestID))
      if (isOver(response?.status)) return
    }
  }
  return { acknowledged, sent: () => sent, ended: Promise.all(Array.from({ length: SENDERS }, send)) }
}

test('no acknowledged audit entry is lost', async () => {
  const server = await startConsoleProcess('http://127.0.0.1:9', { env: { COOPERAGE_AUDIT_TOKEN: TOKEN } })
  const { acknowledged, sent, ended } = sendEntries(server.url, (status) => status !== 204)
  await waitUntil('a thousand entries', () => acknowledged.length > 1_000)
  server.child.process.kill('SIGKILL')
  await Promise.all([ended, server.child.ended])

  const store = sqliteAuditStore(join(server.dataDir, 'audit.sqlite'), RETENTION, LOG)
  const kept = new Set((await store.search({ ...EVERYTHING, limit: sent() })).map((one) => one.requestId))
  const { setAside } = await store.state()
  await store.close()
  await server.stop()
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
  expect(setAside).toBe('')
})

const missing = missingProgram('postgres')
if (missing !== undefined) console.warn(`!!!!  SKIPPED: a PostgreSQL that is lost. ${missing}`)
test.skipIf(missing !== undefined)(
  'a PostgreSQL that is lost and comes back has every acknowledged entry, and what the storage server recorded in the meantime',
  async () => {
    const [postgres, storage] = await Promise.all([startPostgres(), startTarget()])
    const server = await startConsole(storage.url, { auditStore: postgres.url, auditToken: TOKEN })
    const store = postgresAuditStore(postgres.url, RETENTION, LOG)
    onTestFinished(async () => {
      await store.close()
      await server.stop()
      await Promise.all([postgres.stop(), storage.stop()])
    })
    const admin = visitor(server.url)
    await admin.signIn(storage.root)
    await admin.call('POST', '/api/v1/logs/setup', { json: { url: server.url } })

    let [refused, isEnough] = [0, false]
    const { acknowledged, sent, ended } = sendEntries(server.url, (status) => {
      if (status === 503) refused += 1
      return isEnough
    })
    await waitUntil('a thousand entries', () => acknowledged.length > 1_000)
    await postgres.crash()
    await waitUntil('entries are refused', () => refused > SENDERS)
    for (const path of ['search', 'search/csv', 'store']) {
      const { status, json } = await admin.get(`/api/v1/logs/${path}`)
      expect([path, status, json]).toMatchObject([path, 503, { code: 'AuditStoreUnavailable' }])
    }
    const bucket = uniqueName('meanwhile')
    expect((await admin.call('POST', '/api/v1/buckets', { json: { name: bucket } })).status).toBe(201)

    const before = acknowledged.length
    await postgres.start()
    await waitUntil('a thousand more', () => acknowledged.length > before + 1_000)
    isEnough = true
    await ended
    const kept = new Set((await store.search({ ...EVERYTHING, limit: sent() * 2 })).map((one) => one.requestId))
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
    // The storage server delivers again what was refused.
    await expect
      .poll(async () => ((await admin.get(`/api/v1/logs/search?fp=bucket:${bucket}`)).json as { results: [] }).results)
      .not.toEqual([])
    expect((await admin.get('/api/v1/logs/store')).json).toMatchObject({ kind: 'postgres', problem: '' })
  },
)
