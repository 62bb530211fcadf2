import { objectField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed, sendForText } from '../send.ts'

export interface Tier {
  /** `s3`, `minio`, `azure` or `gcs`. */
  type: string
  /** Used as the storage class of a transition. */
  name: string
}

/** The tiers that objects can transition to; needs admin:ListTier. @throws StorageError `XMinioAdminVersionMismatch` */
export async function listTiers(client: StorageClient): Promise<Tier[]> {
  const text = await sendForText(client, { method: 'GET', path: '/minio/admin/v3/tier' })
  const tiers: unknown = parsed(() => JSON.parse(text))
  return (Array.isArray(tiers) ? tiers : []).map((entry) => {
    const tier = objectField(entry)
    return { type: textField(tier, 'Type'), name: textField(tier, 'Name') }
  })
}
