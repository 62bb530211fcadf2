/** What the metrics of the storage server say about each rule. */
import { ALERT_MEASURES, type LatestValue, type MeasuredRule, SIGNS_OF_LIFE } from '../dashboard/index.ts'
import type { Observation } from './alert-state.ts'

const RULES = Object.keys(ALERT_MEASURES) as MeasuredRule[]
/** What `observationsOf` needs the values of. */
export const WATCHED = RULES.map((rule) => ALERT_MEASURES[rule])

/**
 * `values`: of the measures in `WATCHED`; undefined while the metrics can't be read. `isAlive`: whether the last scrape has
 * values. Without it nothing is known about any rule: what was read before says nothing about now.
 */
export function observationsOf(values: readonly (readonly LatestValue[] | undefined)[] | undefined): {
  isAlive: boolean
  observations: Map<MeasuredRule, Observation>
} {
  const found = new Map(RULES.map((rule, index) => [rule, values?.[index]]))
  const isAlive = SIGNS_OF_LIFE.some((rule) => (found.get(rule)?.length ?? 0) > 0)
  const observe = (rule: MeasuredRule): Observation => {
    const ofRule = found.get(rule)
    if (!isAlive || ofRule === undefined) return 'noData'
    if (ofRule.length > 0) return bySubject(ofRule)
    return ALERT_MEASURES[rule].isOfBuckets ? new Map() : 'notMeasured'
  }
  return { isAlive, observations: new Map(RULES.map((rule) => [rule, observe(rule)])) }
}

/** Of one subject the largest value counts: a server of a cluster may be behind the others. */
function bySubject(values: readonly LatestValue[]): Map<string, number> {
  const found = new Map<string, number>()
  for (const { labels, value } of values) {
    const subject = labels.bucket ?? ''
    found.set(subject, Math.max(value, found.get(subject) ?? Number.NEGATIVE_INFINITY))
  }
  return found
}
