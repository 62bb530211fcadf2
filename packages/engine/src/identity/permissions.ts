/** What a caller may do: asked of its policies with every request. */
import {
  type AuthenticationForm,
  authenticationForm,
  authorize,
  type ConditionSource,
  concernsAction,
  type Policy,
  type RequestContext,
  type Rights,
  requestContext,
} from '@cooperage/wire'
import type { Engine } from '../engine.ts'
import type { Exchange } from '../http/exchange.ts'
import { asksContext, ownPolicyText, parsedPolicy } from '../iam/policy-document.ts'
import { type Caller, claimsOf } from './caller.ts'
import { policiesOf } from './role-policies.ts'

/** How a request is signed: as a whole, or the policy of the browser form in its body. */
export type SignatureForm = AuthenticationForm | 'post' | 'post-v2'

/** The same, as conditions of policies ask for it. */
const SIGNED: Record<SignatureForm, Pick<ConditionSource, 'authentication' | 'signatureVersion'>> = {
  anonymous: { authentication: 'none' },
  unsupported: { authentication: 'none' },
  header: { authentication: 'header' },
  'header-v2': { authentication: 'header', signatureVersion: 2 },
  query: { authentication: 'query' },
  'query-v2': { authentication: 'query', signatureVersion: 2 },
  post: { authentication: 'post' },
  'post-v2': { authentication: 'post', signatureVersion: 2 },
}

export interface Permissions {
  /**
   * Whether the caller may do something in this request. `bucket` and `key` are left out for what concerns none; `extra`
   * has values of condition keys that only the operation knows (`s3:ExistingObjectTag/…`, `s3:versionid`).
   */
  (action: string, bucket?: string, key?: string, extra?: RequestContext): boolean
  /** Whether there may be an object of the bucket for which it is allowed. A stranger needs a policy that allows it somewhere. */
  somewhere(action: string, bucket: string): boolean
  /** For what an account may do to itself: needs no permission, but some policy, and none that denies it. */
  unlessDenied(action: string, extra?: RequestContext): boolean
  /**
   * For what an account may do to its own keys: needs no permission, but a session or service account with a policy of
   * its own has to be allowed the action there. MinIO asks for nothing, so that a key that may only read objects could
   * delete every other key of its account.
   */
  onOwnKeys(action: string): boolean
}

export function permissionsOf(engine: Engine, caller: Caller, exchange: Exchange, form?: SignatureForm): Permissions {
  // Most requests ask once or twice; the values of conditions are the same for all of them.
  let context: RequestContext | undefined
  let rights: Rights | undefined
  const isAllowed = (
    action: string,
    bucket: string,
    object: string,
    extra: RequestContext | undefined,
    unlessDenied: boolean,
  ) => {
    if (isUnlimited(caller)) return true
    rights ??= rightsOf(engine, caller)
    const bucketPolicy = caller.kind === 'anonymous' ? policyOfBucket(engine, bucket) : undefined
    const asked = bucketPolicy === undefined ? rights : { ...rights, bucket: bucketPolicy }
    // Half of what a decision costs are the values of conditions.
    if (policiesIn(asked).some(asksContext))
      context ??= contextOf(exchange, caller, form ?? authenticationForm(exchange.signed))
    const verdict = authorize(asked, {
      action,
      bucket,
      object,
      context: { ...context, ...extra },
      principal: caller.accessKey,
      unlessDenied,
      ...versionOf(extra, exchange),
    })
    return verdict.decision === 'allow'
  }
  return Object.assign(
    (action: string, bucket = '', key = '', extra?: RequestContext) => isAllowed(action, bucket, key, extra, false),
    {
      somewhere: (action: string, bucket: string) =>
        caller.kind !== 'anonymous' || allowsSomewhere(policyOfBucket(engine, bucket), action),
      unlessDenied: (action: string, extra?: RequestContext) => isAllowed(action, '', '', extra, true),
      onOwnKeys: (action: string) => !isNarrowed(caller) || isAllowed(action, '', '', undefined, true),
    },
  )
}

function allowsSomewhere(policy: Policy | undefined, action: string): boolean {
  return policy?.statements.some((one) => one.effect === 'Allow' && concernsAction(one, action)) ?? false
}

/** The version that is meant, which a list of deletions names for each object and other requests in the query. */
function versionOf(extra: RequestContext | undefined, { query }: Exchange): { versionId?: string } {
  const versionId = extra?.['s3:versionid'] ?? query.get('versionId')
  return typeof versionId === 'string' && versionId !== '' ? { versionId } : {}
}

/** Nothing limits root and its keys but a policy of their own. */
function isUnlimited(caller: Caller): boolean {
  return caller.isRoot && !isNarrowed(caller)
}

/** Whether a policy of its own limits a session or service account to a part of what its account may do. */
function isNarrowed({ temporary, serviceAccount }: Caller): boolean {
  return [temporary, serviceAccount].some((key) => key !== undefined && ownPolicyText(key) !== undefined)
}

function policiesIn({ identity = [], session, serviceAccount, bucket }: Rights): Policy[] {
  const others = [session, serviceAccount, bucket].filter((policy) => policy !== undefined)
  return [...identity.map(({ policy }) => policy), ...others]
}

/** Bucket policies are for requests without a signature only, as at MinIO: an account has what its own policies give. */
function rightsOf(engine: Engine, caller: Caller): Rights {
  if (caller.kind === 'anonymous') return { isAnonymous: true }
  const { temporary, serviceAccount } = caller
  return {
    isOwner: caller.isRoot,
    identity: policiesOf(engine, caller),
    ...(temporary?.policy === undefined ? {} : { session: parsedPolicy(temporary.policy) }),
    ...(serviceAccount?.policy === undefined ? {} : { serviceAccount: parsedPolicy(serviceAccount.policy) }),
  }
}

function policyOfBucket({ store }: Engine, bucket: string): Policy | undefined {
  if (bucket === '' || store.getBucket(bucket) === undefined) return undefined
  const document = store.getBucketDocument(bucket, 'policy')
  return document && parsedPolicy(document.text)
}

function contextOf(exchange: Exchange, caller: Caller, form: SignatureForm): RequestContext {
  const { query, headers, clientAddress } = exchange
  const now = Date.now()
  const signedAt = form === 'query' ? presignedAt(query) : undefined
  const claims = claimsOf(caller)
  return requestContext({
    headers,
    query,
    sourceIp: clientAddress,
    isSecure: false,
    now,
    ...SIGNED[form],
    ...(signedAt === undefined ? {} : { signatureAge: now - signedAt }),
    ...(isTaggedByHeader(exchange) ? {} : { requestTags: {} }),
    caller: {
      kind: caller.kind,
      account: caller.account,
      isRoot: caller.isRoot,
      ...(claims === undefined ? {} : { claims }),
    },
  })
}

/** Whether the operation gives its object the tags in the header `x-amz-tagging`; others ignore it. */
function isTaggedByHeader({ facts: { operation = '' }, headers }: Exchange): boolean {
  if (operation === 'CopyObject') return headers['x-amz-tagging-directive'] === 'REPLACE'
  return operation === 'PutObject' || operation === 'CreateMultipartUpload'
}

/** The signature was verified, so the date can be read. */
function presignedAt(query: URLSearchParams): number {
  const date = query.get('X-Amz-Date') ?? ''
  return Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
}
