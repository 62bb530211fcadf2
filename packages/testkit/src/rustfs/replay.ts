import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import {
  type Credentials,
  decryptAdminPayload,
  encryptAdminPayload,
  type JsonObject,
  objectField,
  parseAssumeRole,
  textField,
  writeS3Error,
} from '@cooperage/wire'
import { startTestEngine } from '../engine.ts'
import { send as sendSigned } from '../send.ts'
import type { StorageServer } from '../storage-server.ts'
import { hasRoute, type Refusal, refusalOf, SEALED, SECTIONS, SHAPES } from './shapes.ts'

/**
 * Stands in for RustFS, which takes hours to build: the embedded engine, which stores and decides, behind a proxy that speaks as
 * the released source of RustFS 1.0.1 (crate `rustfs`, Apache-2.0) does: its routes, its documents and its refusals. It isn't
 * RustFS. What the engine lacks, such as healing, it lacks too.
 */
export async function startRustfsReplay(): Promise<Omit<StorageServer, 'kind'> & { calls: string[] }> {
  const engine = await startTestEngine()
  const { root } = engine
  /** What admin calls are encrypted with: the keys of root, and the temporary ones that were issued here. */
  const issued = new Map<string, Credentials & { account: string }>([
    [root.accessKey, { ...root, account: root.accessKey }],
  ])
  const tiers = new Map<string, JsonObject>()
  const calls: string[] = []

  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`)
    handle(request, response).catch((error: unknown) => response.destroy(error as Error))
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request
    const path = url.split('?', 1)[0] ?? ''
    const refuse = (refusal: Refusal) => respond(response, request, refusal)
    if (hasUnsignedHeader(headers)) return refuse([403, 'AccessDenied', 'Access Denied'])
    if (!path.startsWith('/minio/admin/')) return await forward(request, response, path)
    if (headers.authorization === undefined) return refuse([403, 'AccessDenied', 'Signature is required'])
    if (path.startsWith('/minio/admin/v4')) return void response.writeHead(426).end()
    const call = path.slice('/minio/admin/v3/'.length)
    if (!hasRoute(method, call)) return refuse([501, 'NotImplemented', ''])
    const query = new URL(url, engine.url).searchParams
    if (call.startsWith('revoke-tokens/')) return await revoke(request, response, query)
    if (call === 'tier' || call.startsWith('tier/')) return await tier(request, response, call)
    if (call === 'tier-stats') return json(response, { contractVersion: 2, tiers: [] })
    if (call.startsWith('idp-config/')) return await identityProviders(request, response, call)
    const section = query.get('subSys') || query.get('key')?.split(':', 1)[0]
    if (call.endsWith('-config-kv') && section && !SECTIONS.has(section)) {
      return refuse([400, 'InvalidRequest', `unknown sub-system ${section}`])
    }
    const { status, headers: answered, body } = await ask(request)
    if (status >= 300) return refuse(refusalOf(call, query, body))
    const shape = SHAPES[call]
    if (shape === undefined) return void response.writeHead(status, answered).end(body)
    const secretKey = secretOf(request)
    const plain = SEALED.has(call) ? await decryptAdminPayload(secretKey, body) : body
    const shaped = shape(JSON.parse(plain.toString()), accountOf(request) === root.accessKey)
    if (SEALED.has(call)) await sealed(response, request, shaped)
    else json(response, shaped)
  }

  /** S3 and STS as they are, apart from what names the server. */
  async function forward(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const upstream = await exchange(request)
    const { server: _, ...headers } = upstream.headers
    response.writeHead(upstream.statusCode ?? 502, headers)
    if (request.method !== 'POST' || path !== '/') return void upstream.pipe(response)
    const text = await textOf(upstream)
    if (upstream.statusCode === 200) {
      const keys = parseAssumeRole(text)
      issued.set(keys.accessKey, { ...keys, account: accountOf(request) })
    }
    response.end(text)
  }

  const accountOf = (request: IncomingMessage) => issued.get(callerOf(request))?.account ?? callerOf(request)
  const secretOf = (request: IncomingMessage) => {
    const keys = issued.get(callerOf(request))
    if (keys === undefined) throw new Error(`Nobody knows the secret key of ${callerOf(request)}`)
    return keys.secretKey
  }
  async function sealed(response: ServerResponse, request: IncomingMessage, document: unknown): Promise<void> {
    const body = Buffer.from(JSON.stringify(document))
    response.end(await encryptAdminPayload(secretOf(request), body, { algorithm: 2 }))
  }

  function exchange(request: IncomingMessage): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = new URL(engine.url)
      const { method, url, headers } = request
      const upstream = send({ hostname, port, method, path: url, headers, agent: false }, resolve)
      upstream.on('error', reject)
      request.pipe(upstream)
    })
  }

  async function ask(request: IncomingMessage) {
    const upstream = await exchange(request)
    const chunks: Buffer[] = []
    for await (const chunk of upstream) chunks.push(chunk as Buffer)
    const { server: _, ...headers } = upstream.headers
    return { status: upstream.statusCode ?? 502, headers, body: Buffer.concat(chunks) }
  }

  /** Which token is meant doesn't matter: all of the account are revoked. */
  async function revoke(request: IncomingMessage, response: ServerResponse, query: URLSearchParams): Promise<void> {
    const credentials = issued.get(callerOf(request))
    const user = query.get('user')
    const answer = await sendSigned({
      url: engine.url,
      credentials,
      method: 'POST',
      path: '/minio/admin/v3/revoke-tokens/builtin',
      query: { fullRevoke: 'true', ...(user !== null && { user }) },
      body: await encryptAdminPayload(credentials?.secretKey ?? '', Buffer.from('{}'), { algorithm: 2 }),
    })
    request.resume()
    if (answer.status >= 300) return respond(response, request, [403, 'AccessDenied', 'Access Denied'])
    json(response, { revoked: 1, userProvider: 'builtin', user: user ?? '' })
  }

  /** Bodies aren't decrypted. */
  async function tier(request: IncomingMessage, response: ServerResponse, call: string): Promise<void> {
    const body = await textOf(request)
    const name = decodeURIComponent(call.slice('tier/'.length))
    if (call === 'tier' && request.method === 'GET') return json(response, [...tiers.values()])
    if (call === 'tier') {
      try {
        const one = objectField(JSON.parse(body))
        const type = textField(one, 'type')
        const settings = { ...objectField(one, type), secretKey: 'REDACTED' }
        tiers.set(textField(settings, 'name'), { type, [type]: settings })
        return void response.end()
      } catch {
        return respond(response, request, [400, 'InvalidRequest', 'invalid JSON: expected value at line 1 column 1'])
      }
    }
    if (!tiers.has(name)) return respond(response, request, [404, 'TierNotFound', 'tier not found'])
    if (request.method === 'DELETE') tiers.delete(name)
    response.end()
  }

  async function identityProviders(request: IncomingMessage, response: ServerResponse, call: string): Promise<void> {
    const [, type = '', name] = call.split('/')
    request.resume()
    const refusal: Refusal | undefined =
      request.method !== 'GET'
        ? [501, 'NotImplemented', `${type} idp-config writes aren't supported`]
        : name === undefined
          ? undefined
          : [404, 'NoSuchResource', `${type} provider '${name}' not found`]
    if (refusal) return respond(response, request, refusal)
    await sealed(response, request, { type, idp: [] })
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    root,
    calls,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await engine.stop()
    },
  }
}

function json(response: ServerResponse, document: unknown): void {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(document))
}

function respond(response: ServerResponse, { method }: IncomingMessage, [status, code, message]: Refusal): void {
  const body = writeS3Error({ code, message, resource: '', requestId: '1', hostId: '' })
  response.writeHead(status, { 'content-type': 'application/xml' }).end(method === 'HEAD' ? undefined : body)
}

/** The access key that a request is signed with. */
function callerOf({ headers }: IncomingMessage): string {
  return /Credential=(.*?)\/\d{8}\//.exec(headers.authorization ?? '')?.[1] ?? ''
}

/** All headers of S3's own have to be signed. */
function hasUnsignedHeader({ authorization, ...headers }: IncomingMessage['headers']): boolean {
  const signed = /SignedHeaders=([^,]+)/.exec(authorization ?? '')?.[1]?.split(';')
  return (
    signed !== undefined && Object.keys(headers).some((name) => name.startsWith('x-amz-') && !signed.includes(name))
  )
}
