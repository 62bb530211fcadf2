import { type Credentials, type JsonObject, listField, objectField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { StorageError } from '../storage-error.ts'
import { type GarageRights, rightsOf } from './buckets.ts'
import { garageList, garageObject, sendGarage } from './send-garage.ts'

export interface GarageKey {
  accessKey: string
  name: string
  /** Milliseconds since the epoch; undefined for a key that never expires. */
  expiresAt: number | undefined
}

export interface GarageKeyInfo extends GarageKey {
  /** Whether it can create buckets. */
  createsBuckets: boolean
  /** The buckets that it may use. `aliases` are their names for everyone, and those of this key. */
  buckets: { id: string; aliases: string[]; rights: GarageRights }[]
}

/** What of a key can be chosen. */
export type GarageKeySettings = Pick<GarageKeyInfo, 'name' | 'expiresAt' | 'createsBuckets'>

/** Needs ListKeys in the scope. @throws StorageError */
export async function listGarageKeys(client: StorageClient): Promise<GarageKey[]> {
  return (await garageList(client, 'ListKeys')).map((key) => ({ ...keyOf(key), accessKey: textField(key, 'id') }))
}

/** Needs GetKeyInfo. Doesn't return the secret key. @throws StorageError `NoSuchAccessKey` */
export async function getGarageKey(client: StorageClient, accessKey: string): Promise<GarageKeyInfo> {
  const key = await garageObject(client, 'GetKeyInfo', { query: { id: accessKey } })
  return {
    ...keyOf(key),
    createsBuckets: objectField(key, 'permissions').createBucket === true,
    buckets: listField(key, 'buckets').map((entry) => {
      const bucket = objectField(entry)
      const aliases = ['globalAliases', 'localAliases'].flatMap((names) => listField(bucket, names))
      return { id: textField(bucket, 'id'), aliases: aliases.map(String), rights: rightsOf(bucket) }
    }),
  }
}

function keyOf(key: JsonObject): GarageKey {
  const end = Date.parse(textField(key, 'expiration'))
  return {
    accessKey: textField(key, 'accessKeyId'),
    name: textField(key, 'name'),
    expiresAt: Number.isNaN(end) ? undefined : end,
  }
}

/** Needs CreateKey. Garage chooses the keys. @throws StorageError */
export async function createGarageKey(client: StorageClient, settings: GarageKeySettings): Promise<Credentials> {
  const key = await garageObject(client, 'CreateKey', { body: bodyOf(settings) })
  const created = { accessKey: textField(key, 'accessKeyId'), secretKey: textField(key, 'secretAccessKey') }
  if (created.accessKey !== '' && created.secretKey !== '') return created
  throw new StorageError('unreadable', 'Garage returned no key')
}

/** Needs UpdateKey. @throws StorageError `NoSuchAccessKey` */
export async function updateGarageKey(
  client: StorageClient,
  accessKey: string,
  settings: GarageKeySettings,
): Promise<void> {
  await sendGarage(client, 'UpdateKey', { query: { id: accessKey }, body: bodyOf(settings) })
}

function bodyOf({ name, expiresAt, createsBuckets }: GarageKeySettings): JsonObject {
  return {
    name,
    ...(expiresAt === undefined ? { neverExpires: true } : { expiration: new Date(expiresAt).toISOString() }),
    [createsBuckets ? 'allow' : 'deny']: { createBucket: true },
  }
}

/** Needs DeleteKey. @throws StorageError `NoSuchAccessKey` */
export async function deleteGarageKey(client: StorageClient, accessKey: string): Promise<void> {
  await sendGarage(client, 'DeleteKey', { query: { id: accessKey }, isWrite: true })
}
