/** The console is killed while it receives the audit log. */
import { join } from 'node:path'
import { startConsoleProcess, waitUntil } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { sqliteAuditStore } from '../../src/shared/audit-store/sqlite-store.ts'
import { sentEntry } from './audit-entries.ts'

const TOKEN = 'ingest-token-of-the-tests'
const SENDERS = 8
const PER_BODY = 20

test('no acknowledged audit entry is lost', async () => {
  const server = await startConsoleProcess('http://127.0.0.1:9', { env: { COOPERAGE_AUDIT_TOKEN: TOKEN } })
  const acknowledged: string[] = []
  let sent = 0
  const send = async () => {
    for (;;) {
      const entries = Array.from({ length: PER_BODY }, () => sentEntry(++sent))
      const response = await fetch(`${server.url}/api/v1/logs/ingest`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TOKEN}` },
        body: entries.map((entry) => JSON.stringify(entry)).join('\n'),
      }).catch(() => undefined)
      if (response?.status !== 204) return
      acknowledged.push(...entries.map(({ requestID }) => requestID))
    }
  }
  const senders = Array.from({ length: SENDERS }, send)
  await waitUntil('a thousand entries', () => acknowledged.length > 1_000)
  server.child.process.kill('SIGKILL')
  await Promise.all([...senders, server.child.ended])

  const store = sqliteAuditStore(join(server.dataDir, 'audit.sqlite'), { days: 30, bytes: 1024 ** 3 })
  const kept = new Set((await store.search({ filters: [], descending: true, limit: sent })).map((one) => one.requestId))
  const { setAside } = await store.state()
  await store.close()
  await server.stop()
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
  expect(setAside).toBe('')
})
