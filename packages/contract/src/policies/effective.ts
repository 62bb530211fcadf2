/**
 * Effective permissions: what the policies of a user or group that the visitor may read add up to, and what
 * couldn't be read.
 */
import * as z from 'zod/mini'
import { COMPUTATION_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { accessKind, fullAccessScope, quotedCondition, quotedStatement } from './exposure.ts'
import { policySource, UNREAD_REASONS } from './simulator.ts'

export const ADMINISTRATION_AREAS = [
  'users',
  'groups',
  'policies',
  'accessKeys',
  'buckets',
  'tiers',
  'settings',
  'service',
  'monitoring',
  'drives',
  'batch',
  'siteReplication',
  'backup',
  'encryption',
  'kms',
] as const
export type AdministrationArea = (typeof ADMINISTRATION_AREAS)[number]

/** Admin and KMS actions by area. `view`: everything that reads, and nothing that changes. */
const administrationGrant = z.object({
  area: z.enum(ADMINISTRATION_AREAS),
  level: z.enum(['full', 'view', 'partial']),
  /** The allowed actions, sorted. */
  actions: z.array(z.string()),
})

/** A statement among `policies` of the response. */
const statementReference = z.object({
  /** Index of its policy. */
  policy: z.number(),
  /** Position in the policy, starting at 1. */
  number: z.number(),
})

const effectiveStatement = z.object({
  ...quotedStatement.shape,
  effect: z.enum(['Allow', 'Deny']),
  /** Whether its conditions hold: for every request, for some, or for none of this account. */
  applies: z.enum(['always', 'sometimes', 'never']),
  /** Patterns of actions as written. One of `actions` and `notActions` is empty. */
  actions: z.array(z.string()),
  notActions: z.array(z.string()),
  /** Patterns without the ARN prefix, with known policy variables filled in; `*` if it names none. */
  resources: z.array(z.string()),
  /** Resources that the statement excludes. */
  except: z.array(z.string()),
  conditions: z.array(quotedCondition),
  /** What an Allow grants after all Deny statements, or what a Deny names. */
  access: z.array(z.object({ resource: z.string(), kinds: z.array(accessKind), isNarrowed: z.boolean() })),
  administration: z.array(administrationGrant),
  fullAccess: z.array(fullAccessScope),
  /** Deny statements that take back a part of it, or all of it. */
  narrowedBy: z.array(statementReference),
})
export type EffectiveStatement = z.infer<typeof effectiveStatement>

const effectivePolicy = z.object({
  source: policySource,
  statements: z.array(effectiveStatement),
  /** Numbers of the statements that can't be interpreted. */
  unreadable: z.array(z.number()),
})
export type EffectivePolicy = z.infer<typeof effectivePolicy>

/** `isConditional`: only for requests that meet a condition. `isNarrowed`: a Deny takes back a part, or more under conditions. */
const fullAccess = z.object({ scope: fullAccessScope, isConditional: z.boolean(), isNarrowed: z.boolean() })
/** A resource pattern, `photos/team/*`, and what it allows. */
const resourceAccess = z.object({
  resource: z.string(),
  except: z.array(z.string()),
  kinds: z.array(accessKind),
  /** Kinds only for requests that meet a condition. */
  conditionalKinds: z.array(accessKind),
  isNarrowed: z.boolean(),
})
export type ResourceAccess = z.infer<typeof resourceAccess>
const administration = z.object({ ...administrationGrant.shape, isConditional: z.boolean(), isNarrowed: z.boolean() })

/** What policies allow, or what more than others. */
export const permissionDifference = z.object({
  fullAccess: z.array(fullAccess),
  /** Those that another one includes are left out. */
  resources: z.array(resourceAccess),
  administration: z.array(administration),
})
export type PermissionDifference = z.infer<typeof permissionDifference>

/** The kinds of access that a statement allows there, or those whose actions it denies: none if these only support others. */
const decidingStatement = z.object({ ...statementReference.shape, kinds: z.array(accessKind) })

/** The statements behind an entry. */
const decision = z.object({
  allows: z.array(decidingStatement),
  /** Those that take back a part of it. */
  denies: z.array(decidingStatement),
  /** Whether there are further ones. */
  hasMore: z.boolean(),
})
export type Decision = z.infer<typeof decision>

/** Index among `decisions`. Very many entries can have the same. */
const decided = { decision: z.number() }

/** What all policies together allow. */
const permissionSummary = z.object({
  fullAccess: z.array(z.object({ ...fullAccess.shape, ...decided })),
  resources: z.array(z.object({ ...resourceAccess.shape, ...decided })),
  administration: z.array(z.object({ ...administration.shape, ...decided })),
  decisions: z.array(decision),
  /** The Deny statements that take something back. */
  denials: z.array(statementReference),
})
export type PermissionSummary = z.infer<typeof permissionSummary>

/** `name` is the user or group; without one the call is about the visitor. */
export const getEffectivePermissions = route('policies.effective', 'GET /api/v1/effective-permissions', {
  summary: 'Lists what the policies of a user or group allow, and through which group.',
  query: z.strictObject({
    kind: z._default(z.enum(['me', 'user', 'group']), 'me'),
    name: z._default(z.string().check(z.maxLength(1024)), ''),
  }),
  response: z.object({
    /** The user; '' for a group. */
    account: z.string(),
    /** Groups of the user, if they may be read, or the group itself. */
    groups: z.array(z.string()),
    /** `other`: root, or an account of an identity provider. `unknown`: you lack permission to read whether it is a user. */
    accountKind: z.enum(['user', 'group', 'other', 'unknown']),
    /**
     * The account or one of its groups that is disabled: its keys are rejected, or its policies have no effect. '' if none
     * is.
     */
    disabled: z.enum(['', 'account', 'group']),
    /** The disabled group; '' if none is. */
    disabledGroup: z.string(),
    /** Whether `policies` is the policy that the server combines for the visitor, because some in `unread` may not be read. */
    isCombined: z.boolean(),
    summary: permissionSummary,
    policies: z.array(effectivePolicy),
    /** What you lack permission to read, or what no longer exists. */
    unread: z.array(z.object({ source: policySource, reason: z.enum(UNREAD_REASONS), permission: z.string() })),
  }),
  errors: [...COMPUTATION_ERRORS, 'NoSuchUser', 'NoSuchGroup'],
})
export type EffectivePermissions = z.infer<NonNullable<(typeof getEffectivePermissions)['response']>>
