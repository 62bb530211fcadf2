/**
 * How MinIO combines the policies for a request. A signed request is decided by the policies of the account and its groups,
 * limited by that of the session or service account; bucket policies apply to anonymous requests only. Root is limited only by
 * the policy of its session or service account.
 */
import type { Policy, Statement } from './document.ts'
import { applies, type Decision, type PolicyKind, type PolicyRequest } from './evaluate.ts'
import { type ContextValues, contextValues } from './variables.ts'

export interface NamedPolicy {
  name: string
  policy: Policy
}

/** The permissions of a caller. */
export interface Rights {
  /** Root, its sessions and service accounts. */
  isOwner?: boolean
  /** Anonymous: only the bucket policy applies. */
  isAnonymous?: boolean
  /** Policies of the account itself; for sessions and service accounts of their parent. */
  identity?: readonly NamedPolicy[]
  /** Policies attached through groups. */
  groups?: readonly NamedPolicy[]
  /** Inline policy of temporary credentials. */
  session?: Policy
  /** Policy of a service account; one without version and statements limits nothing. */
  serviceAccount?: Policy
  /** Policy of the requested bucket. */
  bucket?: Policy
}

export interface AuthorizationRequest extends PolicyRequest {
  /** For calls on the account itself that need no permission: only a Deny forbids them. A session has to allow them. */
  unlessDenied?: boolean
  /**
   * The version that a DeleteObject names: it also requires that `s3:DeleteObjectVersion` isn't denied, which MinIO doesn't
   * check for anonymous requests.
   */
  versionId?: string
}

/** One of the documents. */
export interface PolicySource {
  kind: 'owner' | 'identity' | 'group' | 'session' | 'service-account' | 'bucket'
  /** For a policy that is attached by name. */
  name?: string
}

export interface Verdict {
  decision: Decision
  /** Where it was decided; for `none`, where an Allow is missing. */
  where: PolicySource
  /** The deciding document; absent if there is none, or several that don't allow it. */
  policy?: Policy
  /** The deciding statement: absent if there is none, or nothing had to allow it. */
  statement?: { index: number; statement: Statement }
}

export interface PolicyDocument {
  source: PolicySource
  policy: Policy
}

export function authorize(rights: Rights, request: AuthorizationRequest): Verdict {
  return decide(rights, request).verdict
}

export interface DecidedRequest {
  verdict: Verdict
  /** The request that was decided: some actions require another permission. */
  decided: AuthorizationRequest
}

/** The verdict, and its request. */
export function decide(rights: Rights, request: AuthorizationRequest): DecidedRequest {
  if (request.action === 's3:DeleteObject' && request.versionId) {
    const deletion = decideAction(rights, { ...request, action: 's3:DeleteObjectVersion', unlessDenied: true })
    if (deletion.verdict.decision !== 'allow') return deletion
  }
  const own = decideAction(rights, request)
  if (own.verdict.decision !== 'none' || request.action !== 's3:ListBucketVersions') return own
  // Permission to list objects includes listing their versions.
  return decideAction(rights, { ...request, action: 's3:ListBucket' })
}

function decideAction(rights: Rights, request: AuthorizationRequest): DecidedRequest {
  return { verdict: verdictOn(rights, request), decided: request }
}

/** The documents for the request, in the order of evaluation; the limit of a session comes first. */
export function documentsFor(rights: Rights, request: AuthorizationRequest): PolicyDocument[] {
  if (rights.isAnonymous) return bucketDocuments(rights, request)
  const limit = limitOf(rights)
  return [...(limit === undefined ? [] : [limit]), ...(rights.isOwner ? [] : accountDocuments(rights))]
}

function verdictOn(rights: Rights, request: AuthorizationRequest): Verdict {
  const values = contextValues(request.context ?? {})
  if (rights.isAnonymous) return verdictOfBucket(rights, request, values)
  const limit = limitOf(rights)
  const limited = limit === undefined ? undefined : decideIn([limit], { ...request, unlessDenied: false }, values)
  const own = verdictOfAccount(rights, request, values)
  const refusals = [limited, own].filter((verdict) => verdict !== undefined && verdict.decision !== 'allow')
  return refusals.find((verdict) => verdict?.decision === 'deny') ?? refusals[0] ?? own
}

function verdictOfBucket(rights: Rights, request: AuthorizationRequest, values: ContextValues): Verdict {
  const documents = bucketDocuments(rights, request)
  if (documents.length === 0) return { decision: 'none', where: BUCKET }
  return decideIn(documents, request, values, 'bucket')
}

const BUCKET: PolicySource = { kind: 'bucket' }

/** Listing all buckets concerns no single one. */
function bucketDocuments({ bucket }: Rights, { action }: AuthorizationRequest): PolicyDocument[] {
  return bucket === undefined || action === 's3:ListAllMyBuckets' ? [] : [{ source: BUCKET, policy: bucket }]
}

function limitOf({ session, serviceAccount }: Rights): PolicyDocument | undefined {
  if (session !== undefined) return { source: { kind: 'session' }, policy: session }
  if (serviceAccount === undefined || isBlank(serviceAccount)) return undefined
  return { source: { kind: 'service-account' }, policy: serviceAccount }
}

function isBlank({ version, statements }: Policy): boolean {
  return version === '' && statements.length === 0
}

function verdictOfAccount(rights: Rights, request: AuthorizationRequest, values: ContextValues): Verdict {
  if (rights.isOwner) return { decision: 'allow', where: { kind: 'owner' } }
  const documents = accountDocuments(rights)
  // Without any policy, even calls that need no permission are denied.
  if (documents.length === 0) return { decision: 'none', where: { kind: 'identity' } }
  return decideIn(documents, request, values)
}

function accountDocuments({ identity, groups }: Rights): PolicyDocument[] {
  const attached = (kind: PolicySource['kind'], policies: readonly NamedPolicy[] = []): PolicyDocument[] =>
    policies.map(({ name, policy }) => ({ source: { kind, name }, policy }))
  return [...attached('identity', identity), ...attached('group', groups)]
}

function decideIn(
  documents: readonly PolicyDocument[],
  request: AuthorizationRequest,
  values: ContextValues,
  kind: PolicyKind = 'identity',
): Verdict {
  const [first] = documents
  const where = first?.source ?? { kind: 'identity' }
  const denial = firstApplicable('Deny', documents, request, values, kind)
  if (denial !== undefined) return { decision: 'deny', ...denial }
  if (request.unlessDenied) return { decision: 'allow', where, ...(first && { policy: first.policy }) }
  const allowance = firstApplicable('Allow', documents, request, values, kind)
  if (allowance !== undefined) return { decision: 'allow', ...allowance }
  if (first === undefined || documents.length > 1) return { decision: 'none', where: { kind: where.kind } }
  return { decision: 'none', where, policy: first.policy }
}

function firstApplicable(
  effect: Statement['effect'],
  documents: readonly PolicyDocument[],
  request: PolicyRequest,
  values: ContextValues,
  kind: PolicyKind,
): Pick<Verdict, 'where' | 'policy' | 'statement'> | undefined {
  for (const { source, policy } of documents) {
    for (const [index, statement] of policy.statements.entries()) {
      if (statement.effect === effect && applies(statement, request, values, kind)) {
        return { where: source, policy, statement: { index, statement } }
      }
    }
  }
  return undefined
}
