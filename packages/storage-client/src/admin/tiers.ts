import { encodeComponent, type JsonObject, listField, numberField, objectField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import type { StorageRequest } from '../send.ts'
import { StorageError } from '../storage-error.ts'
import { sealedBody } from './sealed-payload.ts'
import { sendAdminForJson, sendAdminForNothing } from './send-admin.ts'

const PATH = '/minio/admin/v3/tier'

/** The name of the nested object that holds the settings of a tier of each type. */
const SETTINGS: Readonly<Record<string, string>> = { s3: 'S3', minio: 'MinIO', gcs: 'GCS', azure: 'Azure' }

export interface Tier {
  /** `s3`, `minio`, `azure` or `gcs`. */
  type: string
  /** Used as the storage class of a transition. */
  name: string
  endpoint: string
  bucket: string
  prefix: string
  region: string
  /** Of the remote storage; '' for its default. */
  storageClass: string
  /** Access key, or name of the Azure account; '' for GCS. */
  account: string
}

export interface NewTier extends Tier {
  type: 's3' | 'gcs' | 'azure'
  /** Secret key, key of the Azure account, or base64 of the GCS credentials file. */
  secret: string
}

/** The tiers that objects can transition to; needs admin:ListTier. @throws StorageError `XMinioAdminVersionMismatch` */
export async function listTiers(client: StorageClient): Promise<Tier[]> {
  const tiers = await sendAdminForJson(client, { method: 'GET', path: PATH })
  return (Array.isArray(tiers) ? tiers : []).map((entry) => {
    const tier = objectField(entry)
    const type = textField(tier, 'Type')
    if (type === '') return tierOfRustfs(tier)
    // Servers send the objects of all types.
    const settings = objectField(tier, SETTINGS[type] ?? '')
    return {
      type,
      name: textField(tier, 'Name'),
      endpoint: textField(settings, 'Endpoint'),
      bucket: textField(settings, 'Bucket'),
      prefix: textField(settings, 'Prefix'),
      region: textField(settings, 'Region'),
      storageClass: textField(settings, 'StorageClass'),
      account: textField(settings, type === 'azure' ? 'AccountName' : 'AccessKey'),
    }
  })
}

/** RustFS has other names, and the name of the tier among its settings. */
function tierOfRustfs(tier: JsonObject): Tier {
  const type = textField(tier, 'type')
  const settings = objectField(tier, type)
  return {
    type,
    name: textField(settings, 'name'),
    endpoint: textField(settings, 'endpoint'),
    bucket: textField(settings, 'bucket'),
    prefix: textField(settings, 'prefix'),
    region: textField(settings, 'region'),
    storageClass: textField(settings, 'storageClass'),
    account: textField(settings, 'accessKey'),
  }
}

/** RustFS doesn't decrypt the bodies of these calls. */
async function tierBody(client: StorageClient, payload: unknown): Promise<Pick<StorageRequest, 'headers' | 'body'>> {
  const text = JSON.stringify(payload)
  return (await isRustfs(client)) ? { body: text } : await sealedBody(client, text)
}

async function isRustfs({ endpoint }: StorageClient): Promise<boolean> {
  return (await endpoint.profile()).kind === 'rustfs'
}

/**
 * Servers write, read and delete a test object first; needs admin:SetTier.
 * @throws StorageError `XMinioAdminTierAlreadyExists`, `XMinioAdminTierBackendInUse`, `XMinioBackendDown` and others
 */
export async function addTier(client: StorageClient, tier: NewTier): Promise<void> {
  const payload = (await isRustfs(client)) ? newTierOfRustfs(tier) : newTier(tier)
  await sendAdminForNothing(client, { method: 'PUT', path: PATH, ...(await tierBody(client, payload)) })
}

function newTier(tier: NewTier): object {
  const { type, name, endpoint, bucket, prefix, region, storageClass } = tier
  const place = { Endpoint: endpoint, Bucket: bucket, Prefix: prefix, Region: region, StorageClass: storageClass }
  const settings = { ...place, ...credentialFields(tier) }
  return { Version: 'v1', Type: type, Name: name, [SETTINGS[type] ?? '']: settings }
}

function newTierOfRustfs({ type, account, secret, ...place }: NewTier): object {
  const keys = type === 'gcs' ? { creds: secret } : { accessKey: account, secretKey: secret }
  return { type, [type]: { ...place, ...keys } }
}

function credentialFields({ type, account, secret }: NewTier): Record<string, string> {
  if (type === 'gcs') return { Creds: secret }
  if (type === 'azure') return { AccountName: account, AccountKey: secret }
  return { AccessKey: account, SecretKey: secret }
}

export interface TierCredentials {
  accessKey?: string
  secretKey?: string
  /** Base64 of a GCS credentials file. */
  file?: string
}

/** Servers test the credentials first; needs admin:SetTier. @throws StorageError `XMinioAdminTierNotFound` and others */
export async function setTierCredentials(client: StorageClient, name: string, keys: TierCredentials): Promise<void> {
  const payload = { access: keys.accessKey, secret: keys.secretKey, creds: keys.file }
  await sendAdminForNothing(client, { method: 'POST', path: pathOf(name), ...(await tierBody(client, payload)) })
}

/** Has the server write, read and delete a test object; needs admin:ListTier. @throws StorageError `XMinioAdminTierNotFound` and others */
export async function verifyTier(client: StorageClient, name: string): Promise<void> {
  await sendAdminForNothing(client, { method: 'GET', path: pathOf(name) })
}

/** Succeeds for a tier that doesn't exist; needs admin:SetTier. @throws StorageError `XMinioAdminTierBackendNotEmpty` */
export async function removeTier(client: StorageClient, name: string): Promise<void> {
  try {
    await sendAdminForNothing(client, { method: 'DELETE', path: pathOf(name) })
  } catch (error) {
    // RustFS says so.
    if (!(error instanceof StorageError && error.code === 'XMinioAdminTierNotFound')) throw error
  }
}

function pathOf(name: string): string {
  return `${PATH}/${encodeComponent(name)}`
}

export interface TierUsage {
  name: string
  objects: number
  versions: number
  bytes: number
}

/** The contents of each tier, as last counted, with the server's own storage classes; needs admin:ListTier. @throws StorageError */
export async function tierStatistics(client: StorageClient): Promise<TierUsage[]> {
  const all = await sendAdminForJson(client, { method: 'GET', path: '/minio/admin/v3/tier-stats' })
  // RustFS sends the list in an object, and has other names.
  return listField(Array.isArray(all) ? { tiers: all } : objectField(all), 'tiers').map((one) => {
    const entry = objectField(one)
    const stats = objectField('Stats' in entry ? entry.Stats : entry.inventory)
    return {
      name: textField(entry, 'Name') || textField(entry, 'name'),
      objects: numberField(stats, 'numObjects'),
      versions: numberField(stats, 'numVersions'),
      bytes: numberField(stats, 'totalSize'),
    }
  })
}
