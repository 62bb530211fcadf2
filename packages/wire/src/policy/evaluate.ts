/**
 * Whether policies allow a request, as MinIO decides it: a Deny that applies wins, otherwise one Allow that applies is
 * enough. A condition with an operator that is not known counts against the request: it never allows and always denies.
 */
import { holds } from './conditions.ts'
import type { Policy, Statement } from './document.ts'
import { type ContextValues, contextValues, filledPattern, type RequestContext } from './variables.ts'
import { isLiteral, literal, matches, matchesWildcard, type Pattern } from './wildcard.ts'

export interface PolicyRequest {
  /** For example `s3:GetObject`. */
  action: string
  /** Empty or absent for what concerns no bucket: admin calls, the list of buckets. For kms: actions the name of the key. */
  bucket?: string
  object?: string
  /** Values of condition keys and policy variables. */
  context?: RequestContext
  /** Who asks, compared with the principals of bucket policies; empty or absent for an anonymous request. */
  principal?: string
}

/** `none` says that no statement applies; for most calls that is a refusal, for some of an account's own it is not. */
export type Decision = 'allow' | 'deny' | 'none'

export function evaluate(policies: readonly Policy[], request: PolicyRequest): Decision {
  const values = contextValues(request.context ?? {})
  const statements = policies.flatMap((policy) => policy.statements)
  const isApplied = (effect: Statement['effect'], action: string) =>
    statements.some((statement) => statement.effect === effect && applies(statement, { ...request, action }, values))

  if (isApplied('Deny', request.action)) return 'deny'
  if (isApplied('Allow', request.action)) return 'allow'
  // Who may list objects may list their versions.
  if (request.action === 's3:ListBucketVersions' && !isApplied('Deny', 's3:ListBucket')) {
    return isApplied('Allow', 's3:ListBucket') ? 'allow' : 'none'
  }
  return 'none'
}

function applies(statement: Statement, request: PolicyRequest, values: ContextValues): boolean {
  if (!concernsAction(statement, request.action)) return false
  const { principals } = statement
  if (principals !== undefined && !principals.some((one) => matchesWildcard(one, request.principal ?? ''))) return false
  if (!ignoresResources(statement, request)) {
    const target = targetOf(statement, request)
    const matchesTarget = (text: string) => matchesResource(filledPattern(text, values), target)
    if (statement.resources.length > 0 && !statement.resources.some(matchesTarget)) return false
    if (statement.notResources.some(matchesTarget)) return false
  }
  const unknown = statement.effect === 'Deny'
  return statement.conditions.every((condition) => holds(condition, values) ?? unknown)
}

/** The permission to get a version includes that to get the current one. */
export function concernsAction(statement: Statement, action: string): boolean {
  const isListed = (pattern: string) =>
    matchesWildcard(pattern, action) || (pattern === 's3:GetObjectVersion' && action === 's3:GetObject')
  if (statement.notActions.some(isListed)) return false
  return statement.actions.length === 0 || statement.actions.some(isListed)
}

/** Admin and STS actions have no resource; the keys of a KMS were not named in older policies. */
export function ignoresResources(statement: Statement, request: Pick<PolicyRequest, 'bucket' | 'object'>): boolean {
  const has = (service: string) => statement.actions.some((action) => action.startsWith(service))
  if (has('admin:') || has('sts:')) return true
  return has('kms:') && (statement.resources.length === 0 || (!request.bucket && !request.object))
}

/** A bucket itself is `bucket/` in the policies of accounts, and `bucket` in bucket policies. */
function targetOf(statement: Statement, { bucket = '', object = '' }: PolicyRequest): string {
  if (object === '' && statement.principals !== undefined) return bucket
  return object.startsWith('/') ? bucket + object : `${bucket}/${object}`
}

/** A resource without a wildcard also names what differs from it by a final slash, so `bucket` names the bucket. */
function matchesResource(resource: Pattern, target: string): boolean {
  if (matches(resource, target)) return true
  return target.length > 1 && target.endsWith('/') && isLiteral(resource) && matches(resource, target.slice(0, -1))
}

/** All forms in which a resource names something: itself and, without a wildcard, the same with a final slash. */
export function resourceForms(resource: Pattern): Pattern[] {
  return isLiteral(resource) ? [resource, [...resource, ...literal('/')]] : [resource]
}
