import { type JsonObject, listField, numberField, objectField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { StorageError } from '../storage-error.ts'
import { GarageError, garageList, garageObject, sendGarage } from './send-garage.ts'

/** What a key may do with a bucket: read and write objects, and, as an owner, delete it and change its settings. */
export interface GarageRights {
  read: boolean
  write: boolean
  owner: boolean
}

export interface GarageBucket {
  id: string
  /** Its names; none if only single keys have one for it. */
  aliases: string[]
  /** Names that single keys have for it. */
  localAliases: { alias: string; accessKey: string }[]
  /** Milliseconds since the epoch. */
  createdAt: number
}

export interface GarageBucketInfo extends Omit<GarageBucket, 'createdAt'> {
  objects: number
  bytes: number
  /** undefined: no limit. */
  maxBytes: number | undefined
  maxObjects: number | undefined
  /** The documents of its website; undefined if it has none. */
  website: { index: string; error: string } | undefined
  keys: { accessKey: string; name: string; rights: GarageRights }[]
}

/** Needs ListBuckets in the scope. @throws StorageError */
export async function listGarageBuckets(client: StorageClient): Promise<GarageBucket[]> {
  return (await garageList(client, 'ListBuckets')).map((bucket) => ({
    id: textField(bucket, 'id'),
    aliases: listField(bucket, 'globalAliases').map(String),
    localAliases: listField(bucket, 'localAliases').map((entry) => {
      const local = objectField(entry)
      return { alias: textField(local, 'alias'), accessKey: textField(local, 'accessKeyId') }
    }),
    createdAt: Date.parse(textField(bucket, 'created')) || 0,
  }))
}

/** An ID is longer than any name can be, so that Garage accepts it in place of a name, in S3 requests too. */
const ID = /^[0-9a-f]{64}$/

/** What the console calls a bucket: its first name, or its ID if only single keys have names for it. */
export function garageBucketName({ id, aliases: [name = id] }: Pick<GarageBucket, 'id' | 'aliases'>): string {
  return name
}

/** `name` is one of its aliases, or its ID. Needs GetBucketInfo. @throws StorageError `NoSuchBucket` */
export async function getGarageBucket(client: StorageClient, name: string): Promise<GarageBucketInfo> {
  const query: Record<string, string> = ID.test(name) ? { id: name } : { globalAlias: name }
  const bucket = await garageObject(client, 'GetBucketInfo', { query })
  const quotas = objectField(bucket, 'quotas')
  const site = objectField(bucket, 'websiteConfig')
  const keys = listField(bucket, 'keys').map((entry) => objectField(entry))
  return {
    id: textField(bucket, 'id'),
    aliases: listField(bucket, 'globalAliases').map(String),
    localAliases: keys.flatMap((key) =>
      listField(key, 'bucketLocalAliases').map((alias) => ({
        alias: String(alias),
        accessKey: textField(key, 'accessKeyId'),
      })),
    ),
    objects: numberField(bucket, 'objects'),
    bytes: numberField(bucket, 'bytes'),
    maxBytes: limitOf(quotas, 'maxSize'),
    maxObjects: limitOf(quotas, 'maxObjects'),
    website:
      bucket.websiteAccess === true
        ? { index: textField(site, 'indexDocument'), error: textField(site, 'errorDocument') }
        : undefined,
    keys: keys.map((key) => ({
      accessKey: textField(key, 'accessKeyId'),
      name: textField(key, 'name'),
      rights: rightsOf(key),
    })),
  }
}

function limitOf(quotas: JsonObject, name: string): number | undefined {
  const limit = quotas[name]
  return typeof limit === 'number' ? limit : undefined
}

export function rightsOf(value: JsonObject): GarageRights {
  const { read, write, owner } = objectField(value, 'permissions')
  return { read: read === true, write: write === true, owner: owner === true }
}

/** Needs CreateBucket. Returns its id. @throws StorageError `BucketAlreadyExists`, `InvalidBucketName` */
export async function createGarageBucket(client: StorageClient, name: string): Promise<string> {
  try {
    return textField(await garageObject(client, 'CreateBucket', { body: { globalAlias: name } }), 'id')
  } catch (error) {
    if (!(error instanceof GarageError) || error.code !== 'InvalidRequest') throw error
    throw new StorageError('refused', error.message, { code: 'InvalidBucketName', status: 400, cause: error })
  }
}

/** Deletes an empty bucket under all its names. Needs GetBucketInfo and DeleteBucket. @throws StorageError `BucketNotEmpty` */
export async function deleteGarageBucket(client: StorageClient, name: string): Promise<void> {
  await sendGarage(client, 'DeleteBucket', { query: { id: await idOf(client, name) }, isWrite: true })
}

/** undefined removes a limit. Needs GetBucketInfo and UpdateBucket. @throws StorageError `NoSuchBucket` */
export async function setGarageQuotas(
  client: StorageClient,
  name: string,
  { maxBytes, maxObjects }: Pick<GarageBucketInfo, 'maxBytes' | 'maxObjects'>,
): Promise<void> {
  const quotas = { maxSize: maxBytes ?? null, maxObjects: maxObjects ?? null }
  await sendGarage(client, 'UpdateBucket', { query: { id: await idOf(client, name) }, body: { quotas } })
}

/** undefined ends the website. Needs GetBucketInfo and UpdateBucket. @throws StorageError `NoSuchBucket` */
export async function setGarageWebsite(
  client: StorageClient,
  name: string,
  website: GarageBucketInfo['website'],
): Promise<void> {
  const websiteAccess = website
    ? { enabled: true, indexDocument: website.index, errorDocument: website.error === '' ? null : website.error }
    : { enabled: false }
  await sendGarage(client, 'UpdateBucket', { query: { id: await idOf(client, name) }, body: { websiteAccess } })
}

/**
 * What a key may do with a bucket from now on. Needs GetBucketInfo, AllowBucketKey and DenyBucketKey.
 * @throws StorageError `NoSuchBucket`, `NoSuchAccessKey`
 */
export async function setGarageRights(
  client: StorageClient,
  name: string,
  accessKey: string,
  rights: GarageRights,
): Promise<void> {
  const id = await idOf(client, name)
  const taken = { read: !rights.read, write: !rights.write, owner: !rights.owner }
  // First what is taken away: if only half succeeds, it's the safe half.
  if (Object.values(taken).includes(true)) await changeRights(client, 'DenyBucketKey', id, accessKey, taken)
  if (Object.values(rights).includes(true)) await changeRights(client, 'AllowBucketKey', id, accessKey, rights)
}

/** Adds the rights of a key on a bucket, or takes them away. @throws StorageError */
export async function changeRights(
  client: StorageClient,
  call: 'AllowBucketKey' | 'DenyBucketKey',
  bucketId: string,
  accessKeyId: string,
  permissions: GarageRights,
): Promise<void> {
  await sendGarage(client, call, { body: { bucketId, accessKeyId, permissions: { ...permissions } } })
}

async function idOf(client: StorageClient, name: string): Promise<string> {
  return (await getGarageBucket(client, name)).id
}
