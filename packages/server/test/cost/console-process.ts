/**
 * A console as its own process that measures itself: of the storage server, alone or as one of several, or of the cluster, at the
 * address that it gets, with the address of its tenants.
 */
import { answerMeasurements } from '@cooperage/testkit'
import { startOperatorServer, startServer, startSeveralServers } from '../../src/index.ts'

const [mode, address = '', dataDir = '', tenant] = process.argv.slice(2)
const common = { host: '127.0.0.1', port: 0, dataDir, webRoot: dataDir, log: () => undefined }
const SECRET = 'a secret that only the tests use'
const server =
  mode === 'operator'
    ? await startOperatorServer({
        ...common,
        kubernetesUrl: new URL(address),
        ownNamespace: 'default',
        ...(tenant !== undefined && { tenantUrl: async () => new URL(tenant) }),
      })
    : mode === 'servers'
      ? await startSeveralServers({
          ...common,
          outboundLoopback: true,
          secret: SECRET,
          servers: [{ name: 'main', title: 'Main', color: 'gray', storageUrl: new URL(address) }],
        })
      : await startServer({ ...common, storageUrl: new URL(address), secret: SECRET })

answerMeasurements({ url: server.url }, () => server.close())
