/**
 * What the policies of an account add up to, statement by statement and for each resource that they name. Nothing is decided
 * here, but every rule is the one that decides: what a statement concerns, what a Deny covers, when a condition can hold.
 * Doubt means access: conditions on a request count as possible, and a Deny closes only what it surely covers.
 */
import { type AdministrationGrant, administrationOf } from './administration.ts'
import { type AttachedPolicy, readAttached } from './attached-policy.ts'
import type { Statement } from './document.ts'
import { type QuotedCondition, type QuotedStatement, quotedCondition } from './exposure.ts'
import { type FullAccess, fullAccessStatements } from './full-access.ts'
import { EXPOSURES, type Exposure } from './public-statements.ts'
import { type GrantedPlace, grantOf, type StatementGrant } from './statement-grants.ts'
import { contextValues } from './variables.ts'
import { denialsAmong, type WeighedStatement, weigh } from './weighed-statements.ts'

export interface EffectiveCaller {
  /** The user; '' for members of a group in general. */
  account: string
  groups: readonly string[]
}

/** Where a statement is, among the policies that were asked about. */
export interface StatementPlace {
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
  places: GrantedPlace[]
  administration: AdministrationGrant[]
  powers: FullAccess[]
  /** Deny statements that take back a part of it, or all of it. */
  narrowedBy: StatementPlace[]
}

export interface EffectivePolicy {
  policy: Omit<AttachedPolicy, 'document'>
  statements: EffectiveStatement[]
  /** Numbers of the statements that can't be interpreted. */
  unreadable: number[]
}

export interface ReachedPlace {
  resource: string
  /** Resources that are left out. */
  except: string[]
  kinds: Exposure[]
  /** Kinds that only requests have that meet a condition. */
  conditionalKinds: Exposure[]
  /** Whether a Deny takes back a part of it, or all of it under conditions. */
  isNarrowed: boolean
}

export interface Reach {
  powers: { power: FullAccess; isConditional: boolean; isNarrowed: boolean }[]
  places: ReachedPlace[]
  administration: (AdministrationGrant & { isConditional: boolean })[]
  /** The Deny statements that take something back. */
  denials: StatementPlace[]
}

export interface EffectiveAccess {
  reach: Reach
  policies: EffectivePolicy[]
}

export function effectiveAccess(policies: readonly AttachedPolicy[], caller: EffectiveCaller): EffectiveAccess {
  const values = contextValues(knownOf(caller))
  const read = policies.map(readAttached)
  const all = read.flatMap((one, index) => weigh(one, index, values))
  const denials = denialsAmong(all, values)
  const powers = powersOf(all)
  const granted = all.map((one): Granted => {
    const isGrant = one.statement.effect === 'Allow' && one.applies !== 'never'
    return { ...one, ...grantOf(one, isGrant ? denials : []), powers: powers.get(one.statement) ?? [] }
  })
  return {
    reach: reachOf(granted),
    policies: read.map(({ attached: { kind, name, holder }, unreadable }, index) => ({
      policy: { kind, name, holder },
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

type Granted = WeighedStatement & StatementGrant & { powers: FullAccess[] }

/** Of all policies together: a Deny in one of them takes back what another one grants. */
function powersOf(all: readonly WeighedStatement[]): Map<Statement, FullAccess[]> {
  const statements = all.flatMap(({ statement, applies }) => (applies === 'never' ? [] : [statement]))
  return new Map(fullAccessStatements({ version: '', statements }).map(({ statement, powers }) => [statement, powers]))
}

function reachOf(all: readonly Granted[]): Reach {
  const grants = all.filter(({ statement, applies }) => statement.effect === 'Allow' && applies !== 'never')
  const denials = new Map(grants.flatMap(({ narrowedBy }) => narrowedBy.map((one) => [one.statement, toPlace(one)])))
  return {
    powers: (['storage', 'administration'] as const).flatMap((power) => {
      const giving = grants.filter(({ powers }) => powers.includes(power))
      if (giving.length === 0) return []
      const isConditional = giving.every(({ applies }) => applies === 'sometimes')
      return [{ power, isConditional, isNarrowed: giving.every(({ narrowedBy }) => narrowedBy.length > 0) }]
    }),
    places: reachedPlaces(grants),
    administration: reachedAdministration(grants),
    denials: [...denials.values()].sort((a, b) => a.policy - b.policy || a.number - b.number),
  }
}

function reachedPlaces(grants: readonly Granted[]): ReachedPlace[] {
  const found = new Map<string, { always: Set<Exposure>; sometimes: Set<Exposure>; isNarrowed: boolean }>()
  for (const { places, except, applies } of grants) {
    for (const { resource, kinds, isNarrowed } of places) {
      const key = JSON.stringify([resource, except.toSorted()])
      const entry = found.get(key) ?? { always: new Set(), sometimes: new Set(), isNarrowed: false }
      found.set(key, entry)
      for (const kind of kinds) (applies === 'always' ? entry.always : entry.sometimes).add(kind)
      entry.isNarrowed ||= isNarrowed
    }
  }
  const places = [...found].map(([key, { always, sometimes, isNarrowed }]): ReachedPlace => {
    const [resource, except] = JSON.parse(key) as [string, string[]]
    return {
      resource,
      except,
      kinds: EXPOSURES.filter((kind) => always.has(kind)),
      conditionalKinds: EXPOSURES.filter((kind) => sometimes.has(kind) && !always.has(kind)),
      isNarrowed,
    }
  })
  const broad = places.filter(isBroad)
  return places
    .filter((place) => !broad.slice(0, MAX_BROAD).some((other) => includes(other, place)))
    .sort((a, b) => (a.resource < b.resource ? -1 : 1))
}

/** With more than these, places are listed that others include. */
export const MAX_BROAD = 500

/** Whether it can include others: `photos/*`. */
export function isBroad({ resource, except }: ReachedPlace): boolean {
  return except.length === 0 && /^[^*?$]*\*$/.test(resource)
}

/** Whether the resources of a broad place include those of another one: `photos/*` those of `photos/team/*`. */
export function includesPlace(outer: ReachedPlace, inner: ReachedPlace): boolean {
  const start = outer.resource.slice(0, -1)
  const named = inner.resource.includes('/') ? inner.resource : `${inner.resource}/`
  return outer.resource !== inner.resource && named.startsWith(start)
}

/** Whether a place gives all that another one does. */
function includes(outer: ReachedPlace, inner: ReachedPlace): boolean {
  if (!includesPlace(outer, inner)) return false
  return [...inner.kinds, ...inner.conditionalKinds].every((kind) => outer.kinds.includes(kind))
}

function reachedAdministration(grants: readonly Granted[]): Reach['administration'] {
  const actionsOf = (some: typeof grants) =>
    new Set(some.flatMap(({ administration }) => administration.flatMap(({ actions }) => actions)))
  const always = actionsOf(grants.filter(({ applies }) => applies === 'always'))
  return administrationOf(actionsOf(grants)).map((grant) => ({
    ...grant,
    isConditional: !grant.actions.every((action) => always.has(action)),
  }))
}

function toEffective(one: Granted): EffectiveStatement {
  const { statement, resources, narrowedBy, number, text, applies, except, places, administration, powers } = one
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
    places,
    administration,
    powers,
    narrowedBy: narrowedBy.map(toPlace),
  }
}

function toPlace({ policy, number }: WeighedStatement): StatementPlace {
  return { policy, number }
}
