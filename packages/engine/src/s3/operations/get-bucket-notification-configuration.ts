import { type NotificationRule, parseNotificationConfiguration, writeNotificationConfiguration } from '@cooperage/wire'
import { NOTIFICATION } from '../../events/bucket-rules.ts'
import { xmlResponse } from '../../http/response.ts'
import type { S3Operation } from '../call.ts'
import type { S3Services } from '../services.ts'

export const getBucketNotificationConfiguration: S3Operation = async ({ engine, bucket }) =>
  xmlResponse(writeNotificationConfiguration(usableRules(engine, bucket)))

/**
 * The rules whose webhook still exists, with ARNs in the current region, as in MinIO.
 * @throws StoreError NoSuchBucket
 */
export function usableRules(engine: S3Services, bucket: string): NotificationRule[] {
  const document = engine.store.getBucketDocument(bucket, NOTIFICATION)
  const rules = document === undefined ? [] : parseNotificationConfiguration(document.text)
  return rules
    .filter(({ queue }) => engine.events.hasTarget(queue))
    .map((rule) => ({ ...rule, queue: { ...rule.queue, region: engine.region } }))
}
