import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  AppError,
  errorText,
  type FailureText,
  type NotificationService,
  testNotificationEndpoint,
} from '@cooperage/contract'
import {
  deleteObject,
  getBucketNotification,
  headObject,
  listEventTargetStatuses,
  putObject,
  type StorageClient,
} from '@cooperage/storage-client'
import { expandEventName, type Subscription } from '@cooperage/wire'
import { validBucketName } from '../buckets/index.ts'
import type { Registry } from '../shared/feature.ts'
import { pause } from '../shared/live/pause.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { isOfTarget, kindOf } from './target-kind.ts'

/** How long a target may take to fail after the event: servers deliver in the background. */
const WATCH_MS = 2_000
const POLL_MS = 400

export function testTargetRoute({ routes, services: { now } }: Registry): void {
  routes.withSession(testNotificationEndpoint, async ({ params, body, storage, signal }) => {
    const { service, account_id } = params
    const bucket = validBucketName(body.bucket)
    const read = getBucketNotification(storage, bucket)
    const { subscriptions } = await withStorageErrors({ action: 's3:GetBucketNotification', bucket }, read)
    const used = subscriptions.filter((one) => isOfTarget(one, service, account_id))
    const chosen = used.find((one) => covers(one, 's3:ObjectCreated:Put') || covers(one, 's3:ObjectRemoved:Delete'))
    if (chosen === undefined) throw new AppError('NoTestableSubscription', { bucket })
    const tested_at = new Date(now()).toISOString()
    const key = `${chosen.prefix}cooperage-test-${randomBytes(6).toString('hex')}${chosen.suffix}`
    await store(storage, bucket, key)
    const leftover = await remove(storage, bucket, key)
    const until = now() + WATCH_MS
    let status = await statusOf(storage, service, account_id)
    while (status?.isOnline && now() < until) {
      await pause(POLL_MS, signal)
      status = await statusOf(storage, service, account_id)
    }
    const result = status === undefined ? '' : status.isOnline ? 'online' : 'offline'
    return { key, ...leftover, status: result, reason: status?.reason ?? '', tested_at } as const
  })
}

function covers({ events }: Subscription, event: string): boolean {
  return events.some((name) => name === event || expandEventName(name)?.includes(event))
}

async function store(storage: StorageClient, bucket: string, key: string): Promise<void> {
  const content = Buffer.from(
    'Cooperage created this object to test a notification target, and deletes it immediately.\n',
  )
  const body = { size: content.length, bytes: Readable.from([content]) }
  await withStorageErrors(
    { action: 's3:PutObject', bucket, key },
    putObject(storage, bucket, key, body, 'text/plain; charset=utf-8'),
  )
}

/** Deletes the version that was stored, so that nothing is left in a versioned bucket. Returns the reason if that fails. */
async function remove(
  storage: StorageClient,
  bucket: string,
  key: string,
): Promise<{ leftover: string; text?: FailureText }> {
  try {
    const headers = await withStorageErrors({ action: 's3:GetObject', bucket, key }, headObject(storage, bucket, key))
    const versionId = headers['x-amz-version-id']
    const action = versionId === undefined ? 's3:DeleteObject' : 's3:DeleteObjectVersion'
    await withStorageErrors({ action, bucket, key }, deleteObject(storage, bucket, key, { versionId }))
    return { leftover: '' }
  } catch (error) {
    if (error instanceof AppError && error.code !== 'SessionEnded') {
      return { leftover: error.message, text: errorText(error) }
    }
    throw error
  }
}

async function statusOf(storage: StorageClient, service: NotificationService, accountId: string) {
  const statuses = await withStorageErrors({ action: 'admin:ServerInfo' }, listEventTargetStatuses(storage))
  return statuses.find(({ kind, target }) => kind === kindOf(service) && target === accountId)
}
