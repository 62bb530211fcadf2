/** What an account gains and loses when its policies change. Doubt means loss: what a Deny may take back counts as lost in part. */
import { administrationOf } from './administration.ts'
import { includesPlace, isBroad, MAX_BROAD, type Reach, type ReachedPlace } from './effective-access.ts'
import type { Exposure } from './public-statements.ts'

type ReachPart = Omit<Reach, 'denials'>

export interface ReachChange {
  gained: ReachPart
  lost: ReachPart
  /** What remains inside of a place that is lost: of everything, one bucket. */
  kept: ReachedPlace[]
}

export function reachChange(before: Reach, after: Reach): ReachChange {
  const [gained, lost] = [missingFrom(before, after), missingFrom(after, before)]
  const broad = lost.places.filter(isBroad).slice(0, MAX_BROAD)
  return { gained, lost, kept: after.places.filter((place) => broad.some((other) => includesPlace(other, place))) }
}

/** What `wanted` has and `reach` doesn't. `isNarrowed` marks what `reach` has, too, but less a Deny. */
function missingFrom(reach: Reach, wanted: Reach): ReachPart {
  const actions = new Set(reach.administration.flatMap((grant) => grant.actions))
  const missing = new Set(wanted.administration.flatMap((grant) => grant.actions)).difference(actions)
  const conditional = new Set(wanted.administration.filter((grant) => grant.isConditional).map(({ area }) => area))
  return {
    powers: wanted.powers.filter(
      (one) => !reach.powers.some((other) => other.power === one.power && isAsWide(other, one)),
    ),
    places: missingPlaces(reach.places, wanted.places),
    administration: administrationOf(missing).map((grant) => ({
      ...grant,
      isConditional: conditional.has(grant.area),
    })),
  }
}

type Power = Reach['powers'][number]

function isAsWide(one: Power, other: Power): boolean {
  return (other.isConditional || !one.isConditional) && (other.isNarrowed || !one.isNarrowed)
}

function missingPlaces(places: readonly ReachedPlace[], wanted: readonly ReachedPlace[]): ReachedPlace[] {
  const exact = new Map(places.map((place) => [keyOf(place), place]))
  const broad = places.filter(isBroad).slice(0, MAX_BROAD)
  return wanted.flatMap((place) => {
    const same = exact.get(keyOf(place))
    const covering = [...(same ? [same] : []), ...broad.filter((other) => includesPlace(other, place))]
    const whole = covering.filter(({ isNarrowed }) => place.isNarrowed || !isNarrowed)
    const lacks = (some: readonly ReachedPlace[], kind: Exposure, isAlways: boolean) =>
      !some.some(
        ({ kinds, conditionalKinds }) => kinds.includes(kind) || (!isAlways && conditionalKinds.includes(kind)),
      )
    const kinds = place.kinds.filter((kind) => lacks(whole, kind, true))
    const conditionalKinds = place.conditionalKinds.filter((kind) => lacks(whole, kind, false))
    if (kinds.length + conditionalKinds.length === 0) return []
    const isInPart =
      kinds.some((kind) => !lacks(covering, kind, true)) ||
      conditionalKinds.some((kind) => !lacks(covering, kind, false))
    return [{ ...place, kinds, conditionalKinds, isNarrowed: place.isNarrowed || isInPart }]
  })
}

const keyOf = ({ resource, except }: ReachedPlace) => JSON.stringify([resource, except.toSorted()])
