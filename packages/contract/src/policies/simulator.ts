import * as z from 'zod/mini'
import { BUCKET_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { MAX_POLICY_BYTES } from './policies.ts'

const text = z.string().check(z.maxLength(MAX_POLICY_BYTES))
const name = z.string().check(z.minLength(1), z.maxLength(1024))

/** Whose request it would be. `document` stands for an account that has this policy and no other. */
export const accessSubject = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('me') }),
  z.strictObject({ kind: z.literal('user'), name }),
  z.strictObject({ kind: z.literal('group'), name }),
  z.strictObject({ kind: z.literal('service-account'), name }),
  z.strictObject({ kind: z.literal('anonymous') }),
  z.strictObject({ kind: z.literal('document'), policy: text }),
])
export type AccessSubject = z.infer<typeof accessSubject>
export type SubjectKind = AccessSubject['kind']

export const POLICY_PLACES = ['owner', 'identity', 'group', 'session', 'service-account', 'bucket'] as const

/** Where a policy is attached: to the account, to one of its groups, to a session, to a service account, to the bucket. */
export const policyPlace = z.object({
  kind: z.enum(POLICY_PLACES),
  /** Name of the policy; '' for one without a name, and for several that the server has put together. */
  policy: z.string(),
  /** The user, group, service account or bucket that has it; '' for a pasted one. */
  holder: z.string(),
})
export type PolicyPlace = z.infer<typeof policyPlace>

/** A statement of a policy and what it has to do with the request. */
export const consideredStatement = z.object({
  /** Its place in the policy; the first is 1. */
  number: z.number(),
  /** '' for one without. */
  sid: z.string(),
  effect: z.enum(['Allow', 'Deny']),
  /** The first thing for which it does not apply; '' when it applies. */
  mismatch: z.enum(['', 'action', 'principal', 'resource', 'condition']),
  /** The condition key that is not met, when `mismatch` is `condition`; else ''. */
  conditionKey: z.string(),
  /** Its JSON. */
  text: z.string(),
})
export type ConsideredStatement = z.infer<typeof consideredStatement>

export const UNREAD_REASONS = ['denied', 'missing', 'unknownAccount'] as const

export const simulatePolicies = route({
  id: 'policies.simulate',
  method: 'POST',
  administrative: false,
  path: '/api/v1/policy-simulator',
  summary: 'Simulates whether an account may perform an action, and names the deciding statement.',
  body: z.strictObject({
    subject: accessSubject,
    /** `s3:GetObject`. */
    action: z.string().check(z.minLength(1), z.maxLength(256)),
    /** `bucket`, `bucket/key` or the same as an ARN; '' for what concerns no bucket. */
    resource: z._default(z.string().check(z.maxLength(2048)), ''),
    /** Values of condition keys, `aws:SourceIp` and the like, beyond those that are known of the account. */
    conditions: z._default(
      z
        .array(z.strictObject({ key: z.string().check(z.maxLength(256)), value: z.string().check(z.maxLength(2048)) }))
        .check(z.maxLength(100)),
      [],
    ),
    /** A policy with which the session is limited; '' for none. */
    sessionPolicy: z._default(text, ''),
  }),
  response: z.object({
    /** `none`: no statement allows it, which is a refusal too. */
    decision: z.enum(['allow', 'deny', 'none']),
    /** What could not be read might make another answer of it. */
    isCertain: z.boolean(),
    /** The action whose permission decided: another than was asked for where that includes it. */
    action: z.string(),
    /** Where it was decided; of `none`, where an Allow is missing. */
    where: policyPlace,
    /** The statement that decided; number 0 when there is none. */
    statement: consideredStatement,
    /** Every policy that bears on the request, with all its statements. */
    policies: z.array(z.object({ place: policyPlace, statements: z.array(consideredStatement) })),
    /** What the request was taken to say: known of the account, or given. */
    assumed: z.array(z.object({ key: z.string(), value: z.string() })),
    /** The account, or a group of it, is disabled: its keys are refused, or it has no policy in force. '' when not. */
    disabled: z.enum(['', 'account', 'group']),
    /** What you lack the right to read, or what does not exist any more. */
    unread: z.array(z.object({ place: policyPlace, reason: z.enum(UNREAD_REASONS), permission: z.string() })),
  }),
  errors: [...BUCKET_ERRORS, 'InvalidPolicy', 'NoSuchUser', 'NoSuchGroup', 'NoSuchServiceAccount'],
})
export type SimulationResult = z.infer<NonNullable<(typeof simulatePolicies)['response']>>

/** Whom one may ask about. A list that may not be read is empty, and `unread` names the permission for it. */
export const listAccessSubjects = route({
  id: 'policies.simulatorSubjects',
  method: 'GET',
  path: '/api/v1/policy-simulator/subjects',
  summary: 'Lists the users, groups and service accounts that the policy simulator can check.',
  response: z.object({
    users: z.array(z.string()),
    groups: z.array(z.string()),
    serviceAccounts: z.array(z.string()),
    unread: z.array(z.object({ list: z.enum(['users', 'groups', 'serviceAccounts']), permission: z.string() })),
  }),
})
