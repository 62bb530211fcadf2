import * as z from 'zod/mini'
import { BUCKET_ERRORS, COMPUTATION_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { policyText } from './policies.ts'

const name = z.string().check(z.minLength(1), z.maxLength(1024))

/**
 * The principal of the simulated request. `document` means an account with only this policy, `bucket-policy` an anonymous request
 * while the bucket has this policy: it says nothing about requests to others.
 */
export const accessSubject = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('me') }),
  z.strictObject({ kind: z.literal('user'), name }),
  z.strictObject({ kind: z.literal('group'), name }),
  z.strictObject({ kind: z.literal('service-account'), name }),
  z.strictObject({ kind: z.literal('anonymous') }),
  z.strictObject({ kind: z.literal('document'), policy: policyText }),
  z.strictObject({ kind: z.literal('bucket-policy'), policy: policyText, bucket: z.string().check(z.maxLength(255)) }),
])
export type AccessSubject = z.infer<typeof accessSubject>
export type SubjectKind = AccessSubject['kind']

export const POLICY_SOURCES = ['owner', 'identity', 'group', 'session', 'service-account', 'bucket'] as const

/** Where a policy is attached: to the account, one of its groups, a session, a service account or the bucket. */
export const policySource = z.object({
  kind: z.enum(POLICY_SOURCES),
  /** Name of the policy; '' without a name, or for several policies merged by the server. */
  policy: z.string(),
  /** The user, group, service account or bucket that it is attached to; '' for a pasted policy. */
  attachedTo: z.string(),
})
export type PolicySource = z.infer<typeof policySource>

/** A statement of a policy and how it matches the request. */
export const consideredStatement = z.object({
  /** Position in the policy, starting at 1. */
  number: z.number(),
  /** '' without one. */
  sid: z.string(),
  effect: z.enum(['Allow', 'Deny']),
  /** The first element that doesn't match; '' if the statement applies. */
  mismatch: z.enum(['', 'action', 'principal', 'resource', 'condition']),
  /** The condition key that doesn't match if `mismatch` is `condition`; else ''. */
  conditionKey: z.string(),
  /** Its JSON. */
  text: z.string(),
})
export type ConsideredStatement = z.infer<typeof consideredStatement>

/** `unreadable`: the storage server fails to return it. */
export const UNREAD_REASONS = ['denied', 'missing', 'unreadable', 'unknownAccount'] as const

export const simulatePolicies = route('policies.simulate', 'POST /api/v1/policy-simulator', {
  audit: 'none',
  summary: 'Simulates whether an account may perform an action, and names the deciding statement.',
  body: z.strictObject({
    subject: accessSubject,
    /** `s3:GetObject`. */
    action: z.string().check(z.minLength(1), z.maxLength(256)),
    /** `bucket`, `bucket/key` or an ARN; '' if the action concerns no bucket. */
    resource: z._default(z.string().check(z.maxLength(2048)), ''),
    /** Values of condition keys, for example `aws:SourceIp`, in addition to those known from the account. */
    conditions: z._default(
      z
        .array(z.strictObject({ key: z.string().check(z.maxLength(256)), value: z.string().check(z.maxLength(2048)) }))
        .check(z.maxLength(100)),
      [],
    ),
    /** A session policy that restricts the session; '' for none. */
    sessionPolicy: z._default(policyText, ''),
  }),
  response: z.object({
    /** `none`: no statement allows it, which is an implicit deny. */
    decision: z.enum(['allow', 'deny', 'none']),
    /** Whether policies that couldn't be read might change the result. */
    isCertain: z.boolean(),
    /** The action that decided: may be a different one that includes the requested action. */
    action: z.string(),
    /** The policy that decided; for `none`, where an Allow is missing. */
    where: policySource,
    /** The deciding statement; number 0 if there is none. */
    statement: consideredStatement,
    /** Every policy that applies to the request, with all its statements. */
    policies: z.array(z.object({ source: policySource, statements: z.array(consideredStatement) })),
    /** The assumed condition values of the request: known from the account, or given. */
    assumed: z.array(z.object({ key: z.string(), value: z.string() })),
    /**
     * The account or one of its groups that is disabled: its keys are rejected, or its policies have no effect. '' if none
     * is.
     */
    disabled: z.enum(['', 'account', 'group']),
    /** What you lack permission to read, or what no longer exists. */
    unread: z.array(z.object({ source: policySource, reason: z.enum(UNREAD_REASONS), permission: z.string() })),
  }),
  errors: [
    ...BUCKET_ERRORS,
    ...COMPUTATION_ERRORS,
    'InvalidPolicy',
    'NoSuchUser',
    'NoSuchGroup',
    'NoSuchServiceAccount',
  ],
})
export type SimulationResult = z.infer<NonNullable<(typeof simulatePolicies)['response']>>

/** The principals that can be simulated. A list that may not be read is empty, and `unread` names the missing permission. */
export const listAccessSubjects = route('policies.simulatorSubjects', 'GET /api/v1/policy-simulator/subjects', {
  summary: 'Lists the users, groups and service accounts that the policy simulator can check.',
  response: z.object({
    users: z.array(z.string()),
    groups: z.array(z.string()),
    serviceAccounts: z.array(z.string()),
    unread: z.array(z.object({ list: z.enum(['users', 'groups', 'serviceAccounts']), permission: z.string() })),
  }),
})
