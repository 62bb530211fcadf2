import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Cluster } from './cluster.ts'

export interface RecordedCall {
  /** The permission it requires, as `verb resource` of a role; undefined for discovery, which everyone may use. */
  right: string | undefined
  path: string
  body: unknown
}

export interface Recorder {
  /** A proxy for the API server that records the calls of clients. */
  url: URL
  calls: RecordedCall[]
  stop(): Promise<void>
}

/** Records the calls of clients to a cluster. What is sent as a stream, such as a watch, isn't supported. */
export async function recordCalls(cluster: Cluster): Promise<Recorder> {
  const calls: RecordedCall[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', url: path = '', headers } = request
    const text = Buffer.concat(chunks).toString()
    calls.push({ right: rightOf(method, path), path, body: text === '' ? undefined : JSON.parse(text) })
    const upstream = await cluster.send(method, path, {
      token: headers.authorization?.replace(/^Bearer /, '') ?? '',
      ...(text !== '' && { text }),
      ...(headers['content-type'] !== undefined && { contentType: headers['content-type'] }),
    })
    const isText = typeof upstream.body === 'string'
    response
      .writeHead(upstream.status, { 'content-type': isText ? 'text/plain' : 'application/json' })
      .end(isText ? upstream.body : JSON.stringify(upstream.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    calls,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const VERBS: Record<string, string> = { POST: 'create', PUT: 'update', PATCH: 'patch' }

function rightOf(method: string, path: string): string | undefined {
  const { pathname, searchParams } = new URL(path, 'http://cluster')
  const [, group = '', rest = ''] = /^\/(?:api\/v1|apis\/([^/]+)\/[^/]+)\/(.+)$/.exec(pathname) ?? []
  if (rest === '' || /^selfsubject/.test(rest)) return undefined
  // The namespace of an object, and not a namespace itself.
  const [plural, name, subresource] = rest.replace(/^namespaces\/[^/]+\/(?=.)/, '').split('/')
  const one = name === undefined ? 'list' : 'get'
  const removal = name === undefined ? 'deletecollection' : 'delete'
  const read = searchParams.has('watch') ? 'watch' : one
  const verb = method === 'GET' ? read : method === 'DELETE' ? removal : VERBS[method]
  const resource = subresource === undefined ? plural : `${plural}/${subresource}`
  return `${verb} ${resource}${group === '' ? '' : `.${group}`}`
}
