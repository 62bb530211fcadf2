import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { declaredErrors, ERRORS, OPERATOR_FEATURES } from '@cooperage/contract'
import { ROUTES as ALL_ROUTES, SOCKETS as ALL_SOCKETS } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { buildApp } from '../src/index.ts'
import { withConsole } from './running-console.ts'

const given = await withConsole()
/** The calls and live views of a console of one storage server. */
const isOfStorage = ({ id }: { id: string }) => !OPERATOR_FEATURES.includes(id.split('.')[0] ?? '')
const ROUTES = ALL_ROUTES.filter(isOfStorage)
const SOCKETS = ALL_SOCKETS.filter(isOfStorage)

function codesIn(response: object): string[] {
  const enums = [...JSON.stringify(response).matchAll(/"code":\{"enum":(\[[^\]]*\])\}/g)]
  return enums.flatMap(([, codes = '[]']) => JSON.parse(codes) as string[])
}

interface OpenApiDocument {
  paths: Record<string, Record<string, { operationId: string; responses: object; security?: object[] }>>
  components: { securitySchemes: { session: object } }
}

const pathInDocument = (path: string) => path.replace(/:(\w+)/g, '{$1}')

test('handles every call of the contract', async () => {
  expect(ROUTES.length).toBeGreaterThan(10)
  const app = await buildApp({
    storageUrl: new URL('http://127.0.0.1:9'),
    host: '127.0.0.1',
    port: 0,
    dataDir: given.server.dataDir,
    secret: 'long enough for a secret',
    webRoot: '/nowhere',
    log: 'silent',
  })
  const missing = ROUTES.filter(({ method, path }) => !app.hasRoute({ method, url: path })).map(({ id }) => id)
  expect(SOCKETS.length).toBeGreaterThan(0)
  missing.push(...SOCKETS.filter(({ path }) => !app.hasRoute({ method: 'GET', url: path })).map(({ id }) => id))
  expect(missing).toEqual([])
  await app.close()
})

test('describes every call of the contract in the OpenAPI document', async () => {
  const { status, json } = await given.stranger().get('/api/openapi.json')
  expect(status).toBe(200)
  const { paths, components } = json as OpenApiDocument
  expect(components.securitySchemes.session).toMatchObject({ in: 'cookie', name: expect.stringMatching(/^cooperage/) })
  for (const { id, method, path, status: success, auth } of ROUTES) {
    const operation = paths[pathInDocument(path)]?.[method.toLowerCase()]
    expect(operation?.operationId).toBe(id)
    expect([id, operation?.security]).toEqual([id, auth === 'session' ? [{ session: [] }] : undefined])
    expect(Object.keys(operation?.responses ?? {})).toContain(String(success))
  }
})

test('lists the errors of every call in the OpenAPI document, by status', async () => {
  const { json } = await given.stranger().get('/api/openapi.json')
  const { paths } = json as { paths: Record<string, Record<string, { responses: Record<string, object> }>> }
  for (const declared of [...ROUTES, ...SOCKETS]) {
    const method = 'method' in declared ? declared.method.toLowerCase() : 'get'
    const responses = paths[pathInDocument(declared.path)]?.[method]?.responses ?? {}
    const failures = Object.entries(responses).filter(([status]) => Number(status) >= 400)
    const listed = failures.flatMap(([status, response]) => codesIn(response).map((code) => [code, Number(status)]))
    const expected = declaredErrors(declared).map((code) => [code, ERRORS[code].status])
    expect([declared.id, listed.toSorted()]).toEqual([declared.id, expected.toSorted()])
    for (const [, response] of failures) expect(JSON.stringify(response)).toMatch(/schemas\/Error"|"detailedMessage"/)
  }
})

test('describes every live view in the OpenAPI document, with its messages', async () => {
  const { json } = await given.stranger().get('/api/openapi.json')
  const { paths } = json as {
    paths: Record<string, { get: { operationId: string; security: object[]; responses: { 101: object } } }>
  }
  for (const { id, path } of SOCKETS) {
    const operation = paths[pathInDocument(path)]?.get
    expect(operation?.operationId).toBe(id)
    expect(operation?.security).toEqual([{ session: [] }])
    expect(JSON.stringify(operation?.responses[101])).toContain('"kind"')
  }
})

test('requires a session wherever the contract says so', async () => {
  for (const { id, method, path, auth, body } of ROUTES) {
    if (auth === 'none') continue
    const reply = await given.stranger().call(method, path.replace(/:\w+/g, 'name'), body ? { json: {} } : {})
    expect([id, reply.status, reply.json]).toMatchObject([id, 401, { code: 'NotLoggedIn' }])
  }
  for (const { id, path } of SOCKETS) {
    const reply = await given.stranger().get(path.replace(/:\w+/g, 'name'))
    expect([id, reply.status, reply.json]).toMatchObject([id, 401, { code: 'NotLoggedIn' }])
  }
})

test('sends the OpenAPI document from memory, compressed, and not again to those who have it', async () => {
  const load = (headers: Record<string, string>) => given.stranger().get('/api/openapi.json', { headers })
  const { text: plain, headers } = await load({})
  expect(headers).toMatchObject({ etag: expect.stringMatching(/^W\/"/), 'cache-control': 'no-cache' })
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync }
  for (const encoding of ['br', 'gzip'] as const) {
    const reply = await load({ 'accept-encoding': encoding })
    expect(reply.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding', etag: headers.etag })
    expect(decoders[encoding](reply.bytes).toString()).toBe(plain)
  }
  const unchanged = await load({ 'if-none-match': headers.etag ?? '' })
  expect([unchanged.status, unchanged.text]).toEqual([304, ''])

  const before = process.cpuUsage()
  for (let count = 0; count < 50; count++) await load({ 'accept-encoding': 'br' })
  // With the requests of this test itself. Encoding it takes 30 ms each.
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000)
})
