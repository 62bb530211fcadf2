/** The Security Token Service: forms posted to `/`, with the operation in `Action`. */
import { readAtMost, STS_VERSION, type WireError, writeStsError } from '@cooperage/wire'
import type { ProtocolHandler } from '../http/protocol-handler.ts'
import { xmlResponse } from '../http/response.ts'
import { s3Error } from '../s3/errors.ts'
import type { StsServices } from './actions.ts'
import { QUERY_ACTIONS, STS_ACTIONS } from './actions.ts'
import { stsError } from './errors.ts'

/** A session policy has at most 2,048 characters and a web identity token a few thousand. */
const MAX_FORM_BYTES = 64 * 1024

export const stsHandler: ProtocolHandler<StsServices> = {
  accepts: ({ method, path, query, headers }) =>
    method === 'POST' &&
    path === '/' &&
    (query.size === 0
      ? headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
      : isQueryForm(query)),

  async respond(engine, exchange) {
    const body = await readAtMost(exchange.body(), MAX_FORM_BYTES, () =>
      stsError('InvalidParameterValue', 'The form is too long'),
    )
    const isQuery = exchange.query.size > 0
    const form = isQuery ? exchange.query : new URLSearchParams(body.toString())
    const version = form.get('Version') ?? ''
    if (version !== STS_VERSION) {
      throw stsError('MissingParameter', `Invalid STS API version ${version}, expecting ${STS_VERSION}`)
    }
    const action = form.get('Action') ?? ''
    const actions = isQuery ? { ...STS_ACTIONS, ...QUERY_ACTIONS } : STS_ACTIONS
    const run = Object.hasOwn(actions, action) ? actions[action] : undefined
    if (run === undefined) throw stsError('InvalidParameterValue', `Unsupported action ${action}`)
    exchange.facts.operation = action
    return run({ engine, exchange, form, body })
  },

  errorResponse(_engine, { requestId }, error) {
    const { code, message, status } = toStsError(error)
    return xmlResponse(writeStsError({ code, message, requestId }), status)
  },
}

/** Unsigned actions that are accepted in the query, with their required parameters. */
const QUERY_FORMS: Readonly<Record<string, readonly string[]>> = {
  AssumeRoleWithWebIdentity: ['WebIdentityToken'],
  AssumeRoleWithClientGrants: ['Token'],
  AssumeRoleWithLDAPIdentity: ['LDAPUsername', 'LDAPPassword'],
  AssumeRoleWithCertificate: [],
  AssumeRoleWithCustomToken: [],
}

function isQueryForm(query: URLSearchParams): boolean {
  const action = query.get('Action') ?? ''
  const required = Object.hasOwn(QUERY_FORMS, action) ? QUERY_FORMS[action] : undefined
  return query.get('Version') === STS_VERSION && required?.every((name) => query.has(name)) === true
}

const STS_CODES: ReadonlySet<string> = new Set([
  'AccessDenied',
  'InvalidParameterValue',
  'LimitExceeded',
  'MissingParameter',
  'STSNotInitialized',
  'RequestTimeTooSkewed',
  'RequestTimeout',
  'SlowDown',
  'InternalError',
  'XMinioStorageFull',
])

/** STS reports all signature errors as AccessDenied; only the message differs. */
function toStsError(error: WireError): WireError {
  return STS_CODES.has(error.code) ? error : s3Error('AccessDenied', error.message, { cause: error })
}
