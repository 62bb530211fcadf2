/**
 * How MinIO combines the policies that bear on a request. A signed request is decided by the policies of the account and
 * its groups, limited by that of the session or service account; bucket policies are for requests without a signature
 * only. Nothing limits root but the policy of a session or service account of its own.
 */
import type { Policy, Statement } from './document.ts'
import { applies, type Decision, type PolicyKind, type PolicyRequest } from './evaluate.ts'
import { type ContextValues, contextValues } from './variables.ts'

export interface NamedPolicy {
  name: string
  policy: Policy
}

/** What a caller has. */
export interface Rights {
  /** Root, its sessions and service accounts. */
  isOwner?: boolean
  /** Without a signature: only the bucket's policy counts. */
  isAnonymous?: boolean
  /** Of the account itself; of sessions and service accounts their parent. */
  identity?: readonly NamedPolicy[]
  /** Those that come through groups. */
  groups?: readonly NamedPolicy[]
  /** Inline policy of temporary credentials. */
  session?: Policy
  /** Policy of a service account; one without version and statements limits nothing. */
  serviceAccount?: Policy
  /** Of the bucket that is asked for. */
  bucket?: Policy
}

export interface AuthorizationRequest extends PolicyRequest {
  /** For calls on the account itself that need no permission: only a Deny forbids them. A session has to allow them. */
  unlessDenied?: boolean
  /**
   * Version that a DeleteObject names: it also needs that `s3:DeleteObjectVersion` is not denied, which MinIO does not ask of
   * requests without a signature.
   */
  versionId?: string
}

/** A document among the rights. */
export interface PolicySource {
  kind: 'owner' | 'identity' | 'group' | 'session' | 'service-account' | 'bucket'
  /** Of a policy that is attached by name. */
  name?: string
}

export interface Verdict {
  decision: Decision
  /** Where it was decided; of `none`, where an Allow is missing. */
  where: PolicySource
  /** The document it was decided in; absent when there is none, or several that don't allow it. */
  policy?: Policy
  /** The deciding statement: absent when there is none, or nothing had to allow it. */
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
  /** The request whose answer decided: of some actions another permission is asked for. */
  decided: AuthorizationRequest
}

/** The verdict, and the request that it is about. */
export function decide(rights: Rights, request: AuthorizationRequest): DecidedRequest {
  if (request.action === 's3:DeleteObject' && request.versionId) {
    const deletion = decideAction(rights, { ...request, action: 's3:DeleteObjectVersion', unlessDenied: true })
    if (deletion.verdict.decision !== 'allow') return deletion
  }
  const own = decideAction(rights, request)
  if (own.verdict.decision !== 'none' || request.action !== 's3:ListBucketVersions') return own
  // Who may list objects may list their versions.
  return decideAction(rights, { ...request, action: 's3:ListBucket' })
}

function decideAction(rights: Rights, request: AuthorizationRequest): DecidedRequest {
  return { verdict: verdictOn(rights, request), decided: request }
}

/** The documents that bear on a request, in the order in which they are looked at; the limit of a session comes first. */
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

/** Who lists all buckets asks no single one. */
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
  // Who has no policy at all may not even do what needs no permission.
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
