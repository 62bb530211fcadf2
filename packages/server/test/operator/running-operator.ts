import { expectDeclaredErrors, type PlatformCluster, startPlatformCluster, tempFolder } from '@cooperage/testkit'
import { afterAll, beforeAll } from 'vitest'
import { type OperatorSettings, startOperatorServer } from '../../src/index.ts'
import { type Visitor, visitor } from '../visitor.ts'

/** A cluster and a console of its tenants, shared by all tests of a file. */
export function withOperator(
  settings: Partial<OperatorSettings> = {},
  ...options: Parameters<typeof startPlatformCluster>
) {
  const running = {} as { cluster: PlatformCluster; url: string; stop: () => Promise<void> }
  beforeAll(async () => {
    running.cluster = await startPlatformCluster(...options)
    const folder = tempFolder('operator')
    const log: string[] = []
    const server = await startOperatorServer({
      host: '127.0.0.1',
      port: 0,
      dataDir: folder.path,
      webRoot: folder.path,
      kubernetesUrl: running.cluster.server.url,
      ownNamespace: 'default',
      log: (line) => log.push(line),
      ...settings,
    })
    running.url = server.url
    running.stop = async () => {
      await server.close()
      folder.remove()
      expectDeclaredErrors(log.join(''))
    }
  })
  afterAll(async () => {
    await running.stop?.()
    await running.cluster?.stop()
  })
  const signedIn = async (jwt: string): Promise<Visitor> => {
    const one = visitor(running.url)
    const { status, text } = await one.call('POST', '/api/v1/login/operator', { json: { jwt } })
    if (status !== 201) throw new Error(`no sign-in: ${text}`)
    return one
  }
  return {
    get cluster() {
      return running.cluster
    },
    stranger: () => visitor(running.url),
    /** A visitor who is signed in with a token. */
    signedIn,
    admin: () => signedIn(running.cluster.adminToken),
  }
}
