/**
 * The effective permissions of an account: what its policies allow together, by statement and by resource. Nothing is
 * authorized here, but the rules are those of authorization: which actions and resources a statement covers, and when its
 * conditions can match. If in doubt, access counts as allowed: a condition on the request may match, and a Deny removes only
 * what it is certain to cover.
 */

import { compareText } from '../order.ts'
import { ACCESS_KINDS, type AccessKind } from './access-kinds.ts'
import { type AdministrationGrant, administrationOf } from './administration.ts'
import { type AttachedPolicy, readAttached } from './attached-policy.ts'
import type { Statement } from './document.ts'
import { type QuotedCondition, type QuotedStatement, quotedCondition } from './exposure.ts'
import { type FullAccessScope, fullAccessStatements } from './full-access.ts'
import { denialsAmong, type ResolvedStatement, resolveStatements } from './resolved-statements.ts'
import { type GrantedResource, grantOf, type StatementGrant } from './statement-grants.ts'
import { contextValues } from './variables.ts'

export interface EffectiveCaller {
  /** The user; '' for members of a group in general. */
  account: string
  groups: readonly string[]
}

/** A statement of one of the given policies. */
export interface StatementReference {
  /** Index of the policy. */
  policy: number
  /** The first of its policy is 1. */
  number: number
}

export interface EffectiveStatement extends QuotedStatement {
  effect: 'Allow' | 'Deny'
  /** Whether its conditions hold: for every request, for some, or for none of this account. */
  applies: 'always' | 'sometimes' | 'never'
  /** Patterns of actions as written; one of the lists is empty. */
  actions: string[]
  notActions: string[]
  resources: string[]
  /** Resources that it leaves out: its NotResource. */
  except: string[]
  conditions: QuotedCondition[]
  /** What an Allow grants after all Deny statements, or what a Deny names. */
  access: GrantedResource[]
  administration: AdministrationGrant[]
  fullAccess: FullAccessScope[]
  /** Deny statements that revoke part of it, or all of it. */
  narrowedBy: StatementReference[]
}

export interface EffectivePolicy {
  policy: Omit<AttachedPolicy, 'document'>
  statements: EffectiveStatement[]
  /** Numbers of the statements that can't be interpreted. */
  unreadable: number[]
}

export interface ResourceAccess {
  resource: string
  /** Resources that are left out. */
  except: string[]
  kinds: AccessKind[]
  /** Kinds that only requests have that meet a condition. */
  conditionalKinds: AccessKind[]
  /** Whether a Deny revokes part of it, or all of it under conditions. */
  isNarrowed: boolean
}

export interface PermissionSummary {
  fullAccess: { scope: FullAccessScope; isConditional: boolean; isNarrowed: boolean }[]
  resources: ResourceAccess[]
  administration: (AdministrationGrant & { isConditional: boolean })[]
  /** The Deny statements that revoke something. */
  denials: StatementReference[]
}

export interface EffectivePermissions {
  summary: PermissionSummary
  policies: EffectivePolicy[]
}

export function effectivePermissions(
  policies: readonly AttachedPolicy[],
  caller: EffectiveCaller,
): EffectivePermissions {
  const values = contextValues(knownOf(caller))
  const read = policies.map(readAttached)
  const all = read.flatMap((one, index) => resolveStatements(one, index, values))
  const denials = denialsAmong(all, values)
  const fullAccess = scopesOf(all)
  const granted = all.map((one): Granted => {
    const isGrant = one.statement.effect === 'Allow' && one.applies !== 'never'
    return { ...one, ...grantOf(one, isGrant ? denials : []), fullAccess: fullAccess.get(one.statement) ?? [] }
  })
  return {
    summary: summaryOf(granted),
    policies: read.map(({ attached: { kind, name, attachedTo }, unreadable }, index) => ({
      policy: { kind, name, attachedTo },
      statements: granted.filter(({ policy }) => policy === index).map(toEffective),
      unreadable,
    })),
  }
}

/** Only what is the same for each request of the account. */
function knownOf({ account, groups }: EffectiveCaller) {
  if (account === '') return {}
  return { username: account, userid: account, ...(groups.length > 0 && { groups }) }
}

type Granted = ResolvedStatement & StatementGrant & { fullAccess: FullAccessScope[] }

/** Of all policies together: a Deny in one of them revokes what another one grants. */
function scopesOf(all: readonly ResolvedStatement[]): Map<Statement, FullAccessScope[]> {
  const statements = all.flatMap(({ statement, applies }) => (applies === 'never' ? [] : [statement]))
  return new Map(
    fullAccessStatements({ version: '', statements }).map(({ statement, fullAccess }) => [statement, fullAccess]),
  )
}

