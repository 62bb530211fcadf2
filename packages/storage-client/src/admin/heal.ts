import { type JsonObject, listField, numberField, objectField, objectPath, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { readText } from '../read-whole.ts'
import { parsed, timeOf } from '../send.ts'
import { sendAdmin, sendAdminForJson, sendAdminForObject, sendAdminForText } from './send-admin.ts'

/** What a heal covers. */
export interface HealTarget {
  bucket: string
  /** '' for the whole bucket. */
  prefix: string
}

export interface HealSettings extends HealTarget {
  /** Whether to heal the objects too, and not only the bucket itself. */
  isRecursive: boolean
  /** Whether to read all data and to compare it with its checksums. */
  isDeep: boolean
  /** Whether to stop a heal of the same target first. */
  isForced: boolean
}

/** A bucket, object or part of the metadata that was healed, or needed no healing. */
export interface HealedItem {
  /** `bucket`, `object`, `metadata`, `bucket-metadata`. */
  type: string
  bucket: string
  /** '' for a bucket. */
  object: string
  versionId: string
  /** Why it couldn't be healed. */
  detail: string
  /** 0 where the server doesn't say, as for buckets. */
  dataBlocks: number
  parityBlocks: number
  /** Bytes. */
  size: number
  /** State of each of its drives: `ok`, `offline`, `missing`, `corrupt`, … None for an object without enough drives. */
  before: string[]
  after: string[]
}

export interface HealStatus {
  /** `running`, `finished` or `stopped`. */
  summary: string
  /** Why it stopped, in the words of the server, which may name its code. */
  detail: string
  /** In milliseconds since the epoch, by the server's clock; `startedAt` is 0 if the server has no such heal. */
  startedAt: number
  time: number
  /** The items since the last status. The server sends each only once. */
  items: HealedItem[]
}

const pathOf = ({ bucket, prefix }: HealTarget) =>
  `/minio/admin/v3/heal${prefix === '' ? objectPath(bucket) : objectPath(bucket, prefix)}`

/**
 * Starts a heal, or joins the one that already runs for the same target; needs admin:Heal. Returns its token.
 * @throws StorageError XMinioHealOverlappingPaths if one runs for a part of the target, or for more than the target
 */
export async function startHeal(client: StorageClient, settings: HealSettings): Promise<string> {
  const started = await sendAdminForJson(client, {
    method: 'POST',
    path: pathOf(settings),
    query: settings.isForced ? { forceStart: 'true' } : {},
    body: JSON.stringify({
      recursive: settings.isRecursive,
      dryRun: false,
      remove: false,
      recreate: false,
      scanMode: settings.isDeep ? 2 : 1,
      updateParity: false,
      nolock: false,
    }),
  })
  return textField(objectField(started), 'clientToken')
}

/** Stops the heal of this target, if one runs; needs admin:Heal. @throws StorageError */
export async function stopHeal(client: StorageClient, target: HealTarget): Promise<void> {
  const query = { forceStop: 'true' }
  await sendAdminForText(client, { method: 'POST', path: pathOf(target), query, body: '{}' })
}

/** The status of a heal since the last call; needs admin:Heal. @throws StorageError XMinioHealInvalidClientToken */
export async function healStatus(client: StorageClient, target: HealTarget, token: string): Promise<HealStatus> {
  const response = await sendAdmin(client, { method: 'POST', path: pathOf(target), query: { clientToken: token } })
  const text = await readText(response, client.signal)
  const status = lowerCased(objectField(parsed(() => JSON.parse(text))))
  return {
    summary: textField(status, 'summary'),
    detail: textField(status, 'detail'),
    // A server that has no heal of this target sends the year 1.
    startedAt: Math.max(0, Date.parse(textField(status, 'starttime')) || 0),
    time: timeOf(response),
    items: listField(status, 'items').map(toItem),
  }
}

/** Servers capitalize these names, and their own client ignores case. */
function lowerCased(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]))
}

function toItem(entry: unknown): HealedItem {
  const item = objectField(entry)
  return {
    type: textField(item, 'type'),
    bucket: textField(item, 'bucket'),
    object: textField(item, 'object'),
    versionId: textField(item, 'versionId'),
    detail: textField(item, 'detail'),
    dataBlocks: numberField(item, 'dataBlocks'),
    parityBlocks: numberField(item, 'parityBlocks'),
    size: numberField(item, 'objectSize'),
    before: driveStates(item, 'before'),
    after: driveStates(item, 'after'),
  }
}

