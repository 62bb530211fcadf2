import type { ProtocolHandler } from '../http/protocol-handler.ts'
import type { IdentityServices } from '../identity/services.ts'
import { s3Error } from '../s3/errors.ts'
import { checkCaller } from './caller-check.ts'
import { adminErrorResponse } from './error-response.ts'

/** The permission that each call requires. */
const CALLS: Readonly<Record<string, string>> = {
  'GET status': 'kms:Status',
  'GET metrics': 'kms:Metrics',
  'GET apis': 'kms:API',
  'GET version': 'kms:Version',
  'POST key/create': 'kms:CreateKey',
  'GET key/list': 'kms:ListKeys',
  'GET key/status': 'kms:KeyStatus',
}

const PREFIX = '/minio/kms/v1/'

/** The key management API. It responds like a server without a key management service. */
export const kmsHandler: ProtocolHandler<IdentityServices & { hostId: string }> = {
  accepts: ({ path }) => path.startsWith('/minio/kms/'),

  async respond(engine, exchange) {
    const { method, path, query } = exchange
    const permission = CALLS[`${method} ${path.startsWith(PREFIX) ? path.slice(PREFIX.length) : ''}`]
    if (permission === undefined) {
      throw s3Error('BadRequest', `An unsupported API call for method: ${method} at '${path}'`)
    }
    const { allows } = checkCaller(engine, exchange)
    if (!allows(permission, query.get('key-id') ?? '')) throw s3Error('AccessDenied')
    throw kmsNotConfigured()
  },

  errorResponse: adminErrorResponse,
}

/** The response of a server without a key management service: objects are encrypted with the server's own keys. */
export function kmsNotConfigured() {
  return s3Error('NotImplemented', 'Server side encryption specified but KMS is not configured')
}
