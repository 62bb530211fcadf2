/**
 * The expressions of the widgets. Each is written once: `promQl` translates it to a Prometheus query, and `evaluate` computes the
 * same over the console's own samples.
 */

/** A series by the name of its metric. */
interface Metric {
  op: 'metric'
  name: string
}

export type Expression =
  | Metric
  /** Increase per second of a counter. */
  | { op: 'rate'; of: Metric }
  /** One series for each combination of the values of the labels `by`. */
  | { op: 'sum' | 'max' | 'count'; by: readonly string[]; of: Expression }
  /** The second one if the first has no series: older servers use another metric name. */
  | { op: 'either'; first: Expression; second: Expression }
  | { op: 'minus' | 'plus'; left: Expression; right: Expression }
  /** Seconds since the time that the expression yields. */
  | { op: 'age'; of: Expression }
  /** In percent. A part without a series counts as 0: servers report some counters only after their first increase. */
  | { op: 'percent'; part: Expression; whole: Expression }
  /** In another unit. */
  | { op: 'divided'; of: Expression; by: number }

export const metric = (name: string): Metric => ({ op: 'metric', name })
export const rate = (name: string): Expression => ({ op: 'rate', of: metric(name) })
export const sum = (by: readonly string[], of: Expression): Expression => ({ op: 'sum', by, of })
export const max = (by: readonly string[], of: Expression): Expression => ({ op: 'max', by, of })
export const count = (by: readonly string[], of: Expression): Expression => ({ op: 'count', by, of })
export const either = (first: Expression, second: Expression): Expression => ({ op: 'either', first, second })
export const minus = (left: Expression, right: Expression): Expression => ({ op: 'minus', left, right })
export const plus = (left: Expression, right: Expression): Expression => ({ op: 'plus', left, right })
export const age = (of: Expression): Expression => ({ op: 'age', of })
export const percent = (part: Expression, whole: Expression): Expression => ({ op: 'percent', part, whole })
export const divided = (of: Expression, by: number): Expression => ({ op: 'divided', of, by })

/** The shortest window of a rate in seconds: several scrapes. */
const MIN_RATE_SECONDS = 240

/** The window covers a step, so that a short peak between two points is visible. */
export function rateSeconds(stepSeconds: number): number {
  return Math.max(MIN_RATE_SECONDS, Math.ceil(stepSeconds))
}

/** The query in Prometheus's language, of the series of one job; '' of all series. */
export function promQl(expression: Expression, job: string, stepSeconds: number): string {
  const query = (each: Expression): string => {
    switch (each.op) {
      case 'metric':
        return job === '' ? each.name : `${each.name}{job=${JSON.stringify(job)}}`
      case 'rate':
        return `rate(${query(each.of)}[${rateSeconds(stepSeconds)}s])`
      case 'sum':
      case 'max':
      case 'count':
        return `${each.op}${each.by.length === 0 ? '' : ` by (${each.by.join(', ')})`} (${query(each.of)})`
      case 'either':
        return `(${query(each.first)} or ${query(each.second)})`
      case 'minus':
      case 'plus':
        return `(${query(each.left)} ${each.op === 'plus' ? '+' : '-'} ${query(each.right)})`
      case 'age':
        return `(time() - ${query(each.of)})`
      case 'percent': {
        const whole = query(each.whole)
        return `(100 * (${query(each.part)} or ${whole} * 0) / ${whole})`
      }
      case 'divided':
        return `(${query(each.of)} / ${each.by})`
    }
  }
  return query(expression)
}

/** The metrics that an expression reads. */
export function metricNames(expression: Expression): string[] {
  switch (expression.op) {
    case 'metric':
      return [expression.name]
    case 'either':
      return [...metricNames(expression.first), ...metricNames(expression.second)]
    case 'minus':
    case 'plus':
      return [...metricNames(expression.left), ...metricNames(expression.right)]
    case 'percent':
      return [...metricNames(expression.part), ...metricNames(expression.whole)]
    default:
      return metricNames(expression.of)
  }
}
