/** The rules about the storage server as a rules file of Prometheus. */
import { ALERT_TEXTS, type AlertRuleId, alertName, fill } from '@cooperage/contract'
import { Document } from 'yaml'
import { ALERT_MEASURES, isMeasured, promQl } from '../dashboard/index.ts'
import type { RuleSettings } from './alert-state.ts'

/** Seconds between two evaluations, of which the windows of rates are several. */
const STEP_SECONDS = 60

const HEAD = ` Rules about one storage server, whose metrics of the cluster and of the buckets Prometheus scrapes.
 If it scrapes several storage servers, each needs rules of its own that select its label job.`

/**
 * Rules about the console are in `deploy/monitoring/rules.yaml`: they are about its metrics, not about those of the storage server.
 * `job`: of the series; '' for all series.
 */
export function prometheusRules(rules: readonly RuleSettings[], job: string): string {
  const entries = rules.flatMap(({ id, enabled, threshold, minutes, fires, severity }) => {
    if (!isMeasured(id) || !enabled) return []
    const query = promQl(ALERT_MEASURES[id].expression, job, STEP_SECONDS)
    return {
      alert: `Storage${id.charAt(0).toUpperCase()}${id.slice(1)}`,
      expr: `${query} ${fires === 'above' ? '>' : '<'} ${threshold}`,
      ...(minutes > 0 && { for: `${minutes}m` }),
      labels: { severity },
      annotations: { summary: alertName(id).text, description: sentenceFor(id) },
    }
  })
  const document = new Document({ groups: [{ name: 'cooperage-storage', rules: entries }] })
  document.commentBefore = HEAD
  return document.toString({ lineWidth: 0 })
}

/** With Prometheus's placeholders where the console inserts the value and the bucket. */
function sentenceFor(rule: AlertRuleId): string {
  return fill(ALERT_TEXTS[`${rule}Now`], { value: '{{ $value | humanize }}', subject: '{{ $labels.bucket }}' })
}
