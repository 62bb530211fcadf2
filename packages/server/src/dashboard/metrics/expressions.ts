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
  | { op: 'minus'; left: Expression; right: Expression }
  /** Seconds since the time that the expression yields. */
  | { op: 'age'; of: Expression }

export const metric = (name: string): Metric => ({ op: 'metric', name })
export const rate = (name: string): Expression => ({ op: 'rate', of: metric(name) })
export const sum = (by: readonly string[], of: Expression): Expression => ({ op: 'sum', by, of })
export const max = (by: readonly string[], of: Expression): Expression => ({ op: 'max', by, of })
export const count = (by: readonly string[], of: Expression): Expression => ({ op: 'count', by, of })
export const either = (first: Expression, second: Expression): Expression => ({ op: 'either', first, second })
export const minus = (left: Expression, right: Expression): Expression => ({ op: 'minus', left, right })
export const age = (of: Expression): Expression => ({ op: 'age', of })

/** The shortest window of a rate in seconds: several scrapes. */
const MIN_RATE_SECONDS = 240

/** The window covers a step, so that a short peak between two points is visible. */
export function rateSeconds(stepSeconds: number): number {
  return Math.max(MIN_RATE_SECONDS, Math.ceil(stepSeconds))
}

/** The query in Prometheus's language, of the series of one job. */
export function promQl(expression: Expression, job: string, stepSeconds: number): string {
  const query = (each: Expression): string => {
    switch (each.op) {
      case 'metric':
        return `${each.name}{job=${JSON.stringify(job)}}`
      case 'rate':
        return `rate(${query(each.of)}[${rateSeconds(stepSeconds)}s])`
      case 'sum':
      case 'max':
      case 'count':
        return `${each.op}${each.by.length === 0 ? '' : ` by (${each.by.join(', ')})`} (${query(each.of)})`
      case 'either':
        return `(${query(each.first)} or ${query(each.second)})`
      case 'minus':
        return `(${query(each.left)} - ${query(each.right)})`
      case 'age':
        return `(time() - ${query(each.of)})`
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
      return [...metricNames(expression.left), ...metricNames(expression.right)]
    default:
      return metricNames(expression.of)
  }
}
