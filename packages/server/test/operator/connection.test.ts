/** Whom the console trusts as the API server, and tokens that end. */
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { NAMESPACES } from '@cooperage/kube-client'
import { startPlatformCluster, TEST_CERTIFICATES, uniqueName } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { openSocket } from '../socket-visitor.ts'
import { visitor } from '../visitor.ts'
import { startOperator, withOperator } from './running-operator.ts'

const given = await withOperator()

test('a token that the cluster no longer accepts ends the session, in calls and live views', async () => {
  const { metadata } = await given.cluster.admin.create(NAMESPACES, { metadata: { name: uniqueName('team') } })
  const token = await given.cluster.account(metadata.name, 'jane', [
    { groups: ['minio.min.io'], resources: ['tenants'], verbs: ['list', 'watch'] },
  ])
  const jane = await given.signedIn(token)
  expect((await jane.get('/api/v1/tenants')).status).toBe(200)
  const accounts = `/api/v1/namespaces/${metadata.name}/serviceaccounts/jane`
  expect((await given.cluster.send('DELETE', accounts)).status).toBe(200)
  const tab = await openSocket(jane, '/ws/cluster?resource=tenants')
  expect(await tab.closed).toEqual({ code: 4401, reason: 'SessionEnded' })
  expect((await jane.get('/api/v1/tenants')).outcome).toBe('401 SessionEnded')
  expect(jane.cookies.size).toBe(0)
})

describe('over TLS', () => {
  const [OWN, OTHER] = TEST_CERTIFICATES

  /** The platform behind a certificate, as API servers are. */
  async function startTlsCluster() {
    const cluster = await startPlatformCluster()
    const server = createServer({ cert: OWN.cert, key: OWN.key }, (incoming, outgoing) => {
      const { method, headers, url } = incoming
      const forwarded = request(new URL(url ?? '/', cluster.server.url), { method, headers }, (response) => {
        outgoing.writeHead(response.statusCode ?? 500, response.headers)
        response.pipe(outgoing)
      })
      incoming.pipe(forwarded)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const stop = async () => {
      server.closeAllConnections()
      server.close()
      await cluster.stop()
    }
    return { ...cluster, url, stop }
  }

  test('an API server is trusted by its authority only, and another certificate is explained', async () => {
    const cluster = await startTlsCluster()
    const tokenAt = async (kubernetesCa?: string) => {
      const settings = { kubernetesUrl: cluster.url, ...(kubernetesCa !== undefined && { kubernetesCa }) }
      const running = await startOperator({ ...cluster, stop: async () => undefined }, settings)
      const json = { jwt: cluster.adminToken }
      const reply = await visitor(running.url).call('POST', '/api/v1/login/operator', { json })
      await running.stop()
      return reply
    }
    expect((await tokenAt(OWN.cert)).status).toBe(201)
    for (const wrong of [undefined, OTHER.cert]) {
      expect(await tokenAt(wrong)).toMatchObject({
        status: 503,
        json: {
          code: 'ClusterUntrusted',
          message: expect.stringMatching(/certificate.*COOPERAGE_KUBERNETES_CA_FILE/),
        },
      })
    }
    await cluster.stop()
  })
})
