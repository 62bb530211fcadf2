import { authenticationForm, sha256Hex, writeAssumeRole } from '@cooperage/wire'
import { xmlResponse } from '../../http/response.ts'
import { authenticate } from '../../identity/authenticate.ts'
import { s3Error } from '../../s3/errors.ts'
import type { StsOperation } from '../actions.ts'
import { stsError } from '../errors.ts'
import { durationOf, sessionPolicyOf } from '../session-parameters.ts'

/**
 * Issues temporary credentials with the permissions of the caller, narrowed by an optional inline policy. Temporary credentials
 * and service accounts can't be used to get further ones, so that stolen credentials expire.
 */
export const assumeRole: StsOperation = async ({ engine, exchange, form, body }) => {
  if (authenticationForm(exchange.signed) !== 'header') {
    throw stsError('InvalidParameterValue', 'Unsupported action AssumeRole')
  }
  const { caller } = authenticate(engine, exchange, { service: 'sts', payloadHash: sha256Hex(body) })
  if (caller.kind !== 'root' && caller.kind !== 'user') throw s3Error('AccessDenied')

  const policy = sessionPolicyOf(form)
  const expiresAt = Date.now() + durationOf(form) * 1000
  const revokeType = form.get('TokenRevokeType') ?? ''
  const granted = await engine.iam.temporaryCredentials.grant({
    parent: caller.account,
    expiresAt,
    ...(policy === undefined ? {} : { policy }),
    ...(revokeType === '' ? {} : { revokeType }),
  })
  return xmlResponse(writeAssumeRole({ ...granted, expiration: granted.expiresAt }, exchange.requestId))
}
