/** The largest and most awkward requests that the contract admits. */
import { randomBytes } from 'node:crypto'
import {
  createAccounts,
  MAX_IAM_BACKUP_BYTES,
  MAX_IAM_CONTENT_BYTES,
  MAX_NEW_ACCOUNTS_BYTES,
  NEW_ACCOUNTS_PART,
  type Route,
  type Schema,
  type Socket,
} from '@cooperage/contract'
import { awkwardIamArchives, awkwardJson, fill, KIB, MIB } from '@cooperage/testkit'
import { IAM_FILES, writeArchive } from '@cooperage/wire'
import { type CallOptions, FORM_TYPE, formBody } from '../visitor.ts'
import { inputsOf } from './awkward-values.ts'

export interface CostRequest {
  method: string
  path: string
  options: CallOptions
}

/** What the server reads of the head of a request, less the other headers. */
const URL_BYTES = 12 * KIB
const PARAMETER_BYTES = KIB
/** What a body has besides its largest text, which may need twice its bytes when it is escaped. */
const OTHER_BYTES = 4 * KIB
/** Gets the bodies that are refused alike wherever they are sent, before their schema is known. */
const ANY_CALL = 'session.hasPermission'
/** Bodies that every schema has to look at. */
const UNKNOWN_FIELDS = [
  `{${fill((at) => `"k${at}":0,`, 9 * KIB)}"z":0}`,
  `{"k":[${fill('{},', 150 * KIB)}{}]}`,
  `{"k":"${fill('\\u00e9', 2 * MIB - KIB)}"}`,
]

export async function requestsOf(route: Route): Promise<CostRequest[]> {
  const { method } = route
  const [path = '', ...otherPaths] = pathsOf(route)
  const [query = '', ...otherQueries] = queriesOf(route.query)
  const [body = {}, ...otherBodies] = await bodiesOf(route)
  return [
    { method, path: path + query, options: body },
    ...otherPaths.map((other) => ({ method, path: other + query, options: body })),
    ...otherQueries.map((other) => ({ method, path: path + other, options: body })),
    ...otherBodies.map((options) => ({ method, path: path + query, options })),
  ]
}

/** The addresses of a live view. */
export function viewsOf(socket: Socket): string[] {
  const [path = '', ...otherPaths] = pathsOf(socket)
  const [query = '', ...otherQueries] = queriesOf(socket.query)
  return [path + query, ...otherPaths.map((other) => other + query), ...otherQueries.map((other) => path + other)]
}

function pathsOf({ path, params }: { path: string; params: Schema | undefined }): string[] {
  if (params === undefined) return [path]
  return inputsOf(params, PARAMETER_BYTES).map((values) =>
    path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String((values as Record<string, unknown>)[name]))),
  )
}

function queriesOf(query: Schema | undefined): string[] {
  const unknown = [`?${fill((at) => `a${at}=&`, URL_BYTES)}`, `?a=${fill('%41', URL_BYTES)}`]
  if (query === undefined) return ['', ...unknown]
  const inputs = inputsOf(query, URL_BYTES).map((values) => {
    const given = Object.entries(values as Record<string, unknown>).filter(([, value]) => value !== undefined)
    const pairs = given.flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, String(one)]))
    return `?${new URLSearchParams(pairs)}`.slice(0, URL_BYTES)
  })
  return [...inputs, ...unknown]
}

async function bodiesOf(route: Route): Promise<CallOptions[]> {
  if (route.form || route.stream) return await formsOf(route)
  if (route.body === undefined) return [{}]
  const bytes = (route.bodyLimit - OTHER_BYTES) / 2
  const documents = inputsOf(route.body, bytes).map((value) => JSON.stringify(value ?? {}))
  return [...documents, ...(route.id === ANY_CALL ? awkwardJson(route.bodyLimit) : UNKNOWN_FIELDS)]
    .filter((json) => Buffer.byteLength(json) <= route.bodyLimit)
    .map((body) => ({ body, headers: { 'content-type': 'application/json' } }))
}

/**
 * Backups are read in another thread, so their size matters only for what the main thread passes on: the archive, and the list
 * of all that is in it.
 */
async function awkwardBackups(): Promise<Buffer[]> {
  const user = (at: number) => `"u${at}":{"secretKey":"secret-${at}","status":"enabled"},`
  // Long names, so that the list is as large as it can be before the thread runs out of time and memory.
  const members = fill((at) => `"${'m'.repeat(200)}${at}",`, MAX_IAM_CONTENT_BYTES / 2)
  const users = `{${fill(user, 100_000 * user(100_000).length)}"z":{}}`
  const noise = randomBytes(MAX_IAM_BACKUP_BYTES - 16 * KIB)
  const largest = [
    new Map([[IAM_FILES.users, users]]),
    new Map([[IAM_FILES.groups, `{"g":{"members":[${members}"m"]}}`]]),
    new Map([['noise', noise]]),
  ]
  return [...(await awkwardIamArchives(64 * KIB)), ...(await Promise.all(largest.map((files) => writeArchive(files))))]
}

/** As many names as an account may have, in as many accounts as a call accepts. */
function largestAccounts(): string {
  const groups = Array.from({ length: 1_000 }, () => 'g')
  const user = (at: number) =>
    JSON.stringify({ kind: 'user', name: `u${at}`, isEnabled: true, policies: [], groups, getsKey: false })
  return `[${fill((at) => `${user(at)},`, MAX_NEW_ACCOUNTS_BYTES - 2 * user(0).length)}${user(0)}]`
}

async function formsOf({ id, stream }: Route): Promise<CallOptions[]> {
  if (stream) {
    const headers = { 'content-type': 'application/octet-stream' }
    return [Buffer.alloc(0), Buffer.alloc(8 * MIB)].map((body) => ({ body, headers }))
  }
  const raw = (text: string): CallOptions => ({ body: text, headers: { 'content-type': FORM_TYPE } })
  const files = /^iamBackup\.|^servers\.archived/.test(id)
    ? (await awkwardBackups()).map((content) => [{ name: 'file', fileName: 'iam.zip', content }])
    : [
        ...(id === createAccounts.id ? [[{ name: NEW_ACCOUNTS_PART, content: largestAccounts() }]] : []),
        [{ name: '1', fileName: 'a', content: 'x' }],
        [{ name: '8000000', fileName: 'a', content: Buffer.alloc(8 * MIB) }],
        [{ name: 'selection', content: JSON.stringify(Array.from({ length: 5_000 }, (_, at) => `nasty/${at}`)) }],
        Array.from({ length: 1_000 }, (_, at) => ({ name: 'password', content: String(at) })),
      ]
  return [
    ...files.map((form) => ({ body: formBody(form), headers: { 'content-type': FORM_TYPE } })),
    ...awkwardJson(MIB).map((content) => ({
      body: formBody([{ name: 'selection', content }]),
      headers: { 'content-type': FORM_TYPE },
    })),
    raw(fill('--form-boundary\r\n', 2 * MIB)),
    raw(fill('\r\n--', 2 * MIB)),
    raw(`--form-boundary\r\n${fill((at) => `a${at}: b\r\n`, 2 * MIB)}`),
    raw(`--form-boundary\r\ncontent-disposition: form-data; ${fill('a="";', 2 * MIB)}\r\n\r\n`),
    raw(`--form-boundary\r\ncontent-disposition: form-data; name="${fill('%0A\\"', 2 * MIB)}"\r\n\r\n`),
  ]
}
