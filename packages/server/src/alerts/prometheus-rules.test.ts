import { readFileSync } from 'node:fs'
import { ALERT_RULES } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { prometheusRules } from './prometheus-rules.ts'

const rules = ALERT_RULES.map((rule) => ({ ...rule, enabled: true, mutedUntil: 0 }))

test('the file that the project ships has the default rules', () => {
  const file = new URL('../../../../deploy/monitoring/storage-rules.yaml', import.meta.url)
  expect(readFileSync(file, 'utf8')).toBe(prometheusRules(rules, ''))
})

test('a rule has its threshold and its time, and one that is off is left out', () => {
  const set = rules.map((rule) => (rule.id === 'capacity' ? { ...rule, threshold: 70, minutes: 0 } : rule))
  const [first, ...others] = parse(
    prometheusRules(
      set.map((rule) => ({ ...rule, enabled: rule.id === 'capacity' })),
      '',
    ),
  ).groups[0].rules as object[]
  expect(others).toEqual([])
  expect(first).toEqual({
    alert: 'StorageCapacity',
    expr: '(100 * ((max (minio_cluster_capacity_usable_total_bytes) - max (minio_cluster_capacity_usable_free_bytes)) or max (minio_cluster_capacity_usable_total_bytes) * 0) / max (minio_cluster_capacity_usable_total_bytes)) > 70',
    labels: { severity: 'warning' },
    annotations: { summary: 'Capacity', description: 'Used capacity: {{ $value | humanize }}%.' },
  })
})

test('rules are about the job that the console reads', () => {
  const text = prometheusRules(rules, 'minio-berlin')
  expect(text).toMatch(/^# Rules about one storage server/)
  const expressions = (parse(text).groups[0].rules as { expr: string }[]).map(({ expr }) => expr)
  expect(expressions[0]).toBe(
    '(max (minio_cluster_drive_offline_total{job="minio-berlin"}) or max (minio_cluster_disk_offline_total{job="minio-berlin"})) > 0',
  )
  expect(expressions.every((one) => one.includes('job="minio-berlin"'))).toBe(true)
})