function summaryOf(all: readonly Granted[]): PermissionSummary {
  const grants = all.filter(({ statement, applies }) => statement.effect === 'Allow' && applies !== 'never')
  const denials = new Map(
    grants.flatMap(({ narrowedBy }) => narrowedBy.map((one) => [one.statement, toReference(one)])),
  )
  return {
    fullAccess: (['storage', 'administration'] as const).flatMap((scope) => {
      const giving = grants.filter(({ fullAccess }) => fullAccess.includes(scope))
      if (giving.length === 0) return []
      const isConditional = giving.every(({ applies }) => applies === 'sometimes')
      return [{ scope, isConditional, isNarrowed: giving.every(({ narrowedBy }) => narrowedBy.length > 0) }]
    }),
    resources: resourcesOf(grants),
    administration: administrationSummary(grants),
    denials: [...denials.values()].sort((a, b) => a.policy - b.policy || a.number - b.number),
  }
}

function resourcesOf(grants: readonly Granted[]): ResourceAccess[] {
  const found = new Map<string, { always: Set<AccessKind>; sometimes: Set<AccessKind>; isNarrowed: boolean }>()
  for (const { access, except, applies } of grants) {
    for (const { resource, kinds, isNarrowed } of access) {
      const key = JSON.stringify([resource, except.toSorted()])
      const entry = found.get(key) ?? { always: new Set(), sometimes: new Set(), isNarrowed: false }
      found.set(key, entry)
      for (const kind of kinds) (applies === 'always' ? entry.always : entry.sometimes).add(kind)
      entry.isNarrowed ||= isNarrowed
    }
  }
  const resources = [...found].map(([key, { always, sometimes, isNarrowed }]): ResourceAccess => {
    const [resource, except] = JSON.parse(key) as [string, string[]]
    return {
      resource,
      except,
      kinds: ACCESS_KINDS.filter((kind) => always.has(kind)),
      conditionalKinds: ACCESS_KINDS.filter((kind) => sometimes.has(kind) && !always.has(kind)),
      isNarrowed,
    }
  })
  const broad = resources.filter(isBroad)
  return resources
    .filter((one) => !broad.slice(0, MAX_BROAD).some((other) => includes(other, one)))
    .sort((a, b) => compareText(a.resource, b.resource))
}

/** With more than these, patterns are listed even if others include them. */
export const MAX_BROAD = 500

/** Whether it can include others: `photos/*`. */
export function isBroad({ resource, except }: ResourceAccess): boolean {
  return except.length === 0 && /^[^*?$]*\*$/.test(resource)
}

/** Whether a broad resource pattern includes another one: `photos/*` those of `photos/team/*`. */
export function includesResource(outer: ResourceAccess, inner: ResourceAccess): boolean {
  const start = outer.resource.slice(0, -1)
  const named = inner.resource.includes('/') ? inner.resource : `${inner.resource}/`
  return outer.resource !== inner.resource && named.startsWith(start)
}

/** Whether a pattern has at least the access of another one that it includes. */
function includes(outer: ResourceAccess, inner: ResourceAccess): boolean {
  if (!includesResource(outer, inner)) return false
  return [...inner.kinds, ...inner.conditionalKinds].every((kind) => outer.kinds.includes(kind))
}

function administrationSummary(grants: readonly Granted[]): PermissionSummary['administration'] {
  const actionsOf = (some: typeof grants) =>
    new Set(some.flatMap(({ administration }) => administration.flatMap(({ actions }) => actions)))
  const always = actionsOf(grants.filter(({ applies }) => applies === 'always'))
  return administrationOf(actionsOf(grants)).map((grant) => ({
    ...grant,
    isConditional: !grant.actions.every((action) => always.has(action)),
  }))
}

function toEffective(one: Granted): EffectiveStatement {
  const { statement, resources, narrowedBy, number, text, applies, except, access, administration, fullAccess } = one
  return {
    number,
    sid: statement.sid ?? '',
    text,
    effect: statement.effect,
    applies,
    actions: statement.actions,
    notActions: statement.notActions,
    resources: resources.map((resource) => resource.text),
    except,
    conditions: statement.conditions.map(quotedCondition),
    access,
    administration,
    fullAccess,
    narrowedBy: narrowedBy.map(toReference),
  }
}

function toReference({ policy, number }: ResolvedStatement): StatementReference {
  return { policy, number }
}
