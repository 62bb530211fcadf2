/** What the metrics of the storage server say about each rule. */
import { ALERT_MEASURES, type LatestValue, type Measure, type MeasuredRule, SIGNS_OF_LIFE } from '../dashboard/index.ts'
import type { Observation } from './alert-state.ts'

const RULES = Object.keys(ALERT_MEASURES) as MeasuredRule[]
/** Each rule, and what shows that the server measures it. */
const PARTS = RULES.flatMap((rule): { rule: MeasuredRule; part: 'values' | 'proof'; measure: Measure }[] => {
  const measure = ALERT_MEASURES[rule]
  const { provedBy, isOfBuckets } = measure
  const values = { rule, part: 'values', measure } as const
  return provedBy ? [values, { rule, part: 'proof', measure: { expression: provedBy, isOfBuckets } }] : [values]
})
/** What `observationsOf` needs the values of. */
export const WATCHED: readonly Measure[] = PARTS.map(({ measure }) => measure)

/**
 * `values`: of the measures in `WATCHED`; undefined while the metrics can't be read. `isAlive`: whether the last scrape has
 * values. Without it nothing is known about any rule: what was read before says nothing about now.
 */
export function observationsOf(values: readonly (readonly LatestValue[] | undefined)[] | undefined): {
  isAlive: boolean
  observations: Map<MeasuredRule, Observation>
} {
  const valuesOf = (rule: MeasuredRule, part: 'values' | 'proof' = 'values') =>
    values?.[PARTS.findIndex((one) => one.rule === rule && one.part === part)]
  const isAlive = SIGNS_OF_LIFE.some((rule) => hasAny(valuesOf(rule)))
  const observe = (rule: MeasuredRule): Observation => {
    const found = valuesOf(rule)
    if (!isAlive || found === undefined) return 'noData'
    if (found.length > 0 || hasAny(valuesOf(rule, 'proof'))) return bySubject(found)
    return 'notMeasured'
  }
  return { isAlive, observations: new Map(RULES.map((rule) => [rule, observe(rule)])) }
}

function hasAny(values: readonly LatestValue[] | undefined): boolean {
  return values !== undefined && values.length > 0
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
