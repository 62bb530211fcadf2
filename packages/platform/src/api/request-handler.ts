/** Handles a request: authenticates and authorizes the user, then serves the resource or document. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Issuers } from '../access/issuers.ts'
import { type Attempt, isAllowed } from '../access/rights.ts'
import type { Tokens, User } from '../access/tokens.ts'
import { ApiError, badRequest, forbidden, noSuchPath, notFound } from '../api-error.ts'
import { isRecord, type Json, type Obj, recordAt, textAt } from '../objects.ts'
import type { DeleteOptions, Registry, WriteOptions } from '../registry/registry.ts'
import { apiVersionOf, DEFINITIONS, PODS, type ResourceType, SERVICE_ACCOUNTS } from '../resources.ts'
import type { Discovery } from './discovery.ts'
import { listPage, watch } from './listing.ts'
import { type PodLogs, readLogOptions } from './pod-logs.ts'
import { readTarget, type Target } from './target.ts'

/** The same as in Kubernetes. */
const MAX_BODY_BYTES = 3 << 20
const MERGE_PATCH = 'application/merge-patch+json'
const TOKEN_SECONDS = { usual: 3_600, shortest: 600, longest: 10 * 365 * 86_400 }

export interface Platform {
  registry: Registry
  types: readonly ResourceType[]
  discovery: Discovery
  tokens: Tokens
  issuers: Issuers
  logs: PodLogs
}

const ANONYMOUS: User = { username: 'system:anonymous', uid: '', groups: ['system:unauthenticated'] }
const PUBLIC_PATHS = ['/version', '/healthz', '/livez', '/readyz']

interface Exchange {
  platform: Platform
  user: User
  request: IncomingMessage
  response: ServerResponse
  path: string
  query: URLSearchParams
}

export async function handleRequest(
  platform: Platform,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const url = URL.parse(request.url ?? '/', 'http://platform')
    if (url === null) throw noSuchPath()
    const user = await authenticate(platform, request)
    await serve({ platform, user, request, response, path: url.pathname, query: url.searchParams })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // Don't wait for a body that is still being sent.
    if (!request.complete) response.setHeader('connection', 'close')
    send(response, error.status, error.toStatus())
  }
}

async function authenticate({ tokens, issuers }: Platform, { headers }: IncomingMessage): Promise<User> {
  if (headers.authorization === undefined) return ANONYMOUS
  const token = /^Bearer (.+)$/i.exec(headers.authorization)?.[1] ?? ''
  const user = (await tokens.userOf(token)) ?? (await issuers.userOf(token))
  if (user === undefined) throw new ApiError(401, 'Unauthorized', 'Unauthorized')
  return user
}

async function serve(exchange: Exchange): Promise<void> {
  const { platform, user, request, response, path } = exchange
  const review = REVIEWS[path]
  if (review !== undefined && request.method === 'POST') {
    if (user === ANONYMOUS) throw forbiddenPath(user, request.method, path)
    const body = await readBody(request)
    send(response, 201, { ...(isRecord(body) ? body : {}), status: review(platform, user, body) })
    return
  }
  const target = readTarget(platform.types, path)
  if (target !== undefined) return await serveResource(exchange, target)

  const isPublic = PUBLIC_PATHS.includes(path)
  if (user === ANONYMOUS && !isPublic) throw forbiddenPath(user, request.method, path)
  if (isPublic && path !== '/version') {
    response.writeHead(200, { 'content-type': 'text/plain' }).end('ok')
    return
  }
  const document = request.method === 'GET' ? platform.discovery.document(path) : undefined
  if (document === undefined) throw noSuchPath()
  send(response, 200, document)
}

function forbiddenPath({ username }: User, method: string | undefined, path: string): ApiError {
  const verb = (method ?? 'get').toLowerCase()
  return new ApiError(403, 'Forbidden', `forbidden: User "${username}" cannot ${verb} path "${path}"`)
}

