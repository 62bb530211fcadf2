import type { AccessKind, EffectivePermissions, EffectiveStatement, PermissionSummary } from '@cooperage/contract'
import type { StatementAt } from './use-statement-names.ts'

/** With more statements, the first ones are named. */
const SHOWN = 20

type Policies = EffectivePermissions['policies']

/** The statements that decide about an entry of the summary. */
export interface Decision {
  allows: readonly StatementAt[]
  /** Those that take a part of it back. */
  denies: readonly StatementAt[]
  /** Whether there are further ones. */
  hasMore: boolean
}

/**
 * Finds the statements behind the entries of a summary: each is what certain statements allow together. Of the resources only
 * those that are given: an account can have very many, of which a page shows few.
 */
export function decisionsIn(policies: Policies, resources: PermissionSummary['resources']) {
  const wanted = new Set(resources.map(({ resource }) => resource))
  const found = new Map<string, Found[]>()
  const add = (key: string, one: Found) => {
    const list = found.get(key) ?? []
    found.set(key, list)
    // A statement can name a resource twice.
    if (list.at(-1)?.statement !== one.statement) list.push(one)
  }
  for (const [policy, { statements }] of policies.entries()) {
    for (const statement of statements) {
      if (statement.effect !== 'Allow' || statement.applies === 'never') continue
      const one = { statement, at: { policy, number: statement.number } }
      for (const scope of statement.fullAccess) add(scope, one)
      for (const { resource } of statement.access) {
        if (wanted.has(resource)) add(resourceKey(resource, statement.except), one)
      }
      for (const { area } of statement.administration) add(areaKey(area), one)
    }
  }
  return {
    ofScope: ({ scope, isNarrowed }: PermissionSummary['fullAccess'][number]) =>
      decisionOf(found.get(scope) ?? [], isNarrowed),
    ofResource: ({ resource, except, isNarrowed }: PermissionSummary['resources'][number]) =>
      decisionOf(found.get(resourceKey(resource, except)) ?? [], isNarrowed),
    ofArea: ({ area }: PermissionSummary['administration'][number]) =>
      decisionOf(found.get(areaKey(area)) ?? [], false),
  }
}

interface Found {
  statement: EffectiveStatement
  at: StatementAt
}

const areaKey = (area: string) => `area ${area}`
/** A key that nothing else has, whatever a resource is called. */
const resourceKey = (resource: string, except: readonly string[]) =>
  except.length === 0 ? `=${resource}` : JSON.stringify([resource, except.toSorted()])

function decisionOf(found: readonly Found[], isNarrowed: boolean): Decision {
  const denies = new Map<string, StatementAt>()
  let hasMore = found.length > SHOWN
  for (const { statement } of isNarrowed ? found.slice(0, SHOWN) : []) {
    for (const one of statement.narrowedBy.slice(0, SHOWN)) denies.set(`${one.policy} ${one.number}`, one)
    hasMore ||= statement.narrowedBy.length > SHOWN
  }
  hasMore ||= denies.size > SHOWN
  return {
    allows: found.slice(0, SHOWN).map(({ at }) => at),
    denies: [...denies.values()].slice(0, SHOWN),
    hasMore,
  }
}

/** What a list of permissions is narrowed to: a kind of access, administration, or nothing. */
export type PermissionFilter = '' | AccessKind | 'administration'

/** The part of a summary that is about the kind of access. */
export function filteredSummary(
  { summary, policies }: Pick<EffectivePermissions, 'summary' | 'policies'>,
  filter: PermissionFilter,
): PermissionSummary {
  if (filter === '') return summary
  const { fullAccess, resources, administration, denials } = summary
  const statementAt = ({ policy, number }: StatementAt) =>
    policies[policy]?.statements.find((statement) => statement.number === number)
  if (filter === 'administration') {
    return {
      fullAccess: fullAccess.filter(({ scope }) => scope === 'administration'),
      resources: [],
      administration,
      denials: denials.filter((at) => (statementAt(at)?.administration.length ?? 0) > 0),
    }
  }
  return {
    fullAccess: fullAccess.filter(({ scope }) => scope === 'storage'),
    resources: resources.filter(
      ({ kinds, conditionalKinds }) => kinds.includes(filter) || conditionalKinds.includes(filter),
    ),
    administration: [],
    denials: denials.filter((at) => statementAt(at)?.access.some(({ kinds }) => kinds.includes(filter))),
  }
}
