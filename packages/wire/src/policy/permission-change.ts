/**
 * The permissions that an account gains and loses when its policies change. If in doubt, a permission counts as lost: what a
 * Deny may remove counts as lost in part.
 */

import type { AccessKind } from './access-kinds.ts'
import { administrationOf } from './administration.ts'
import {
  includesResource,
  isBroad,
  MAX_BROAD,
  type PermissionDifference,
  type PermissionSummary,
  type ResourceAccess,
} from './effective-permissions.ts'

export interface PermissionChange {
  gained: PermissionDifference
  lost: PermissionDifference
  /** What remains inside a resource pattern that is lost: of all buckets, one. */
  kept: ResourceAccess[]
}

export function permissionChange(before: PermissionSummary, after: PermissionSummary): PermissionChange {
  const [gained, lost] = [missingFrom(before, after), missingFrom(after, before)]
  const broad = lost.resources.filter(isBroad).slice(0, MAX_BROAD)
  return {
    gained,
    lost,
    kept: after.resources
      .filter((resource) => broad.some((other) => includesResource(other, resource)))
      .map(withoutDecision),
  }
}

/** What `wanted` has and `summary` doesn't. `isNarrowed` marks what `summary` has, too, but less a Deny. */
function missingFrom(summary: PermissionSummary, wanted: PermissionSummary): PermissionDifference {
  const actions = new Set(summary.administration.flatMap((grant) => grant.actions))
  const missing = new Set(wanted.administration.flatMap((grant) => grant.actions)).difference(actions)
  const conditional = new Set(wanted.administration.filter((grant) => grant.isConditional).map(({ area }) => area))
  const narrowed = new Set(wanted.administration.filter((grant) => grant.isNarrowed).map(({ area }) => area))
  return {
    fullAccess: wanted.fullAccess
      .filter((one) => !summary.fullAccess.some((other) => other.scope === one.scope && isAsWide(other, one)))
      .map(withoutDecision),
    resources: missingResources(summary.resources, wanted.resources.map(withoutDecision)),
    administration: administrationOf(missing).map((grant) => ({
      ...grant,
      isConditional: conditional.has(grant.area),
      isNarrowed: narrowed.has(grant.area),
    })),
  }
}

/** What decides is an index in the summary. */
function withoutDecision<Entry extends { decision: number }>({ decision: _, ...rest }: Entry): Omit<Entry, 'decision'> {
  return rest
}

type FullAccess = PermissionDifference['fullAccess'][number]

function isAsWide(one: FullAccess, other: FullAccess): boolean {
  return (other.isConditional || !one.isConditional) && (other.isNarrowed || !one.isNarrowed)
}

function missingResources(resources: readonly ResourceAccess[], wanted: readonly ResourceAccess[]): ResourceAccess[] {
  const exact = new Map(resources.map((resource) => [keyOf(resource), resource]))
  const broad = resources.filter(isBroad).slice(0, MAX_BROAD)
  return wanted.flatMap((resource) => {
    const same = exact.get(keyOf(resource))
    const covering = [...(same ? [same] : []), ...broad.filter((other) => includesResource(other, resource))]
    const whole = covering.filter(({ isNarrowed }) => resource.isNarrowed || !isNarrowed)
    const lacks = (some: readonly ResourceAccess[], kind: AccessKind, isAlways: boolean) =>
      !some.some(
        ({ kinds, conditionalKinds }) => kinds.includes(kind) || (!isAlways && conditionalKinds.includes(kind)),
      )
    const kinds = resource.kinds.filter((kind) => lacks(whole, kind, true))
    const conditionalKinds = resource.conditionalKinds.filter((kind) => lacks(whole, kind, false))
    if (kinds.length + conditionalKinds.length === 0) return []
    const isInPart =
      kinds.some((kind) => !lacks(covering, kind, true)) ||
      conditionalKinds.some((kind) => !lacks(covering, kind, false))
    return [{ ...resource, kinds, conditionalKinds, isNarrowed: resource.isNarrowed || isInPart }]
  })
}

const keyOf = ({ resource, except }: ResourceAccess) => JSON.stringify([resource, except.toSorted()])
