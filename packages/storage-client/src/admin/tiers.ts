import { encodeComponent, listField, numberField, objectField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed } from '../send.ts'
import { sealedBody } from './sealed-payload.ts'
import { sendAdminForNothing, sendAdminForText } from './send-admin.ts'

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
  const text = await sendAdminForText(client, { method: 'GET', path: PATH })
  const tiers: unknown = parsed(() => JSON.parse(text))
  return (Array.isArray(tiers) ? tiers : []).map((entry) => {
    const tier = objectField(entry)
    const type = textField(tier, 'Type')
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

/**
 * Servers write, read and delete a test object first; needs admin:SetTier.
 * @throws StorageError `XMinioAdminTierAlreadyExists`, `XMinioAdminTierBackendInUse`, `XMinioBackendDown` and others
 */
export async function addTier(client: StorageClient, tier: NewTier): Promise<void> {
  const { type, name, endpoint, bucket, prefix, region, storageClass } = tier
  const place = { Endpoint: endpoint, Bucket: bucket, Prefix: prefix, Region: region, StorageClass: storageClass }
  const settings = { ...place, ...credentialFields(tier) }
  const payload = { Version: 'v1', Type: type, Name: name, [SETTINGS[type] ?? '']: settings }
  await sendAdminForNothing(client, {
    method: 'PUT',
    path: PATH,
    ...(await sealedBody(client, JSON.stringify(payload))),
  })
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
  const payload = JSON.stringify({ access: keys.accessKey, secret: keys.secretKey, creds: keys.file })
  await sendAdminForNothing(client, { method: 'POST', path: pathOf(name), ...(await sealedBody(client, payload)) })
}

/** Has the server write, read and delete a test object; needs admin:ListTier. @throws StorageError `XMinioAdminTierNotFound` and others */
export async function verifyTier(client: StorageClient, name: string): Promise<void> {
  await sendAdminForNothing(client, { method: 'GET', path: pathOf(name) })
}

/** Succeeds for a tier that doesn't exist; needs admin:SetTier. @throws StorageError `XMinioAdminTierBackendNotEmpty` */
export async function removeTier(client: StorageClient, name: string): Promise<void> {
  await sendAdminForNothing(client, { method: 'DELETE', path: pathOf(name) })
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
  const text = await sendAdminForText(client, { method: 'GET', path: '/minio/admin/v3/tier-stats' })
  return listField({ tiers: parsed(() => JSON.parse(text)) }, 'tiers').map((entry) => {
    const stats = objectField(entry, 'Stats')
    return {
      name: textField(objectField(entry), 'Name'),
      objects: numberField(stats, 'numObjects'),
      versions: numberField(stats, 'numVersions'),
      bytes: numberField(stats, 'totalSize'),
    }
  })
}
