import {
  expectDeclaredErrors,
  type FaultProxy,
  type PlatformCluster,
  startFaultProxy,
  startPlatformCluster,
  tempFolder,
  tenantPayload,
} from '@cooperage/testkit'
import { afterAll } from 'vitest'
import { type OperatorSettings, startOperatorServer } from '../../src/index.ts'
import { builtWeb } from '../running-console.ts'
import { type Visitor, visitor } from '../visitor.ts'

export interface RunningOperator {
  url: string
  cluster: PlatformCluster
  /** Between the console and the API server. */
  proxy: FaultProxy
  /** A visitor who is signed in with a token. */
  signedIn(jwt: string): Promise<Visitor>
  stop(): Promise<void>
}

/** A cluster, which it stops too, and a console of its tenants that reaches it through a proxy. */
export async function startOperator(
  cluster: PlatformCluster,
  settings: Partial<OperatorSettings> = {},
): Promise<RunningOperator> {
  const proxy = await startFaultProxy(cluster.server.url.origin)
  const folder = tempFolder('operator')
  const log: string[] = []
  const server = await startOperatorServer({
    host: '127.0.0.1',
    port: 0,
    dataDir: folder.path,
    webRoot: builtWeb(folder.path),
    kubernetesUrl: new URL(proxy.url),
    ownNamespace: 'default',
    log: (line) => log.push(line),
    ...settings,
  })
  return {
    url: server.url,
    cluster,
    proxy,
    async signedIn(jwt) {
      const one = visitor(server.url)
      const { status, text } = await one.call('POST', '/api/v1/login/operator', { json: { jwt } })
      if (status !== 201) throw new Error(`no sign-in: ${text}`)
      return one
    },
    async stop() {
      await server.close()
      await proxy.close()
      await cluster.stop()
      folder.remove()
      expectDeclaredErrors(log.join(''))
    },
  }
}

/** One of both, shared by all tests of a file, and stopped after them. */
export async function withOperator(
  settings: Partial<OperatorSettings> = {},
  ...options: Parameters<typeof startPlatformCluster>
) {
  const running = await startOperator(await startPlatformCluster(...options), settings)
  afterAll(() => running.stop())
  return {
    ...running,
    stranger: () => visitor(running.url),
    admin: () => running.signedIn(running.cluster.adminToken),
  }
}

export const GI = 1024 ** 3

/** What the wizard sends with an image of the user's choice. */
export const payload = (name: string, namespace: string) => ({
  ...tenantPayload(name, namespace),
  image: 'minio/minio:RELEASE.2025-09-07T16-13-09Z',
})
