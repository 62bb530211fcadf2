import { type Credentials, listField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { inParallel } from '../in-parallel.ts'
import { listBuckets } from '../s3/list-buckets.ts'
import { changeRights, type GarageBucket, listGarageBuckets } from './buckets.ts'
import { createGarageKey, getGarageKey } from './keys.ts'
import { type GarageCall, GarageError, garageObject } from './send-garage.ts'

/** The token that a visitor signed in with. */
export interface GarageToken {
  name: string
  /** Milliseconds since the epoch; undefined for a token that never expires. */
  expiresAt: number | undefined
  /** Whether the token may do a call. */
  allows(call: GarageCall): boolean
}

/** Every token may read its own entry. @throws StorageError `AccessDenied` for a wrong or expired token */
export async function garageToken(client: StorageClient): Promise<GarageToken> {
  const token = await garageObject(client, 'GetCurrentAdminTokenInfo')
  const end = Date.parse(textField(token, 'expiration'))
  const scope = new Set(listField(token, 'scope'))
  return {
    name: textField(token, 'name'),
    expiresAt: Number.isNaN(end) ? undefined : end,
    allows: (call) => scope.has('*') || scope.has(call),
  }
}

/** What a token needs for a key that opens objects: to create it, and to allow it the buckets. */
const OPENS_OBJECTS: readonly GarageCall[] = ['CreateKey', 'AllowBucketKey', 'ListBuckets']

export function opensObjects(token: GarageToken): boolean {
  return OPENS_OBJECTS.every((call) => token.allows(call))
}

const ALL_RIGHTS = { read: true, write: true, owner: true }

/** A key for the S3 calls of one session, which expires with it. @throws StorageError */
export async function createSessionKey(client: StorageClient, expiresAt: number): Promise<Credentials> {
  return await createGarageKey(client, { name: 'cooperage session', expiresAt, createsBuckets: false })
}

/** Lets the key of a session use a bucket. @throws StorageError */
export async function openGarageBucket(client: StorageClient, bucketId: string): Promise<void> {
  await changeRights(client, 'AllowBucketKey', bucketId, client.credentials.accessKey, ALL_RIGHTS)
}

/**
 * All buckets. The key of the session is allowed those that it can't use yet, if it has one: buckets are created at any time, and
 * not only here.
 * @throws StorageError
 */
export async function openGarageBuckets(client: StorageClient): Promise<GarageBucket[]> {
  const hasKey = client.garage?.hasKey === true
  const [buckets, openNow] = await Promise.all([listGarageBuckets(client), hasKey ? listBuckets(client) : []])
  if (!hasKey) return buckets
  const open = new Set(openNow.map(({ name }) => name))
  // S3 lists none under its ID.
  if (buckets.some(({ aliases }) => aliases.length === 0)) for (const id of await openIds(client)) open.add(id)
  const closed = buckets.filter(({ id, aliases }) => ![id, ...aliases].some((name) => open.has(name)))
  await inParallel(closed, async ({ id }) => {
    try {
      await openGarageBucket(client, id)
    } catch (error) {
      // Deleted since it was listed.
      if (!(error instanceof GarageError) || error.code !== 'NoSuchBucket') throw error
    }
  })
  return buckets
}

/** The IDs of the buckets that the key of the session may use; none if the token may not read it. */
async function openIds(client: StorageClient): Promise<string[]> {
  try {
    return (await getGarageKey(client, client.credentials.accessKey)).buckets.map(({ id }) => id)
  } catch (error) {
    if (error instanceof GarageError && error.code === 'AccessDenied') return []
    throw error
  }
}
