import { authenticationForm, sha256Hex, writeAssumeRole } from '@cooperage/wire'
import { xmlAnswer } from '../../http/answer.ts'
import { authenticate } from '../../identity/authenticate.ts'
import { s3Error } from '../../s3/errors.ts'
import type { StsOperation } from '../actions.ts'
import { durationOf } from '../duration.ts'
import { stsError } from '../errors.ts'
import { sessionPolicyOf } from '../session-policy.ts'

/**
 * Gives credentials that end, with the rights of who asks, narrowed by an inline policy if one comes along. Neither they
 * nor service accounts can be used to get others, so a stolen set ends for sure.
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
  return xmlAnswer(writeAssumeRole({ ...granted, expiration: granted.expiresAt }, exchange.requestId))
}
