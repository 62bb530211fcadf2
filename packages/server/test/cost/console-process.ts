/** A console as its own process that measures itself: of the storage server, or of the cluster, at the address that it gets, with the address of its tenants. */
import { answerMeasurements } from '@cooperage/testkit'
import { startOperatorServer, startServer } from '../../src/index.ts'

const [mode, address = '', dataDir = '', tenant] = process.argv.slice(2)
const common = { host: '127.0.0.1', port: 0, dataDir, webRoot: dataDir, log: () => undefined }
const server =
  mode === 'operator'
    ? await startOperatorServer({
        ...common,
        kubernetesUrl: new URL(address),
        ownNamespace: 'default',
        ...(tenant !== undefined && { tenantUrl: async () => new URL(tenant) }),
      })
    : await startServer({ ...common, storageUrl: new URL(address), secret: 'a secret that only the tests use' })

answerMeasurements({ url: server.url }, () => server.close())
