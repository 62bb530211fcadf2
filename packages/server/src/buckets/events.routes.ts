import {
  AppError,
  deleteBucketEvent,
  listArns,
  listBucketEvents,
  type RouteBody,
  reasonText,
  subscribeToEvent,
} from '@cooperage/contract'
import {
  getBucketNotification,
  listEventTargets,
  putBucketNotification,
  type StorageClient,
  StorageError,
} from '@cooperage/storage-client'
import { expandEventName, isXmlText, type Subscription, withoutSubscription, withSubscription } from '@cooperage/wire'
import type { Registry } from '../shared/feature.ts'
import { createKeyedMutex } from '../shared/keyed-mutex.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { eventName, eventTypeOf } from './event-types.ts'
import { withSettingErrors } from './setting-errors.ts'
import { validBucketName } from './valid-bucket-name.ts'

const FEATURE = 'bucket notifications' as const

/**
 * Event subscriptions of a bucket. Each change reads the whole configuration and writes it back with everything else
 * unchanged.
 */
export function eventRoutes({ routes }: Registry): void {
  const withLock = createKeyedMutex()

  routes.withSession(listBucketEvents, async ({ params, storage }) => {
    const { subscriptions } = await read(storage, validBucketName(params.bucket))
    const events = subscriptions.map((one) => ({ ...one, events: one.events.map(eventTypeOf) }))
    return { events, total: events.length }
  })

  routes.withSession(subscribeToEvent, async ({ params, body, storage }) => {
    const bucket = validBucketName(params.bucket)
    const requested = requestedSubscription(body.configuration)
    return await withLock(bucket, async () => {
      const current = await read(storage, bucket)
      if (current.subscriptions.some((one) => covers(one, requested))) {
        if (!body.ignoreExisting) throw new AppError('SubscriptionExists')
        return { existed: true }
      }
      await write(storage, bucket, withSubscription(current, requested), requested.arn)
      return { existed: false }
    })
  })

  routes.withSession(deleteBucketEvent, async ({ params, body, storage }) => {
    const bucket = validBucketName(params.bucket)
    await withLock(bucket, async () => {
      const current = await read(storage, bucket)
      const named = { ...body, arn: params.arn, events: body.events.map(eventName) }
      const found = current.subscriptions.find((one) => isSame(one, named))
      if (found === undefined) throw new AppError('NoSuchSubscription', { bucket })
      await write(storage, bucket, withoutSubscription(current, found), params.arn)
    })
  })

  routes.withSession(listArns, async ({ storage }) => ({
    arns: (
      await withStorageErrors({ action: 'admin:ServerInfo', feature: 'event targets' }, listEventTargets(storage))
    ).sort(),
  }))
}

/** @throws AppError InvalidInput for what the document can't represent */
function requestedSubscription(requested: RouteBody<typeof subscribeToEvent>['configuration']): Subscription {
  const { arn, prefix, suffix } = requested
  for (const [name, text] of Object.entries({ arn, prefix, suffix })) {
    if (!isXmlText(text)) throw new AppError('InvalidInput', { reason: reasonText('noXmlCharacter', { name }) })
  }
  return { id: '', arn, events: [...new Set(requested.events.map(eventName))], prefix, suffix }
}

/** Whether the first subscription covers the second. */
function covers(current: Subscription, requested: Subscription): boolean {
  if (current.arn !== requested.arn || current.prefix !== requested.prefix || current.suffix !== requested.suffix)
    return false
  const covered = new Set(singleEvents(current))
  return singleEvents(requested).every((name) => covered.has(name))
}

/** Unknown event names are kept as they are. */
function singleEvents({ events }: Subscription): string[] {
  return events.flatMap((name) => [name, ...(expandEventName(name) ?? [])]).filter((name) => !name.endsWith('*'))
}

function isSame(current: Subscription, named: Omit<Subscription, 'id'> & { id?: string | undefined }): boolean {
  const events = new Set(named.events)
  return (
    current.arn === named.arn &&
    current.prefix === named.prefix &&
    current.suffix === named.suffix &&
    (named.id === undefined || current.id === named.id) &&
    current.events.length === events.size &&
    current.events.every((name) => events.has(name))
  )
}

function read(storage: StorageClient, bucket: string) {
  const subject = { action: 's3:GetBucketNotification', bucket, feature: FEATURE }
  return withSettingErrors(subject, getBucketNotification(storage, bucket))
}

async function write(
  storage: StorageClient,
  bucket: string,
  notifications: Parameters<typeof putBucketNotification>[2],
  arn: string,
): Promise<void> {
  const subject = { action: 's3:PutBucketNotification', bucket, feature: FEATURE }
  await withSettingErrors(
    subject,
    putBucketNotification(storage, bucket, notifications).catch(async (error) => {
      const isAboutTarget = error instanceof StorageError && error.message.includes('destination ARN')
      if (!isAboutTarget) throw error
      const arns = notifications.subscriptions.map((one) => one.arn)
      throw new AppError('NoSuchEventTarget', { arn: await missingTarget(storage, arns, arn) }, { cause: error })
    }),
  )
}

/** A server rejects the whole document because of one missing target, which need not be the requested one. */
async function missingTarget(storage: StorageClient, arns: string[], requested: string): Promise<string> {
  try {
    const targets = await listEventTargets(storage)
    return targets.includes(requested) ? (arns.find((arn) => !targets.includes(arn)) ?? requested) : requested
  } catch (error) {
    // If the targets may not be read, the error names the requested one.
    if (error instanceof StorageError && error.kind === 'refused') return requested
    throw error
  }
}
