import { createHash } from 'node:crypto'
import { writeAssumeRoleWithToken } from '@cooperage/wire'
import { authorize } from '@cooperage/wire/policy'
import { xmlResponse } from '../../http/response.ts'
import { s3Error } from '../../s3/errors.ts'
import type { StsOperation, StsServices } from '../actions.ts'
import { stsError } from '../errors.ts'
import type { OpenIdProvider } from '../openid/provider.ts'
import { valuesOf, verifyToken } from '../openid/token.ts'
import { durationOf, sessionPolicyOf } from '../session-parameters.ts'

/** MinIO's placeholder role for the provider whose tokens name policies in a claim. */
const NO_ROLE = 'arn:minio:iam:::role/dummy-internal'

const SUBJECT_ELEMENT = {
  AssumeRoleWithWebIdentity: 'SubjectFromWebIdentityToken',
  AssumeRoleWithClientGrants: 'SubjectFromToken',
} as const

/**
 * Issues credentials for a token signed by an identity provider. Permissions come from the policies that a claim of the token
 * names, or from those of the provider's role. The older action AssumeRoleWithClientGrants works the same.
 */
export const assumeRoleWithWebIdentity: StsOperation = async ({ engine, exchange, form }) => {
  const action =
    form.get('Action') === 'AssumeRoleWithClientGrants' ? 'AssumeRoleWithClientGrants' : 'AssumeRoleWithWebIdentity'
  const provider = findProvider(engine, form.get('RoleArn') ?? '')
  const { settings, roleArn } = provider
  const claims = await verifyToken(provider, form.get('Token') || form.get('WebIdentityToken') || '')
  // As in MinIO, credentials may outlive the token, which often lives only as long as the sign-in page.
  const expiresAt = form.get('DurationSeconds') ? Date.now() + durationOf(form) * 1000 : claims.exp * 1000
  const named = roleArn === undefined ? policiesOfClaim(engine, provider, claims) : settings.rolePolicies
  const policy = sessionPolicyOf(form)
  const { sub: subject, iss: issuer = '' } = claims
  if (!subject)
    throw stsError('InvalidParameterValue', 'STS JWT Token has `sub` claim missing, `sub` claim is mandatory')
  checkMayAssume(engine, named, form)

  const revokeType = form.get('TokenRevokeType') ?? ''
  const granted = await engine.iam.temporaryCredentials.grant({
    parent: parentOf(subject, issuer),
    expiresAt,
    claims,
    ...(roleArn === undefined ? { parentPolicies: named } : { roleArn }),
    ...(policy === undefined ? {} : { policy }),
    ...(revokeType === '' ? {} : { revokeType }),
  })
  return xmlResponse(
    writeAssumeRoleWithToken(
      action,
      { ...granted, expiration: granted.expiresAt },
      { element: SUBJECT_ELEMENT[action], subject },
      exchange.requestId,
    ),
  )
}

/** @throws WireError InvalidParameterValue */
function findProvider({ openId }: StsServices, roleArn: string): OpenIdProvider {
  const claimsProvider = openId.claimsProvider()
  if (roleArn !== '') {
    const roleProvider = openId.roleProvider(roleArn)
    if (roleProvider !== undefined) return roleProvider
    // Some clients can't omit the role, so an unknown one is ignored if there is a provider with claims.
    if (claimsProvider === undefined) throw invalidRole(roleArn)
  }
  if (claimsProvider === undefined) throw stsError('InvalidParameterValue', `Role ${NO_ROLE} does not exist`)
  return claimsProvider
}

function invalidRole(roleArn: string): Error {
  const isArn = /^arn:minio:iam:[^:]*::role\/[A-Za-z0-9_/.-]+$/.test(roleArn)
  const reason = isArn ? `RoleARN ${roleArn} is not defined.` : 'RoleARN parse err: invalid ARN string format'
  return stsError('InvalidParameterValue', `Error processing RoleArn parameter: ${reason}`)
}

/** The existing policies among those that the claim names. @throws WireError InvalidParameterValue */
function policiesOfClaim(
  { iam }: StsServices,
  { settings: { claimName } }: OpenIdProvider,
  claims: Readonly<Record<string, unknown>>,
): string[] {
  const claim = claims[claimName]
  if (typeof claim !== 'string' && !Array.isArray(claim)) {
    throw stsError(
      'InvalidParameterValue',
      `${claimName} claim missing from the JWT token, credentials will not be generated`,
    )
  }
  const names = [...new Set(valuesOf(claim))].sort()
  const known = iam.accountPolicies.named(names).map(({ name }) => name)
  if (known.length === 0) throw noPolicyDefined(names)
  return known
}

function noPolicyDefined(names: readonly string[]): Error {
  return stsError(
    'InvalidParameterValue',
    `None of the given policies (\`${names.join(',')}\`) are defined, credentials will not be generated`,
  )
}

/** A policy may deny the sign-in, for example for durations above an hour. @throws WireError */
function checkMayAssume({ iam }: StsServices, names: readonly string[], form: URLSearchParams): void {
  const identity = iam.accountPolicies.named(names)
  if (identity.length === 0) throw noPolicyDefined(names)
  const { decision } = authorize(
    { identity },
    {
      action: 'sts:AssumeRoleWithWebIdentity',
      unlessDenied: true,
      context: { 'sts:DurationSeconds': form.get('DurationSeconds') || undefined },
    },
  )
  if (decision !== 'allow') throw s3Error('AccessDenied', 'this user does not have enough permission')
}

/** MinIO's account name. Subject and issuer together are stable (OpenID Connect Core 1.0, section 5.7). */
function parentOf(subject: string, issuer: string): string {
  return createHash('sha256').update(`openid:${subject}:${issuer}`).digest('base64url')
}
