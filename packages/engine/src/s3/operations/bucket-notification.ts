import {
  type NotificationRule,
  parseNotificationConfiguration,
  type QueueArn,
  readXml,
  unknownQueue,
  WireError,
  writeNotificationConfiguration,
} from '@cooperage/wire'
import { NOTIFICATION } from '../../events/bucket-rules.ts'
import { xmlResponse } from '../../http/response.ts'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'
import type { S3Services } from '../services.ts'
import { requireBucket } from '../target.ts'

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

export const putBucketNotificationConfiguration: S3Operation = async ({ engine, bucket, headers, document }) => {
  requireBucket(engine, bucket)
  if (!(Number(headers['content-length']) > 0)) throw s3Error('MissingContentLength')
  await setBucketNotifications(engine, bucket, await document(MAX_BYTES))
  return { status: 200 }
}

/** A configuration without rules removes it. @throws WireError, StoreError NoSuchBucket */
export async function setBucketNotifications(engine: S3Services, bucket: string, text: string): Promise<void> {
  const rules = await read(text)
  for (const { queue } of rules) checkQueue(engine, queue)
  const inRegion = rules.map((rule) => ({ ...rule, queue: { ...rule.queue, region: engine.region } }))
  const stored = rules.length === 0 ? undefined : writeNotificationConfiguration(inRegion)
  await engine.store.setBucketDocument(bucket, NOTIFICATION, stored)
}

const MAX_BYTES = 1024 * 1024

async function read(text: string): Promise<NotificationRule[]> {
  try {
    return parseNotificationConfiguration(await readXml(text))
  } catch (error) {
    // As in MinIO, without details about the XML.
    if (error instanceof WireError && error.code === 'MalformedXML') {
      throw s3Error('MalformedXML', undefined, { cause: error })
    }
    throw error
  }
}

function checkQueue({ region, events }: S3Services, queue: QueueArn): void {
  if (queue.region !== '' && region !== '' && queue.region !== region) {
    throw s3Error(
      'InvalidArgument',
      'A specified destination is in a different region than the bucket. You must use a destination that resides in the same region as the bucket.',
    )
  }
  if (!events.hasTarget(queue)) throw unknownQueue()
}
