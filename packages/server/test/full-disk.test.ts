/** The disk of the data folder is full: audit entries and samples are refused with the reason, and everything else works. */
import type { LogStore, ServerInfo } from '@cooperage/contract'
import { metricsToken, SmallDisk } from '@cooperage/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { sentEntry } from './logs/audit-entries.ts'
import { startConsole, withConsole } from './running-console.ts'
import { visitor } from './visitor.ts'

const TOKEN = 'ingest-token-of-the-tests'
const MEGABYTES = 16
const given = await withConsole()

test('a full disk is reported, prevents no sign-in, and is used again once there is space', async () => {
  const disk = await SmallDisk.mountUnlessForbidden(MEGABYTES)
  if (disk === undefined) return
  const server = await startConsole(given.storage.url, {
    dataDir: disk.path,
    auditStore: 'sqlite',
    auditToken: TOKEN,
    metrics: { scrapeToken: async () => metricsToken(given.storage.root), scrapeSeconds: 1 },
  })
  onTestFinished(async () => {
    await server.stop()
    await disk.unmount()
  })
  const user = visitor(server.url)
  await user.signIn(given.storage.root)
  let number = 0
  const ingest = () => {
    const entries = Array.from({ length: 200 }, () => JSON.stringify(sentEntry(++number)))
    const headers = { authorization: `Bearer ${TOKEN}` }
    return visitor(server.url).call('POST', '/api/v1/logs/ingest', { body: entries.join('\n'), headers })
  }
  const store = async () => (await user.get('/api/v1/logs/store')).json as LogStore
  const metrics = async () => ((await user.get('/api/v1/admin/info')).json as ServerInfo).metrics
  await expect.poll(async () => (await metrics()).since).not.toBe('')
  expect((await ingest()).status).toBe(204)

  await expect
    .poll(async () => {
      disk.fill(0)
      const { status, json } = await ingest()
      return [status, (json as { code?: string } | undefined)?.code]
    })
    .toEqual([507, 'AuditStoreFull'])
  expect((await store()).problem).toBe('full')
  await expect.poll(async () => (await metrics()).problem).toContain('disk of the console’s data folder is full')
  expect((await visitor(server.url).signIn(given.storage.root)).status).toBe(201)
  // What was stored before is still found.
  expect(
    ((await user.get('/api/v1/logs/search?fp=request_id:R1')).json as { results: unknown[] }).results,
  ).toHaveLength(1)

  disk.free()
  await expect.poll(async () => (await ingest()).status).toBe(204)
  expect(await store()).toMatchObject({ problem: '', setAside: '' })
  await expect.poll(async () => (await metrics()).problem).toBe('')
})
