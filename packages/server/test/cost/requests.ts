/** The largest and most awkward requests that the contract admits. */
import type { Route, Schema, Socket } from '@cooperage/contract'
import { awkwardIamArchives, awkwardJson, fill, KIB, MIB } from '@cooperage/testkit'
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
/** More of a text or a list only repeats what fewer show, where the contract has no limit but that of the body. */
const TEXT_BYTES = 256 * KIB
/** Jobs run on in the background: large ones would be measured with the calls that follow. */
const JOB_BYTES = 2 * KIB
/** Backups of IAM are compared on the main thread, one at a time, and only for administrators: larger ones exceed the limit. */
const BACKUP_BYTES = 8 * KIB
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
  const bytes = route.id === 'jobs.create' ? JOB_BYTES : Math.min(TEXT_BYTES, route.bodyLimit)
  const documents = inputsOf(route.body, bytes).map((value) => JSON.stringify(value ?? {}))
  return [...documents, ...(route.id === ANY_CALL ? awkwardJson(route.bodyLimit) : UNKNOWN_FIELDS)]
    .filter((json) => Buffer.byteLength(json) <= route.bodyLimit)
    .map((body) => ({ body, headers: { 'content-type': 'application/json' } }))
}

async function formsOf({ id, stream }: Route): Promise<CallOptions[]> {
  if (stream) {
    const headers = { 'content-type': 'application/octet-stream' }
    return [Buffer.alloc(0), Buffer.alloc(8 * MIB)].map((body) => ({ body, headers }))
  }
  const raw = (text: string): CallOptions => ({ body: text, headers: { 'content-type': FORM_TYPE } })
  const files = id.startsWith('iamBackup.')
    ? (await awkwardIamArchives(BACKUP_BYTES)).map((content) => [{ name: 'file', fileName: 'iam.zip', content }])
    : [
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
