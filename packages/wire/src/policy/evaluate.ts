/**
 * Whether policies allow a request, as MinIO decides it: a Deny that applies wins, otherwise one Allow that applies is
 * enough. A condition that isn't understood counts against the request: it never allows and always denies.
 */
import { holds } from './conditions.ts'
import type { Condition, Policy, Statement } from './document.ts'
import { type ContextValues, contextValues, filledText, matchesFilled, type RequestContext } from './variables.ts'
import { matchesWildcard } from './wildcard.ts'

export interface PolicyRequest {
  /** For example `s3:GetObject`. */
  action: string
  /** Empty or absent if there is no bucket: admin calls, the list of buckets. For kms: actions the name of the key. */
  bucket?: string
  object?: string
  /** Values of condition keys and policy variables. */
  context?: RequestContext
  /** The caller, compared with the principals of bucket policies; empty or absent for an anonymous request. */
  principal?: string
}

/** `none` means that no statement applies. For most calls that is a denial; for some calls of an account on itself it isn't. */
export type Decision = 'allow' | 'deny' | 'none'

/** Policies of accounts and buckets differ: only those of buckets have principals, and resources for every action. */
export type PolicyKind = 'identity' | 'bucket'

export function evaluate(policies: readonly Policy[], request: PolicyRequest): Decision {
  const values = contextValues(request.context ?? {})
  const statements = policies.flatMap((policy) => policy.statements)
  const isApplied = (effect: Statement['effect'], action: string) =>
    statements.some(
      (statement) =>
        statement.effect === effect && applies(statement, { ...request, action }, values, kindOf(statement)),
    )

  if (isApplied('Deny', request.action)) return 'deny'
  if (isApplied('Allow', request.action)) return 'allow'
  // Permission to list objects includes listing their versions.
  if (request.action === 's3:ListBucketVersions' && !isApplied('Deny', 's3:ListBucket')) {
    return isApplied('Allow', 's3:ListBucket') ? 'allow' : 'none'
  }
  return 'none'
}

function kindOf({ principals }: Statement): PolicyKind {
  return principals === undefined ? 'identity' : 'bucket'
}

/** Whether a statement, of either effect, applies to this request. */
export function applies(
  statement: Statement,
  request: PolicyRequest,
  values: ContextValues,
  kind: PolicyKind,
): boolean {
  return mismatch(statement, request, values, kind) === undefined
}

/** The first reason, in the order of evaluation, why a statement doesn't apply. */
export type Mismatch = 'action' | 'principal' | 'resource' | 'condition'

/** Why a statement doesn't apply to this request; undefined if it does. */
export function mismatch(
  statement: Statement,
  request: PolicyRequest,
  values: ContextValues,
  kind: PolicyKind,
): Mismatch | undefined {
  if (!concernsAction(statement, request.action)) return 'action'
  if (
    kind === 'bucket' &&
    !(statement.principals ?? []).some((one) => matchesPrincipal(one, request.principal ?? ''))
  ) {
    return 'principal'
  }
  if (kind === 'bucket' || !ignoresResources(statement, request)) {
    const target = targetOf(request, kind)
    // A resource also matches the normalized path literally: `bucket` matches `bucket/`.
    const normalizedTarget = isNormalized(target) ? undefined : normalized(target)
    const matchesTarget = (resource: string) =>
      matchesFilled(resource, target, values) || normalizedTarget === filledText(resource, values)
    if (statement.resources.length > 0 && !statement.resources.some(matchesTarget)) return 'resource'
    if (statement.notResources.some(matchesTarget)) return 'resource'
  }
  return failingCondition(statement, values) === undefined ? undefined : 'condition'
}

/** The first condition that prevents a statement from applying. */
export function failingCondition({ effect, conditions }: Statement, values: ContextValues): Condition | undefined {
  const unknown = effect === 'Deny'
  return conditions.find((condition) => !(holds(condition, values) ?? unknown))
}

/** The permission to get a version includes that to get the current one. */
export function concernsAction(statement: Statement, action: string): boolean {
  const isListed = (pattern: string) =>
    matchesWildcard(pattern, action) || (pattern === 's3:GetObjectVersion' && action === 's3:GetObject')
  if (statement.notActions.some(isListed)) return false
  return statement.actions.length === 0 || statement.actions.some(isListed)
}

/**
 * Admin and STS actions have no resource, and older policies don't name KMS keys. MinIO counts `*` as an STS action: in the
 * policy of an account it applies to all resources, whatever the statement lists.
 */
export function ignoresResources(statement: Statement, request: Pick<PolicyRequest, 'bucket' | 'object'>): boolean {
  const has = (service: string) => statement.actions.some((action) => action.startsWith(service))
  if (has('admin:') || has('sts:') || statement.actions.includes('*')) return true
  return has('kms:') && (statement.resources.length === 0 || (!request.bucket && !request.object))
}

/** At the end of the name, a question mark and everything after it also match nothing. */
export function matchesPrincipal(principal: string, account: string): boolean {
  if (matchesWildcard(principal, account)) return true
  // Each question mark matches one byte, so there can't be more of them than the name has bytes.
  const bytes = Buffer.byteLength(account)
  for (let at = principal.indexOf('?'), tried = 0; at >= 0 && tried <= bytes; at = principal.indexOf('?', at + 1)) {
    if (matchesWildcard(principal.slice(0, at), account)) return true
    tried++
  }
  return false
}

/** The bucket itself is `bucket/` in policies of accounts, and `bucket` in bucket policies. */
function targetOf({ bucket = '', object = '' }: PolicyRequest, kind: PolicyKind): string {
  if (object === '' && kind === 'bucket') return bucket
  return object.startsWith('/') ? bucket + object : `${bucket}/${object}`
}

/** Whether a path is normalized, as those of objects are. */
function isNormalized(path: string): boolean {
  return !/(?:^|\/)\.{0,2}(?:\/|$)/.test(path)
}

/** The normalized path: without empty segments, dot segments and a trailing slash. */
function normalized(path: string): string {
  const segments: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment === '..' && segments.length > 0 && segments.at(-1) !== '..') segments.pop()
    else segments.push(segment)
  }
  return segments.join('/')
}
