/** The reference of the console's API, made from the contract. */
import {
  COMMON_ERRORS,
  declaredErrors,
  ERRORS,
  type ErrorCode,
  errorBody,
  type Route,
  type Schema,
  SESSION_ERRORS,
  SOCKET_ERRORS,
  type Socket,
} from '@cooperage/contract'
import { ROUTES, SOCKETS } from '@cooperage/testkit/contract-routes'
import { type JsonSchema, schemaText } from '@cooperage/web/schema-text'
import * as z from 'zod/mini'

const NOTE = '<!-- Written by `npm run reference` from packages/contract: change that instead. -->'

/** docs/reference/api.md: every call and live view by feature. */
export function apiReference(): string {
  const declared = [...ROUTES.toSorted(byPath), ...SOCKETS]
  const features = [...new Set(declared.map(featureOf))].sort()
  const sections = features.flatMap((feature) => [
    `## ${feature}`,
    ...declared.filter((one) => featureOf(one) === feature).map(entry),
  ])
  return `${[
    '# API',
    NOTE,
    `The pages of the console use this API, and so can programs: sign in with \`POST /api/v1/login\` and send the cookie of its response with every call. A running console describes the same API as OpenAPI 3.1 at \`/api/openapi.json\`.`,
    'Bodies are JSON unless the entry says otherwise. Types are in TypeScript’s notation; a field with `?` may be left out, and an unknown field is rejected. Query parameters are text in the address.',
    `A failed call returns the status of its error and this body; the codes are explained in [errors.md](errors.md).\n\n${code(typeOf(errorBody, 'output'))}`,
    `Every call can return ${codeList(COMMON_ERRORS)}. Every call that needs a session can also return ${codeList(SESSION_ERRORS)}. An entry lists only the other errors.`,
    ...sections,
  ].join('\n\n')}\n`
}

/** docs/reference/errors.md: every code of the catalogue, and which calls return it. */
export function errorReference(): string {
  const rows = Object.entries(ERRORS).map(([name, { status, message }]) => {
    const where = whereReturned(name as ErrorCode)
    return `| \`${name}\` | ${status} | ${message.replaceAll('|', '\\|').replace(/\{(\{\w+\})\}/g, '$1')} | ${where} |`
  })
  return `${[
    '# Error codes',
    NOTE,
    'Every error that the console’s [API](api.md) returns. A code keeps its meaning: programs can rely on it, while the messages may be reworded. `{name}` is replaced with a detail of the request.',
    ['| Code | Status | Message | Returned by |', '|---|---|---|---|', ...rows].join('\n'),
  ].join('\n\n')}\n`
}

function entry(declared: Route | Socket): string {
  return 'message' in declared ? socketEntry(declared) : routeEntry(declared)
}

function routeEntry(route: Route): string {
  const { method, path, summary, params, query, body, response, refusal, status, auth, form, stream, bytes, errors } =
    route
  const lines = [
    ...(params ? [`path: ${typeOf(params)}`] : []),
    ...(query ? [`query: ${typeOf(query)}`] : []),
    ...(body ? [`body: ${typeOf(body)}`] : []),
    ...(response ? [`${status}: ${typeOf(response, 'output')}`] : []),
    ...(refusal ? [`error: ${typeOf(refusal, 'output')}`] : []),
  ]
  const notes = [
    ...(auth === 'none' ? ['Needs no session.'] : []),
    ...(form ? ['The request body is a multipart form.'] : []),
    ...(stream ? ['The request body is `application/octet-stream`.'] : []),
    ...(bytes ? ['The response body is a stream of bytes.'] : []),
    ...(response || bytes ? [] : [`Returns ${status} without a body.`]),
  ]
  return [
    `### \`${method} ${path}\``,
    `${summary}${notes.map((note) => ` ${note}`).join('')}`,
    ...(lines.length > 0 ? [code(lines.join('\n'))] : []),
    ...(errors.length > 0 ? [`Errors: ${codeList(errors)}`] : []),
  ].join('\n\n')
}

function socketEntry({ path, summary, params, query, message }: Socket): string {
  const lines = [
    ...(params ? [`path: ${typeOf(params)}`] : []),
    ...(query ? [`query: ${typeOf(query)}`] : []),
    `message: ${typeOf(message, 'output')}`,
  ]
  return [
    `### \`WebSocket ${path}\``,
    summary,
    code(lines.join('\n')),
    `Errors before it opens: ${codeList(SOCKET_ERRORS)}`,
  ].join('\n\n')
}

function whereReturned(name: ErrorCode): string {
  const isIn = (codes: readonly ErrorCode[]) => codes.includes(name)
  if (isIn(COMMON_ERRORS)) return 'every call'
  const callers = [...ROUTES, ...SOCKETS].filter((one) => isIn(declaredErrors(one)) && !isIn(SESSION_ERRORS))
  const ids = callers.map(({ id }) => `\`${id}\``)
  if (isIn(SESSION_ERRORS)) ids.unshift('every call that needs a session')
  const isOwn = (route: Route) => isIn(SESSION_ERRORS) && isIn(route.errors)
  ids.push(...ROUTES.filter(isOwn).map(({ id }) => `\`${id}\``))
  return ids.length === 0 ? 'no call' : ids.join(', ')
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE']

function byPath(a: Route, b: Route): number {
  if (a.path === b.path) return METHODS.indexOf(a.method) - METHODS.indexOf(b.method)
  return a.path < b.path ? -1 : 1
}

function featureOf({ id }: Route | Socket): string {
  return id.split('.')[0] ?? id
}

function typeOf(schema: Schema, io: 'input' | 'output' = 'input'): string {
  return schemaText(z.toJSONSchema(schema, { io }) as JsonSchema)
}

function code(text: string): string {
  return `\`\`\`ts\n${text}\n\`\`\``
}

function codeList(codes: readonly ErrorCode[]): string {
  return codes.map((name) => `\`${name}\` (${ERRORS[name].status})`).join(', ')
}
