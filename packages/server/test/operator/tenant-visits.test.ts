import { EventEmitter, once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { KubeEndpoint } from '@cooperage/kube-client'
import { fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import type { AuditTrail } from '../../src/shared/audit-trail.ts'
import type { OperatorServices } from '../../src/shared/operator/operator-feature.ts'
import type { OperatorSession } from '../../src/shared/session/sealed-session.ts'
import { TenantVisits } from '../../src/tenant-proxy/index.ts'

test('an account with many visits makes room only for itself', async () => {
  const held: ServerResponse[] = []
  let isReleased = false
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.statusCode = 404
    if (isReleased) response.end('{}')
    else held.push(response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const cluster = new KubeEndpoint({ url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`) })
  const services = { settings: { dataDir: '/nowhere' }, now: Date.now, cluster, signOuts: new EventEmitter() }
  const visits = new TenantVisits({
    services: services as unknown as OperatorServices,
    stopping: new AbortController().signal,
    openConsole: () => Promise.reject(new Error('no tenant is reached')),
    secretFor: () => 'secret',
    auditTrail: { record: () => undefined } as unknown as AuditTrail,
    log: fastify().log,
  })
  onTestFinished(async () => {
    await visits.close()
    await cluster.close()
    server.closeAllConnections()
    server.close()
  })
  const enter = (account: string, tenant: string) => {
    const session = { id: account, revokeType: account, account, token: account, endsAt: Date.now() + 3_600_000 }
    const place = { namespace: 'team', tenant }
    const visit = { request: { ip: '127.0.0.1', id: tenant }, signal: new AbortController().signal }
    return visits.storageOf(session as OperatorSession, place, visit).catch(() => 'refused')
  }
  const first = enter('alice', 'of-alice')
  await expect.poll(() => asked.length).toBe(1)
  const flood = Array.from({ length: 2_300 }, (_, at) => enter('mallory', `invented-${at}`))
  const again = enter('alice', 'of-alice')
  isReleased = true
  for (const response of held) response.end('{}')
  expect(await Promise.all([first, again])).toEqual(['refused', 'refused'])
  await Promise.all(flood)
  // Both waited for the same check: her visit was still there.
  expect(asked.filter((path) => path.endsWith('/of-alice'))).toHaveLength(1)
})
