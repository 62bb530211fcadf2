import { WIDGETS } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { promQl } from './expressions.ts'
import { widgetQueries } from './widget-queries.ts'

test('every widget has a query, and graphs name their lines', () => {
  expect(WIDGETS).toHaveLength(28)
  for (const { id, title, type } of WIDGETS) {
    const queries = widgetQueries(id)
    expect([title, queries.length]).not.toEqual([title, 0])
    if (type === 'graph') for (const { legend } of queries) expect([title, legend]).not.toEqual([title, ''])
  }
})

const QUERIES: Record<number, string[]> = {
  1: ['(time() - max (minio_node_process_starttime_seconds{job="minio-job"}))'],
  65: ['sum by (instance) (minio_s3_traffic_received_bytes{job="minio-job"})'],
  52: [
    '(max by (range) (minio_cluster_objects_size_distribution{job="minio-job"}) or max by (range) (sum by (range, instance) (minio_bucket_objects_size_distribution{job="minio-job"})))',
  ],
  60: ['sum by (server, api) (rate(minio_s3_requests_total{job="minio-job"}[240s]))'],
  50: [
    'max (minio_cluster_capacity_usable_free_bytes{job="minio-job"})',
    '(max (minio_cluster_capacity_usable_total_bytes{job="minio-job"}) - max (minio_cluster_capacity_usable_free_bytes{job="minio-job"}))',
  ],
}

test.each(Object.entries(QUERIES))('writes the query of widget %s for Prometheus', (id, queries) => {
  expect(widgetQueries(Number(id)).map(({ expression }) => promQl(expression, 'minio-job', 15))).toEqual(queries)
})

test('a rate covers the whole step, and a job name is quoted', () => {
  const [query] = widgetQueries(60)
  expect(query && promQl(query.expression, 'a"b', 1440)).toBe(
    'sum by (server, api) (rate(minio_s3_requests_total{job="a\\"b"}[1440s]))',
  )
})
