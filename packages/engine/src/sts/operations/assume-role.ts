import { authenticationForm, parsePolicy, sha256Hex, writeAssumeRole } from '@cooperage/wire'
import { xmlAnswer } from '../../http/answer.ts'
import { authenticate } from '../../identity/authenticate.ts'
import { s3Error } from '../../s3/errors.ts'
import type { StsOperation } from '../actions.ts'
import { stsError } from '../errors.ts'

const DEFAULT_SECONDS = 3600
const MIN_SECONDS = 900
const MAX_SECONDS = 365 * 24 * 3600
const MAX_POLICY_LENGTH = 2048
const POLICY_VERSION = '2012-10-17'

/**
 * Gives credentials that end, with the rights of who asks, narrowed by an inline policy if one comes along. They cannot
 * be used to get others, so a stolen set ends for sure.
 */
export const assumeRole: StsOperation = async ({ engine, exchange, form, body }) => {
  if (authenticationForm(exchange.signed) !== 'header') {
    throw stsError('InvalidParameterValue', 'Unsupported action AssumeRole')
  }
  const { caller } = authenticate(engine, exchange, { service: 'sts', payloadHash: sha256Hex(body) })
  if (caller.temporary !== undefined) throw s3Error('AccessDenied')

  const durationSeconds = parseDuration(form.get('DurationSeconds') ?? '')
  const policy = form.get('Policy') ?? ''
  if (policy !== '') checkPolicy(policy)
  const revokeType = form.get('TokenRevokeType') ?? ''
  const { expiresAt, accessKey, secretKey, sessionToken } = await engine.temporaryCredentials.grant({
    parent: caller.account,
    durationSeconds,
    ...(policy === '' ? {} : { policy }),
    ...(revokeType === '' ? {} : { revokeType }),
  })
  return xmlAnswer(writeAssumeRole({ accessKey, secretKey, sessionToken, expiration: expiresAt }, exchange.requestId))
}

function parseDuration(text: string): number {
  if (text === '') return DEFAULT_SECONDS
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (seconds < MIN_SECONDS || seconds > MAX_SECONDS) throw stsError('InvalidParameterValue', 'invalid token expiry')
  return seconds
}

function checkPolicy(text: string): void {
  if (text.length > MAX_POLICY_LENGTH) {
    throw stsError('InvalidParameterValue', `Session policy should not exceed ${MAX_POLICY_LENGTH} characters`)
  }
  let version: string
  try {
    version = parsePolicy(text).version
  } catch (cause) {
    throw stsError('InvalidParameterValue', cause instanceof Error ? cause.message : 'invalid policy', { cause })
  }
  if (version !== POLICY_VERSION) {
    throw stsError('InvalidParameterValue', `Version cannot be empty expecting '${POLICY_VERSION}'`)
  }
}
