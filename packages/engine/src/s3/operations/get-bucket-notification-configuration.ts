import { parseNotificationConfiguration, writeNotificationConfiguration } from '@cooperage/wire'
import { NOTIFICATION } from '../../events/bucket-rules.ts'
import { xmlAnswer } from '../../http/answer.ts'
import type { S3Operation } from '../call.ts'

/** A rule whose webhook is no longer there is left out, and every ARN is in today's region, as at MinIO. */
export const getBucketNotificationConfiguration: S3Operation = async ({ engine, bucket }) => {
  const document = engine.store.getBucketDocument(bucket, NOTIFICATION)
  const rules = document === undefined ? [] : parseNotificationConfiguration(document.text)
  const usable = rules
    .filter(({ queue }) => engine.events.hasTarget(queue))
    .map((rule) => ({ ...rule, queue: { ...rule.queue, region: engine.region } }))
  return xmlAnswer(writeNotificationConfiguration(usable))
}