const REVIEWS: Record<string, (platform: Platform, user: User, body: unknown) => Json> = {
  '/apis/authentication.k8s.io/v1/selfsubjectreviews': (_platform, user) => ({ userInfo: user }),
  '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews': ({ registry }, user, body) => {
    const { verb, group, resource, subresource, namespace, name } = recordAt(body, 'spec', 'resourceAttributes')
    const attempt = {
      verb: String(verb ?? ''),
      group: String(group ?? ''),
      resource: subresource ? `${resource}/${subresource}` : String(resource ?? ''),
      namespace: namespace ? String(namespace) : undefined,
      name: name ? String(name) : undefined,
    }
    return { allowed: isAllowed(registry.store, user, attempt) }
  },
}

async function serveResource(exchange: Exchange, target: Target): Promise<void> {
  const { platform, user, request, response, query } = exchange
  const { type, name, subresource } = target
  const verb = verbOf(request.method, target, query)
  if (verb === undefined) throw methodNotAllowed()
  authorize(platform, user, { ...target, verb })
  if (type === DEFINITIONS) return serveDefinition(exchange, target)
  if (subresource === 'log' && type === PODS && verb === 'get') {
    await platform.logs.send(platform.registry.get(PODS, target.namespace, name ?? ''), readLogOptions(query), response)
    return
  }
  if (subresource === 'token' && type === SERVICE_ACCOUNTS && verb === 'create')
    return await issueToken(exchange, target)
  if (subresource !== undefined && !(subresource === 'status' && type.hasStatus)) throw noSuchPath()
  switch (verb) {
    case 'list':
      return send(response, 200, listPage(platform.registry.store, type, target.namespace, query))
    case 'watch':
      return watch(platform.registry.store, type, target.namespace, query, response)
    case 'get':
      return send(response, 200, platform.registry.get(type, target.namespace, name ?? ''))
    case 'deletecollection':
      return removeAll(exchange, target, await readBody(request))
    case 'delete':
      return remove(exchange, target, await readBody(request))
    default:
      return await write(exchange, target, verb)
  }
}

function verbOf(method: string | undefined, { name, subresource }: Target, query: URLSearchParams): string | undefined {
  if (method === 'GET' && name === undefined) return isOn(query, 'watch') ? 'watch' : 'list'
  if (method === 'GET') return 'get'
  if (method === 'POST' && (name === undefined || subresource === 'token')) return 'create'
  if (method === 'PUT' && name !== undefined) return 'update'
  if (method === 'PATCH' && name !== undefined) return 'patch'
  if (method === 'DELETE') return name === undefined ? 'deletecollection' : 'delete'
  return undefined
}

function methodNotAllowed(): ApiError {
  return new ApiError(405, 'MethodNotAllowed', 'the server does not allow this method on the requested resource')
}

function authorize({ registry }: Platform, user: User, target: Target & { verb: string }): void {
  const { type, namespace, name, subresource, verb } = target
  const resource = subresource === undefined ? type.plural : `${type.plural}/${subresource}`
  // A namespace counts as an object within itself.
  const scope = namespace ?? (type.plural === 'namespaces' ? name : undefined)
  const attempt: Attempt = { verb, group: type.group, resource, namespace: scope, name }
  if (isAllowed(registry.store, user, attempt)) return
  const where = scope === undefined ? 'at the cluster scope' : `in the namespace "${scope}"`
  const why = `User "${user.username}" cannot ${verb} resource "${resource}" in API group "${type.group}" ${where}`
  throw forbidden(type, name, why)
}

async function write({ platform, request, response, query }: Exchange, target: Target, verb: string): Promise<void> {
  const { registry } = platform
  const { type, namespace, name = '', subresource } = target
  if (verb === 'create' && type.isNamespaced && namespace === undefined) throw methodNotAllowed()
  if (verb === 'patch') requireMergePatch(request)
  const body = await readBody(request)
  const options: WriteOptions = {
    isStrict: query.get('fieldValidation') === 'Strict',
    isDryRun: isDryRun(query),
    isStatus: subresource === 'status',
  }
  const { object, warnings } =
    verb === 'create'
      ? registry.create(type, namespace, body, options)
      : verb === 'update'
        ? registry.replace(type, namespace, name, body, options)
        : registry.patch(type, namespace, name, body, options)
  if (query.get('fieldValidation') !== 'Ignore') {
    for (const warning of warnings) response.appendHeader('warning', `299 - ${JSON.stringify(warning)}`)
  }
  send(response, verb === 'create' ? 201 : 200, object)
}

