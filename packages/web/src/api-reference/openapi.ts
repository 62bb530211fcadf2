import { basePath } from '../navigation/base-path.ts'
import { errorOfResponse, unreachable } from '../shared/api/api-error.ts'
import { compareNames } from '../shared/text/intl.ts'
import type { JsonSchema } from './schema-text.ts'

/** The parts of the OpenAPI document that the page shows. */
interface OpenApi {
  paths: Record<string, Record<string, Operation>>
}

interface Operation {
  operationId: string
  summary: string
  tags: readonly string[]
  parameters?: readonly { name: string; in: string; required?: boolean; schema: JsonSchema }[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content?: Content }>
}

type Content = Record<string, { schema: JsonSchema }>

/** A call of the API. */
export interface ApiCall {
  /** Stable name: `buckets.list`. */
  id: string
  feature: string
  /** Upper case; `SOCKET` for a live view. */
  method: string
  /** With `{name}` parameters. */
  path: string
  summary: string
  /** Input and output. */
  parts: readonly { name: 'path' | 'query' | 'body' | 'response' | 'message'; schema: JsonSchema }[]
  /** Status of the successful response. */
  status: string
  errors: readonly ApiError[]
}

export interface ApiError {
  code: string
  status: string
  message: string
}

export function openApiUrl(): string {
  return `${basePath()}api/openapi.json`
}

/** The calls of this console by feature and path. @throws ApiError */
export async function fetchApiCalls(signal: AbortSignal): Promise<ApiCall[]> {
  const response = await fetch(openApiUrl(), { signal }).catch((error) => {
    throw signal.aborted ? error : unreachable(error)
  })
  if (!response.ok) throw errorOfResponse(response.status, await response.text(), response.headers.get('server'))
  return apiCalls((await response.json()) as OpenApi)
}

export function apiCalls({ paths }: OpenApi): ApiCall[] {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => callOf(path, method, operation)),
  )
  return calls.sort((a, b) => compareNames(a.feature, b.feature) || compareNames(a.path, b.path))
}

/** The errors that all of these calls list. */
export function sharedErrors(calls: readonly ApiCall[]): ApiError[] {
  const [first, ...others] = calls.map(({ errors }) => errors)
  const isShared = ({ code }: ApiError) => others.every((errors) => errors.some((error) => error.code === code))
  return first?.filter(isShared) ?? []
}

/** Whether a call contains all of these words in its address, summary or error codes. */
export function isMatch({ id, method, path, summary, errors }: ApiCall, search: string): boolean {
  const text = [id, method, path, summary, ...errors.map(({ code }) => code)].join(' ').toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function callOf(path: string, method: string, operation: Operation): ApiCall {
  const { operationId, summary, tags, parameters = [], requestBody, responses } = operation
  const success = Object.keys(responses).find((status) => Number(status) < 300) ?? ''
  const parts: [ApiCall['parts'][number]['name'], JsonSchema | undefined][] = [
    ['path', parameterSchema(parameters.filter((one) => one.in === 'path'))],
    ['query', parameterSchema(parameters.filter((one) => one.in === 'query'))],
    ['body', jsonOf(requestBody?.content)],
    [success === '101' ? 'message' : 'response', jsonOf(responses[success]?.content)],
  ]
  return {
    id: operationId,
    feature: tags[0] ?? '',
    method: success === '101' ? 'SOCKET' : method.toUpperCase(),
    path,
    summary,
    parts: parts.flatMap(([name, schema]) => (schema === undefined || schema.type === 'null' ? [] : { name, schema })),
    status: success,
    errors: Object.entries(responses).flatMap(([status, { description }]) =>
      Number(status) < 400 ? [] : description.split('\n').map((line) => errorOf(status, line)),
    ),
  }
}

/** The console describes each code of a status on its own line: `NoSuchBucket: The bucket …`. */
function errorOf(status: string, line: string): ApiError {
  const at = line.indexOf(': ')
  return { status, code: line.slice(0, at), message: line.slice(at + 2) }
}

function parameterSchema(parameters: NonNullable<Operation['parameters']>): JsonSchema | undefined {
  if (parameters.length === 0) return undefined
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  }
}

function jsonOf(content: Content | undefined): JsonSchema | undefined {
  return content?.['application/json']?.schema
}
