/** A set of policies and a request that they decide on. */

import { EMPTY_SHA256 } from '@cooperage/wire'
import {
  authorize,
  checkPolicy,
  type PolicyUse,
  parsePolicy,
  type RequestContext,
  type Rights,
  requestContext,
} from '@cooperage/wire/policy'
import { type OperationName, operationOf } from './operations.ts'

export interface StatementDocument {
  Effect: string
  Principal?: unknown
  Action?: string[]
  NotAction?: string[]
  Resource?: string[]
  NotResource?: string[]
  Condition?: Record<string, Record<string, ConditionValue[]>>
}

export type ConditionValue = string | number | boolean

export interface PolicyDocument {
  Version: string
  Statement: StatementDocument[]
}

/** The kind of caller, to which the documents of the grant are attached. */
export type CallerKind = 'user' | 'session' | 'service-account' | 'root-session' | 'anonymous'

/**
 * The policies that apply to a request. `{user}` and `{bucket}` are placeholders for unique names, so that grants do
 * not affect each other.
 */
export interface Grant {
  caller: CallerKind
  identity: PolicyDocument[]
  group: PolicyDocument[]
  /** Of the session or the service account. */
  limit?: PolicyDocument
  bucket?: PolicyDocument
}

export interface PairRequest {
  operation: OperationName
  bucket: string
  key: string
  query: Record<string, string>
  headers: Record<string, string>
  isPresigned: boolean
}

export interface Pair {
  grant: Grant
  request: PairRequest
  /** What differs from the preceding pair, which has the opposite verdict. */
  changed?: string
}

export interface Names {
  user: string
  bucket: string
}

export const ROOT = 'cooperage-root'

/** The value with `{user}` and `{bucket}` replaced. */
export function named<Value>(value: Value, { user, bucket }: Names): Value {
  return JSON.parse(JSON.stringify(value).replaceAll('{user}', user).replaceAll('{bucket}', bucket)) as Value
}

/** The evaluator's verdict on a pair whose names are filled in. */
export function isAllowed({ grant, request }: Pair, user: string): boolean {
  const rights = rightsOf(grant)
  const { asks } = operationOf(request.operation)
  return asks(request).every((alternatives) =>
    alternatives.some(({ action, bucket, key, versionId, existingTags }) => {
      const context = contextOf(grant.caller, request, user, existingTags)
      const asked = { action, bucket, object: key, context, ...(versionId === undefined ? {} : { versionId }) }
      return authorize(rights, asked).decision === 'allow'
    }),
  )
}

function rightsOf({ caller, identity, group, limit, bucket }: Grant): Rights {
  const attached = (documents: PolicyDocument[]) =>
    documents.map((document, index) => ({ name: `policy-${index}`, policy: parsePolicy(document) }))
  const limited = limit === undefined ? undefined : parsePolicy(limit)
  return {
    isOwner: caller === 'root-session',
    isAnonymous: caller === 'anonymous',
    identity: attached(identity),
    groups: attached(group),
    ...(limited === undefined ? {} : caller === 'service-account' ? { serviceAccount: limited } : { session: limited }),
    ...(bucket === undefined ? {} : { bucket: parsePolicy(bucket) }),
  }
}

function contextOf(
  caller: CallerKind,
  request: PairRequest,
  user: string,
  existingTags: Record<string, string> | undefined,
): RequestContext {
  const isAnonymous = caller === 'anonymous'
  const isRoot = caller === 'root-session'
  const signed = isAnonymous || request.isPresigned ? {} : { 'x-amz-content-sha256': EMPTY_SHA256 }
  return requestContext({
    headers: { ...request.headers, ...signed },
    query: new URLSearchParams(request.query),
    sourceIp: '127.0.0.1',
    isSecure: false,
    now: Date.now(),
    authentication: isAnonymous ? 'none' : request.isPresigned ? 'query' : 'header',
    ...(request.isPresigned ? { signatureAge: 1000 } : {}),
    ...(existingTags === undefined ? {} : { existingTags }),
    caller: {
      kind: caller === 'session' || isRoot ? 'temporary' : caller,
      account: isAnonymous ? '' : isRoot ? ROOT : user,
      isRoot,
    },
  })
}

/** Whether a server accepts all documents, by the same rules as MinIO. */
export function isStorable({ caller, identity, group, limit, bucket }: Grant, names: Names): boolean {
  const limitUse: PolicyUse = caller === 'service-account' ? 'service-account' : 'session'
  const uses: [PolicyDocument[], PolicyUse][] = [
    [[...identity, ...group], 'canned'],
    [limit === undefined ? [] : [limit], limitUse],
    [bucket === undefined ? [] : [bucket], 'bucket'],
  ]
  try {
    for (const [documents, use] of uses) {
      for (const document of documents) checkPolicy(JSON.stringify(named(document, names)), use, names.bucket)
    }
    return true
  } catch {
    return false
  }
}