function requireMergePatch({ headers }: IncomingMessage): void {
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim()
  if (type === MERGE_PATCH) return
  const message = `the body of the request was in an unknown format - accepted media types include: ${MERGE_PATCH}`
  throw new ApiError(415, 'UnsupportedMediaType', message)
}

function remove({ platform, response, query }: Exchange, { type, namespace, name = '' }: Target, body: unknown): void {
  const left = platform.registry.remove(type, namespace, name, readDeleteOptions(body, query))
  send(response, 200, left ?? success(type, name))
}

/** Lists what it deletes, as Kubernetes does. */
function removeAll({ platform, response, query }: Exchange, { type, namespace }: Target, body: unknown): void {
  const list = listPage(platform.registry.store, type, namespace, query) as { items: Obj[] }
  for (const { metadata } of list.items) {
    platform.registry.remove(type, metadata.namespace, metadata.name, readDeleteOptions(body, query))
  }
  send(response, 200, list)
}

function readDeleteOptions(body: unknown, query: URLSearchParams): DeleteOptions {
  const grace = recordAt(body).gracePeriodSeconds ?? query.get('gracePeriodSeconds') ?? undefined
  return {
    propagation: textAt(body, 'propagationPolicy') ?? query.get('propagationPolicy') ?? undefined,
    gracePeriodSeconds: grace === undefined ? undefined : Number(grace),
    uid: textAt(body, 'preconditions', 'uid'),
    resourceVersion: textAt(body, 'preconditions', 'resourceVersion'),
    isDryRun: isDryRun(query),
  }
}

function success({ group, plural }: ResourceType, name: string): object {
  const details = { name, ...(group !== '' && { group }), kind: plural }
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details }
}

function serveDefinition({ platform, request, response }: Exchange, { name }: Target): void {
  if (request.method !== 'GET') throw methodNotAllowed()
  const definitions = platform.discovery.definitions()
  if (name === undefined) {
    const list = { kind: `${DEFINITIONS.kind}List`, apiVersion: apiVersionOf(DEFINITIONS) }
    send(response, 200, { ...list, metadata: { resourceVersion: '1' }, items: definitions })
    return
  }
  const found = definitions.find((each) => textAt(each, 'metadata', 'name') === name)
  if (found === undefined) throw notFound(DEFINITIONS, name)
  send(response, 200, found)
}

async function issueToken({ platform, request, response }: Exchange, { namespace = '', name = '' }: Target) {
  const account = platform.registry.get(SERVICE_ACCOUNTS, namespace, name)
  const body = await readBody(request)
  const wanted = recordAt(body, 'spec').expirationSeconds
  const seconds = typeof wanted === 'number' ? wanted : TOKEN_SECONDS.usual
  if (seconds < TOKEN_SECONDS.shortest || seconds > TOKEN_SECONDS.longest) {
    throw badRequest('may not specify a duration less than 10 minutes')
  }
  const token = await platform.tokens.issue(namespace, name, account.metadata.uid, seconds)
  const expirationTimestamp = new Date(Date.now() + seconds * 1000).toISOString()
  send(response, 201, {
    kind: 'TokenRequest',
    apiVersion: 'authentication.k8s.io/v1',
    metadata: { name, namespace },
    spec: { expirationSeconds: seconds },
    status: { token, expirationTimestamp },
  })
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > MAX_BODY_BYTES) {
      const message = `Request entity too large: limit is ${MAX_BODY_BYTES}`
      throw new ApiError(413, 'RequestEntityTooLarge', message)
    }
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString('utf8')
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    throw badRequest(`the object provided is unrecognized (must be of type JSON): ${error}`)
  }
}

function isOn(query: URLSearchParams, name: string): boolean {
  return ['true', '1'].includes(query.get(name) ?? '')
}

function isDryRun(query: URLSearchParams): boolean {
  return query.get('dryRun') === 'All'
}

function send(response: ServerResponse, status: number, document: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(document))
}
