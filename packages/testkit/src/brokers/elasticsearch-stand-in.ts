import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Broker, BrokerEvent } from './broker.ts'

const INDEX = 'events'

/**
 * Responds to the calls that MinIO makes to Elasticsearch, which has no package: it requests the version, resolves and creates
 * the index, and puts one document per object.
 */
export async function startElasticsearchStandIn(): Promise<Broker> {
  const documents = new Map<string, BrokerEvent['records']>()
  let hasIndex = false

  function responseTo(method: string, path: string, body: string): [status: number, document: object] {
    const id = path.startsWith(`/${INDEX}/_doc/`) ? path.slice(`/${INDEX}/_doc/`.length) : undefined
    if (path === '/') return [200, { version: { number: '7.17.10', build_flavor: 'default' } }]
    if (path === `/_resolve/index/${INDEX}`) {
      return hasIndex ? [200, { indices: [{ name: INDEX }] }] : [404, { status: 404 }]
    }
    if (method === 'PUT' && path === `/${INDEX}`) {
      hasIndex = true
      return [200, { acknowledged: true, index: INDEX }]
    }
    if (method === 'PUT' && id !== undefined && hasIndex) {
      documents.set(id, JSON.parse(body).Records)
      return [201, { _index: INDEX, _id: id, result: 'created' }]
    }
    return [400, { status: 400, error: { reason: `${method} ${path} isn't known to the stand-in` } }]
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const [status, document] = responseTo(request.method ?? '', decodeURIComponent(request.url ?? ''), body)
    // Without this header the Elasticsearch client rejects the server.
    const headers = { 'content-type': 'application/json', 'x-elastic-product': 'Elasticsearch' }
    response.writeHead(status, headers).end(JSON.stringify(document))
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: Error) => response.destroy(error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    settings: {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      index: INDEX,
      format: 'namespace',
    },
    events: async () => [...documents.values()].map((records) => ({ name: nameOf(records), records })),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The document's ID is a hash, so the name is taken from its record. */
function nameOf([record]: BrokerEvent['records']): string {
  return `${record?.s3.bucket.name}/${decodeURIComponent(record?.s3.object.key.replaceAll('+', ' ') ?? '')}`
}
