import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { writeAuditReceiver } from '../audit-receiver.ts'
import { ConsoleAudit } from './console-audit.ts'

test('sends entries in batches to the console that the data folder names, again after a failure', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'audit-'))
  const bodies: string[] = []
  let failures = 1
  const server = createServer(async (request, response) => {
    bodies.push(`${request.headers.authorization} ${await text(request)}`)
    response.writeHead(failures-- > 0 ? 503 : 204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const log: string[] = []
  const audit = new ConsoleAudit(folder, ({ message }) => log.push(message))
  onTestFinished(async () => {
    await audit.close()
    server.close()
    rmSync(folder, { recursive: true })
  })
  expect(audit.hasReceiver).toBe(false)
  const { port } = server.address() as AddressInfo
  await writeAuditReceiver(folder, { url: `http://127.0.0.1:${port}/ingest`, token: 'the-token' })
  await vi.waitFor(() => expect(audit.hasReceiver).toBe(true), 10_000)

  for (const n of [1, 2, 3]) audit.send({ n })
  await vi.waitFor(() => expect(bodies).toHaveLength(2), 10_000)
  expect(bodies).toEqual(['Bearer the-token {"n":1}', 'Bearer the-token {"n":1}\n{"n":2}\n{"n":3}'])
  audit.send({ n: 4 })
  await vi.waitFor(() => expect(bodies[2]).toBe('Bearer the-token {"n":4}'), 10_000)
  expect(log).toEqual(["the console doesn't receive the audit log"])

  await writeAuditReceiver(folder, undefined)
  await vi.waitFor(() => expect(audit.hasReceiver).toBe(false), 10_000)
})
