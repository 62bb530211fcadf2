/** Evaluates the policies of a caller for each request. */

import { type AuthenticationForm, authenticationForm } from '@cooperage/wire'
import {
  authorize,
  type ConditionSource,
  concernsAction,
  type Policy,
  type RequestContext,
  type Rights,
  requestContext,
} from '@cooperage/wire/policy'
import { needsContext, ownPolicyText, parsedPolicy } from '../iam/policy-document.ts'
import { type Caller, claimsOf, groupsOf } from './caller.ts'
import { policiesOf } from './role-policies.ts'
import type { IdentityServices } from './services.ts'
import type { SignedRequest } from './signed-request.ts'

/** How a request is signed. `post` stands for the signed policy of a browser form. */
export type SignatureForm = AuthenticationForm | 'post' | 'post-v2'

/** The values of the condition keys on authentication, by signature form. */
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
   * Whether the caller may perform the action in this request. `bucket` and `key` are omitted for actions without them.
   * `extra` holds values of condition keys that only the operation knows (`s3:ExistingObjectTag/…`, `s3:versionid`).
   */
  (action: string, bucket?: string, key?: string, extra?: RequestContext): boolean
  /** Whether the action may be allowed on some object of the bucket. For anonymous callers, a statement must allow it. */
  somewhere(action: string, bucket: string): boolean
  /** For actions of an account on itself, which need no explicit permission: true unless a policy denies the action. */
  unlessDenied(action: string, extra?: RequestContext): boolean
  /**
   * For actions of an account on its own keys, which need no explicit permission. A session or service account with its
   * own policy needs the action allowed there; MinIO does not check this, so a read-only key could delete all other keys
   * of its account.
   */
  onOwnKeys(action: string): boolean
}

export function permissionsOf(
  engine: IdentityServices,
  caller: Caller,
  exchange: SignedRequest,
  form?: SignatureForm,
): Permissions {
  // Shared by all checks of the request.
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
    const effectiveRights = bucketPolicy === undefined ? rights : { ...rights, bucket: bucketPolicy }
    // Collecting the condition values is half of the cost of a decision.
    if (policiesIn(effectiveRights).some(needsContext))
      context ??= contextOf(exchange, caller, form ?? authenticationForm(exchange.signed))
    const { decision } = authorize(effectiveRights, {
      action,
      bucket,
      object,
      context: { ...context, ...extra },
      principal: caller.accessKey,
      unlessDenied,
      ...versionOf(extra, exchange),
    })
    return decision === 'allow'
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

/** The requested version: DeleteObjects names it for each object, other operations in the query. */
function versionOf(extra: RequestContext | undefined, { query }: SignedRequest): { versionId?: string } {
  const versionId = extra?.['s3:versionid'] ?? query.get('versionId')
  return typeof versionId === 'string' && versionId !== '' ? { versionId } : {}
}

/** Root and its keys have all permissions unless a session or service account policy narrows them. */
function isUnlimited(caller: Caller): boolean {
  return caller.isRoot && !isNarrowed(caller)
}

/** Whether a session or service account has its own policy, which narrows the permissions of its account. */
function isNarrowed({ temporary, serviceAccount }: Caller): boolean {
  return [temporary, serviceAccount].some((key) => key !== undefined && ownPolicyText(key) !== undefined)
}

function policiesIn({ identity = [], session, serviceAccount, bucket }: Rights): Policy[] {
  const others = [session, serviceAccount, bucket].filter((policy) => policy !== undefined)
  return [...identity.map(({ policy }) => policy), ...others]
}

/** Bucket policies apply to anonymous requests only, as in MinIO. Accounts have the permissions of their own policies. */
function rightsOf(engine: IdentityServices, caller: Caller): Rights {
  if (caller.kind === 'anonymous') return { isAnonymous: true }
  const { temporary, serviceAccount } = caller
  return {
    isOwner: caller.isRoot,
    identity: policiesOf(engine, caller),
    ...(temporary?.policy === undefined ? {} : { session: parsedPolicy(temporary.policy) }),
    ...(serviceAccount?.policy === undefined ? {} : { serviceAccount: parsedPolicy(serviceAccount.policy) }),
  }
}

function policyOfBucket({ store }: IdentityServices, bucket: string): Policy | undefined {
  if (bucket === '' || store.getBucket(bucket) === undefined) return undefined
  const document = store.getBucketDocument(bucket, 'policy')
  return document && parsedPolicy(document.text)
}

function contextOf(exchange: SignedRequest, caller: Caller, form: SignatureForm): RequestContext {
  const { query, headers, clientAddress, isSecure } = exchange
  const now = Date.now()
  const signedAt = form === 'query' ? presignedAt(query) : undefined
  const claims = claimsOf(caller)
  return requestContext({
    headers,
    query,
    sourceIp: clientAddress,
    isSecure,
    now,
    ...SIGNED[form],
    ...(signedAt === undefined ? {} : { signatureAge: now - signedAt }),
    ...(isTaggedByHeader(exchange) ? {} : { requestTags: {} }),
    caller: {
      kind: caller.kind,
      account: caller.account,
      isRoot: caller.isRoot,
      ...(claims === undefined ? {} : { claims }),
      groups: groupsOf(caller),
    },
  })
}

/** Whether the operation applies the tags in the header `x-amz-tagging`. */
function isTaggedByHeader({ facts: { operation = '' }, headers }: SignedRequest): boolean {
  if (operation === 'CopyObject') return headers['x-amz-tagging-directive'] === 'REPLACE'
  return operation === 'PutObject' || operation === 'CreateMultipartUpload'
}

/** The signature has been verified, so the date is well-formed. */
function presignedAt(query: URLSearchParams): number {
  const date = query.get('X-Amz-Date') ?? ''
  return Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
}

/** Policy conditions see the values of a listing of the bucket's root when buckets are filtered. */
export const ROOT_LISTING: RequestContext = { 's3:prefix': '', 's3:delimiter': '/' }

/** Whether a bucket is listed for callers who may not list all buckets. */
export function canUseBucket(allows: Permissions, bucket: string): boolean {
  return allows('s3:ListBucket', bucket, '', ROOT_LISTING) || allows('s3:GetBucketLocation', bucket, '', ROOT_LISTING)
}
