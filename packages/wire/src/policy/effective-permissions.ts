/**
 * The effective permissions of an account: what its policies allow together, by statement and by resource. Nothing is
 * authorized here, but the rules are those of authorization: which actions and resources a statement covers, and when its
 * conditions can match. If in doubt, access counts as allowed: a condition on the request may match, and a Deny removes only
 * what it is certain to cover.
 */

import { compareText } from '../order.ts'
import { ACCESS_KINDS, type AccessKind, S3_ACTION_KINDS } from './access-kinds.ts'
import {
  ADMINISTRATION,
  type AdministrationArea,
  type AdministrationGrant,
  administrationOf,
} from './administration.ts'
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

export interface PermissionDifference {
  fullAccess: { scope: FullAccessScope; isConditional: boolean; isNarrowed: boolean }[]
  resources: ResourceAccess[]
  administration: (AdministrationGrant & { isConditional: boolean; isNarrowed: boolean })[]
}

/** `decision`: index of what decides about an entry. Very many have the same. */
type Decided<Entry> = (Entry & { decision: number })[]

export interface PermissionSummary {
  fullAccess: Decided<PermissionDifference['fullAccess'][number]>
  resources: Decided<ResourceAccess>
  administration: Decided<PermissionDifference['administration'][number]>
  decisions: Decision[]
  /** The Deny statements that revoke something. */
  denials: StatementReference[]
}

/** The statements behind an entry: those that allow it, and those that revoke a part of it. */
export interface Decision {
  allows: DecidingStatement[]
  denies: DecidingStatement[]
  /** Whether there are further ones. */
  hasMore: boolean
}

export interface DecidingStatement extends StatementReference {
  /** The kinds of access that it allows there, or those whose actions it denies: none if these only support others. */
  kinds: AccessKind[]
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
  const decisions = new Decisions()
  return {
    fullAccess: (['storage', 'administration'] as const).flatMap((scope) => {
      const giving = grants.filter(({ fullAccess }) => fullAccess.includes(scope))
      if (giving.length === 0) return []
      const isConditional = giving.every(({ applies }) => applies === 'sometimes')
      const found = giving.map((one) => ({
        one,
        kinds: scope === 'storage' ? ACCESS_KINDS : [],
        denies: deniesOf(one, scope),
      }))
      const isNarrowed = found.every(({ denies }) => denies.length > 0)
      return [{ scope, isConditional, isNarrowed, decision: decisions.indexOf(found) }]
    }),
    resources: resourcesOf(grants, decisions),
    administration: administrationSummary(grants, decisions),
    decisions: decisions.all,
    denials: [...denials.values()].sort((a, b) => a.policy - b.policy || a.number - b.number),
  }
}

function deniesOf({ accessDenials, serverDenials }: Granted, scope: FullAccessScope): ResolvedStatement[] {
  if (scope === 'storage') return [...new Set(accessDenials.flat())]
  return serverDenials.filter(({ actions }) => [...actions].some((action) => action.startsWith('admin:')))
}

/** More than so many statements of an entry aren't named. */
const MAX_DECIDING = 20

interface Deciding {
  one: ResolvedStatement
  kinds: readonly AccessKind[]
  denies: readonly ResolvedStatement[]
}

/** Each decision once: an account can have hundreds of thousands of resources with the same. */
class Decisions {
  readonly all: Decision[] = []
  readonly #indexes = new Map<string, number>()

  indexOf(found: readonly Deciding[]): number {
    const some = found.slice(0, MAX_DECIDING)
    const name = ({ policy, number }: ResolvedStatement) => `${policy}.${number}`
    const key = some
      .map(({ one, kinds, denies }) => [name(one), kinds, denies.slice(0, MAX_DECIDING + 1).map(name)].join(':'))
      .join(';')
    const full = `${key} ${found.length > MAX_DECIDING}`
    const known = this.#indexes.get(full)
    if (known !== undefined) return known
    this.#indexes.set(full, this.all.length)
    const denies = [...new Set(some.flatMap((one) => one.denies.slice(0, MAX_DECIDING + 1)))]
    const deny = (one: ResolvedStatement) => ({ ...toReference(one), kinds: kindsAmong(one.actions) })
    return (
      this.all.push({
        allows: some.map(({ one, kinds }) => ({ ...toReference(one), kinds: [...kinds] })),
        denies: denies.slice(0, MAX_DECIDING).map(deny),
        hasMore: found.length > MAX_DECIDING || denies.length > MAX_DECIDING,
      }) - 1
    )
  }
}

function kindsAmong(actions: ReadonlySet<string>): AccessKind[] {
  const found = new Set(S3_ACTION_KINDS.flatMap(([action, kind]) => (actions.has(action) ? [kind] : [])))
  return ACCESS_KINDS.filter((kind) => found.has(kind))
}

interface FoundResource {
  always: Set<AccessKind>
  sometimes: Set<AccessKind>
  isNarrowed: boolean
  deciding: Deciding[]
}

function resourcesOf(grants: readonly Granted[], decisions: Decisions): PermissionSummary['resources'] {
  const found = new Map<string, FoundResource>()
  for (const one of grants) {
    const { access, accessDenials, except, applies } = one
    for (const [index, { resource, kinds, isNarrowed }] of access.entries()) {
      const key = JSON.stringify([resource, except.toSorted()])
      const entry = found.get(key) ?? { always: new Set(), sometimes: new Set(), isNarrowed: false, deciding: [] }
      found.set(key, entry)
      for (const kind of kinds) (applies === 'always' ? entry.always : entry.sometimes).add(kind)
      entry.isNarrowed ||= isNarrowed
      // A statement can name a resource twice.
      if (entry.deciding.at(-1)?.one !== one) entry.deciding.push({ one, kinds, denies: accessDenials[index] ?? [] })
    }
  }
  const resources = [...found].map(([key, { always, sometimes, isNarrowed, deciding }]) => {
    const [resource, except] = JSON.parse(key) as [string, string[]]
    return {
      resource,
      except,
      kinds: ACCESS_KINDS.filter((kind) => always.has(kind)),
      conditionalKinds: ACCESS_KINDS.filter((kind) => sometimes.has(kind) && !always.has(kind)),
      isNarrowed,
      decision: decisions.indexOf(deciding),
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

function administrationSummary(grants: readonly Granted[], decisions: Decisions): PermissionSummary['administration'] {
  const actionsOf = (some: typeof grants) =>
    new Set(some.flatMap(({ administration }) => administration.flatMap(({ actions }) => actions)))
  const always = actionsOf(grants.filter(({ applies }) => applies === 'always'))
  return administrationOf(actionsOf(grants)).map((grant) => {
    const found = grants.flatMap((one) => {
      if (!one.administration.some(({ area }) => area === grant.area)) return []
      return [{ one, kinds: [], denies: one.serverDenials.filter((deny) => concernsArea(deny, one, grant.area)) }]
    })
    return {
      ...grant,
      isConditional: !grant.actions.every((action) => always.has(action)),
      isNarrowed: found.some(({ denies }) => denies.length > 0),
      decision: decisions.indexOf(found),
    }
  })
}

function concernsArea(deny: ResolvedStatement, one: ResolvedStatement, area: AdministrationArea): boolean {
  const { view, change }: { view: readonly string[]; change: readonly string[] } = ADMINISTRATION[area]
  return [...view, ...change].some((action) => deny.actions.has(action) && one.actions.has(action))
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
