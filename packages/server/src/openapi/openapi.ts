import { createHash } from 'node:crypto'
import { ERRORS, type ErrorCode, errorBody } from '@cooperage/contract'
import { type FastifyInstance, fastify, type RouteOptions } from 'fastify'
import * as z from 'zod/mini'
import packageJson from '../../package.json' with { type: 'json' }
import { acceptedEncoding, compressed, type Encoding } from '../shared/compress-responses.ts'

/**
 * Serves `/api/openapi.json` with a document of every route that is registered after it. It is created on the first request:
 * its modules are a fifth of all modules of the server, and few ever request it.
 */
export function openApi(app: FastifyInstance, sessionCookie: () => string): void {
  const declared: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD') declared.push(route)
  })
  let representations: Promise<Representations> | undefined
  app.get('/api/openapi.json', { schema: { hide: true } }, async (request, reply) => {
    representations ??= describe(declared, sessionCookie()).then(represent)
    const { etag, bodies } = await representations
    const encoding = acceptedEncoding(request) ?? 'identity'
    reply.headers({ etag, vary: 'accept-encoding', 'cache-control': 'no-cache' })
    if (request.headers['if-none-match'] === etag) return await reply.code(304).send()
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return await reply.type('application/json; charset=utf-8').send(bodies[encoding])
  })
}

/** The document as it is sent: it never changes, anyone may request it, and encoding it takes tens of milliseconds. */
interface Representations {
  etag: string
  bodies: Record<Encoding | 'identity', Buffer>
}

async function represent(document: object): Promise<Representations> {
  const identity = Buffer.from(JSON.stringify(document))
  const [br, gzip] = await Promise.all([compressed(identity, 'br'), compressed(identity, 'gzip')])
  // Weak, because it is the same for each encoding.
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url')}"`
  return { etag, bodies: { identity, br, gzip } }
}

/** Declares the routes a second time, to an application that only describes them. */
async function describe(declared: readonly RouteOptions[], sessionCookie: string): Promise<object> {
  const { default: swagger } = await import('@fastify/swagger')
  const { jsonSchemaTransform } = await import('fastify-type-provider-zod')
  const app = fastify({ exposeHeadRoutes: false })
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Cooperage', description: 'The API of the Cooperage console.', version: packageJson.version },
      components: { securitySchemes: { session: sessionScheme(sessionCookie) } },
    },
    transform: jsonSchemaTransform,
  })
  for (const { method, url, schema } of declared) {
    app.route({ method, url, ...(schema && { schema }), handler: () => undefined })
  }
  await app.ready()
  const errorsById = new Map(declared.map(({ config }) => [config?.routeId, config?.errors ?? []]))
  return withErrors(app.swagger() as unknown as Document, (id) => errorsById.get(id) ?? [])
}

function sessionScheme(cookie: string) {
  const description =
    'POST /api/v1/login sets the cookie. Over TLS its name has the prefix __Host-, or __Secure- below a base path.'
  return { type: 'apiKey', in: 'cookie', name: cookie, description } as const
}

/** The parts of an OpenAPI document that errors are added to. */
interface Document {
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, object> }
}

interface Operation {
  operationId: string
  responses: Record<string, Response>
}

interface Response {
  description: string
  content?: Record<string, { schema: object }>
}

/** Lists the errors of each operation by status instead of one shape for all. */
function withErrors(document: Document, errorsOf: (id: string) => readonly ErrorCode[]): Document {
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    const { '4XX': refusal, '5XX': _, ...responses } = operation.responses
    const shape = refusal?.content?.[JSON_TYPE]?.schema
    // Additional fields of an error are described where it is declared.
    const body = shape === undefined || isErrorBody(shape) ? { $ref: '#/components/schemas/Error' } : shape
    operation.responses = { ...responses, ...errorResponses(errorsOf(operation.operationId), body) }
  }
  const { components } = document
  return { ...document, components: { ...components, schemas: { ...components?.schemas, Error: ERROR_SCHEMA } } }
}

function errorResponses(codes: readonly ErrorCode[], body: object): Record<string, Response> {
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => {
      const schema = { allOf: [body, { properties: { code: { enum: ofStatus } } }] }
      const description = ofStatus
        .map((code) => `${code}: ${ERRORS[code].message.replace(/\{(\{\w+\})\}/g, '$1')}`)
        .join('\n')
      return [String(status), { description, content: { [JSON_TYPE]: { schema } } }]
    }),
  )
}

const JSON_TYPE = 'application/json'
const { $schema: _, ...ERROR_SCHEMA } = z.toJSONSchema(errorBody)

function isErrorBody(schema: object): boolean {
  return 'properties' in schema
}
