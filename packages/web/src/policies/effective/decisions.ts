import type { AccessKind, Decision, EffectivePermissions, PermissionSummary } from '@cooperage/contract'
import type { StatementAt } from './use-statement-names.ts'

/** What a list of permissions is narrowed to: a kind of access, administration, or nothing. */
export type PermissionFilter = '' | AccessKind | 'administration'

/** The part of a decision that is about the kind of access. */
export function filteredDecision({ allows, denies, hasMore }: Decision, filter: PermissionFilter): Decision {
  if (filter === '' || filter === 'administration') return { allows, denies, hasMore }
  return {
    allows: allows.filter(({ kinds }) => kinds.includes(filter)),
    // What is denied only supports other actions then, perhaps those of this kind.
    denies: denies.filter(({ kinds }) => kinds.length === 0 || kinds.includes(filter)),
    hasMore,
  }
}

/** The part of a summary that is about the kind of access. */
export function filteredSummary(summary: PermissionSummary, filter: PermissionFilter): PermissionSummary {
  if (filter === '') return summary
  const { fullAccess, resources, administration } = summary
  const decisions = summary.decisions.map((decision) => filteredDecision(decision, filter))
  const isOfServer = filter === 'administration'
  const shown = {
    fullAccess: fullAccess.filter(({ scope }) => (scope === 'administration') === isOfServer),
    resources: isOfServer
      ? []
      : resources.filter(({ kinds, conditionalKinds }) => kinds.includes(filter) || conditionalKinds.includes(filter)),
    administration: isOfServer ? administration : [],
  }
  const named = new Set<number>()
  for (const entries of [shown.fullAccess, shown.resources, shown.administration]) {
    for (const { decision } of entries) named.add(decision)
  }
  const denying = new Set([...named].flatMap((index) => decisions[index]?.denies.map(keyOf) ?? []))
  return { ...shown, decisions, denials: summary.denials.filter((one) => denying.has(keyOf(one))) }
}

const keyOf = ({ policy, number }: StatementAt) => `${policy} ${number}`

/** Finds statements by where they are. */
export function statementFinder(policies: EffectivePermissions['policies']) {
  const found = new Map(
    policies.flatMap(({ statements }, policy) =>
      statements.map((statement) => [keyOf({ policy, number: statement.number }), statement]),
    ),
  )
  return (at: StatementAt) => found.get(keyOf(at))
}
