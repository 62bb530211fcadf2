/**
 * Why an account can or can't do something, from policies that the caller has read. It authorizes nothing: the storage server
 * does, by the same rules.
 */

import { type AttachedPolicy, type PolicySourceKind, type ReadPolicy, readAttached } from './attached-policy.ts'
import type { AuthorizationRequest, NamedPolicy, PolicySource } from './authorize.ts'
import type { Mismatch } from './evaluate.ts'
import { type ConsideredStatement, explain } from './explain.ts'
import { type ConditionCaller, requestContext } from './request-context.ts'
import type { RequestContext } from './variables.ts'

export interface SimulatedRequest {
  caller: ConditionCaller
  policies: readonly AttachedPolicy[]
  action: string
  bucket: string
  object: string
  /** Whether the request comes over TLS. */
  isSecure: boolean
  /** Milliseconds since the epoch. */
  now: number
  /** Values of condition keys that override the known ones. */
  conditions: readonly { key: string; value: string }[]
}

export interface SimulatedStatement {
  /** The first of its policy is 1. */
  number: number
  sid: string
  effect: 'Allow' | 'Deny'
  mismatch: Mismatch | ''
  conditionKey: string
  /** JSON. */
  text: string
}

export interface Simulation {
  decision: 'allow' | 'deny' | 'none'
  action: string
  where: Omit<AttachedPolicy, 'document'>
  /** Absent if no statement decided. */
  statement: SimulatedStatement | undefined
  policies: { source: Omit<AttachedPolicy, 'document'>; statements: SimulatedStatement[] }[]
  assumed: { key: string; value: string }[]
}

/** Known for every request, and returned with the result as assumptions. */
const ASSUMED_KEYS = ['aws:username', 'aws:groups', 'aws:principaltype', 'aws:SecureTransport', 'aws:CurrentTime']

export function simulate(question: SimulatedRequest): Simulation {
  const { caller, action, bucket, object } = question
  const policies = question.policies.map(readAttached)
  const context = contextOf(question)
  const request: AuthorizationRequest = { action, bucket, object, context, principal: caller.account }
  const { verdict, documents, action: decided } = explain(rightsOf(caller, policies), request)
  // Several attached policies can have the same name, so each is recognized by its parsed document.
  const attachedAs = new Map(policies.map((one) => [one.policy, one]))
  const sourceOf = ({ kind }: PolicySource, one: ReadPolicy | undefined) => ({
    kind,
    name: one?.attached.name ?? '',
    attachedTo: one?.attached.attachedTo ?? caller.account,
  })
  const simulated = (one: ConsideredStatement, of: ReadPolicy | undefined): SimulatedStatement => {
    const original = of?.originals[one.index]
    return {
      number: original?.number ?? one.index + 1,
      sid: one.statement.sid ?? '',
      effect: one.statement.effect,
      mismatch: one.mismatch ?? '',
      conditionKey: one.conditionKey ?? '',
      text: JSON.stringify(original?.statement ?? {}, undefined, 2),
    }
  }
  const decidedBy = verdict.policy && attachedAs.get(verdict.policy)
  return {
    decision: verdict.decision,
    action: decided,
    where: sourceOf(verdict.where, decidedBy),
    statement: verdict.statement && simulated(verdict.statement, decidedBy),
    policies: documents.map(({ where, policy, statements }) => ({
      source: sourceOf(where, attachedAs.get(policy)),
      statements: statements.map((one) => simulated(one, attachedAs.get(policy))),
    })),
    assumed: assumed(question, context),
  }
}

function rightsOf(caller: ConditionCaller, policies: readonly ReadPolicy[]) {
  const named = (wanted: PolicySourceKind): NamedPolicy[] =>
    policies.flatMap(({ attached, policy }) => (attached.kind === wanted ? [{ name: attached.name, policy }] : []))
  const one = (wanted: PolicySourceKind) => policies.find(({ attached }) => attached.kind === wanted)?.policy
  const [session, serviceAccount, bucket] = [one('session'), one('service-account'), one('bucket')]
  return {
    isOwner: caller.isRoot === true,
    isAnonymous: caller.kind === 'anonymous',
    identity: named('identity'),
    groups: named('group'),
    ...(session && { session }),
    ...(serviceAccount && { serviceAccount }),
    ...(bucket && { bucket }),
  }
}

function contextOf({ caller, isSecure, now, conditions }: SimulatedRequest): RequestContext {
  const known = requestContext({
    headers: {},
    query: new URLSearchParams(),
    sourceIp: '',
    isSecure,
    now,
    authentication: caller.kind === 'anonymous' ? 'none' : 'header',
    caller,
  })
  const given = new Map<string, string[]>()
  for (const { key, value } of conditions) given.set(key, [...(given.get(key) ?? []), value])
  const names = new Set([...given.keys()].map(bareKey))
  // Keys are compared without their prefix: `username` must not remain beside an overriding `aws:username`.
  const rest = Object.entries(known).filter(([key]) => !names.has(bareKey(key)) && bareKey(key) !== 'sourceip')
  return { ...Object.fromEntries(rest), ...Object.fromEntries(given) }
}

function bareKey(key: string): string {
  return key.slice(key.indexOf(':') + 1).toLowerCase()
}

function assumed({ conditions }: SimulatedRequest, context: RequestContext): { key: string; value: string }[] {
  const given = new Set(conditions.map(({ key }) => bareKey(key)))
  const defaults = ASSUMED_KEYS.filter((key) => !given.has(bareKey(key))).flatMap((key) => {
    const value = context[key.slice('aws:'.length)]
    return value === undefined || value === ''
      ? []
      : [{ key, value: typeof value === 'string' ? value : value.join(', ') }]
  })
  return [...defaults, ...conditions]
}