function driveStates(item: JsonObject, name: 'before' | 'after'): string[] {
  return listField(objectField(item, name), 'drives').map((drive) => textField(objectField(drive), 'state'))
}

/** A drive that the server rebuilds on its own, or has rebuilt since it was started. Sizes in bytes. */
export interface HealingDrive {
  endpoint: string
  path: string
  pool: number
  set: number
  isFinished: boolean
  /** ISO 8601. */
  startedAt: string
  updatedAt: string
  itemsHealed: number
  itemsFailed: number
  itemsSkipped: number
  bytesDone: number
  /** Done, failed and skipped. */
  bytesSettled: number
  bucketsLeft: number
  /** As counted before it began; 0 if unknown. */
  objectsTotal: number
  bytesTotal: number
  currentBucket: string
}

export interface BackgroundHeal {
  /** Items that were checked since the server was started. */
  itemsScanned: number
  /** Objects that were written without some drives (MRF), and wait to be healed; null from servers since 2022, which don't say. */
  waiting: number | null
  offlineNodes: string[]
  drives: HealingDrive[]
  /** Drives that aren't `ok`, and aren't being healed. */
  failedDrives: { endpoint: string; path: string; state: string }[]
}

/** Some kilobytes for each drive. */
const MAX_STATUS_BYTES = 64 * 1024 * 1024

/** The healing that servers do on their own; needs admin:Heal. @throws StorageError */
export async function backgroundHeal(client: StorageClient): Promise<BackgroundHeal> {
  const status = await sendAdminForObject(client, {
    method: 'POST',
    path: '/minio/admin/v3/background-heal/status',
    maxBytes: MAX_STATUS_BYTES,
  })
  const drives = listField(status, 'sets').flatMap((set) =>
    listField(objectField(set), 'disks').map((drive) => objectField(drive)),
  )
  const isHealing = (drive: JsonObject) => 'heal_info' in drive
  return {
    itemsScanned: numberField(status, 'ScannedItemsCount'),
    waiting: waitingIn(objectField(status, 'mrf')),
    offlineNodes: listField(status, 'offline_nodes').map(String),
    drives: drives.filter(isHealing).map(toHealingDrive),
    failedDrives: drives
      .filter((drive) => !isHealing(drive) && textField(drive, 'state') !== 'ok')
      .map((drive) => ({
        endpoint: textField(drive, 'endpoint'),
        path: textField(drive, 'path'),
        state: textField(drive, 'state'),
      })),
  }
}

/** By server, what came in since its start and what of it was healed. */
function waitingIn(queues: JsonObject): number | null {
  const known = Object.values(queues)
    .map((queue) => objectField(queue))
    .filter((queue) => typeof queue.total_items === 'number')
  if (known.length === 0) return null
  return known.reduce(
    (sum, queue) => sum + Math.max(0, numberField(queue, 'total_items') - numberField(queue, 'items_healed')),
    0,
  )
}

function toHealingDrive(drive: JsonObject): HealingDrive {
  const progress = objectField(drive, 'heal_info')
  return {
    endpoint: textField(drive, 'endpoint'),
    path: textField(drive, 'path'),
    pool: numberField(drive, 'pool_index'),
    set: numberField(drive, 'set_index'),
    isFinished: progress.finished === true,
    startedAt: textField(progress, 'started'),
    updatedAt: textField(progress, 'last_update'),
    itemsHealed: numberField(progress, 'items_healed'),
    itemsFailed: numberField(progress, 'items_failed'),
    itemsSkipped: numberField(progress, 'items_skipped'),
    bytesDone: numberField(progress, 'bytes_done'),
    bytesSettled: ['bytes_done', 'bytes_failed', 'bytes_skipped'].reduce(
      (sum, name) => sum + numberField(progress, name),
      0,
    ),
    bucketsLeft: listField(progress, 'queued_buckets').length,
    objectsTotal: numberField(progress, 'objects_total_count'),
    bytesTotal: numberField(progress, 'objects_total_size'),
    currentBucket: textField(progress, 'current_bucket'),
  }
}
