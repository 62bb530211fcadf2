import { type AccountInfo, accountInfo } from './admin/account-info.ts'
import type { StorageClient } from './client.ts'
import { listBuckets } from './s3/list-buckets.ts'
import { StorageError } from './storage-error.ts'

/** What is assumed on servers that don't say what an account may do: they still decide each call. */
const EVERYTHING_IN_S3 = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] }],
}

/**
 * The account of the client's keys on any server. Where there is no admin API, it is the one of the access key, and may do
 * everything in S3 as far as is known.
 * @throws StorageError if the keys aren't valid
 */
export async function accountOf(client: StorageClient): Promise<AccountInfo> {
  const { kind } = await client.endpoint.profile()
  if (kind !== 's3') return await accountInfo(client)
  return {
    accountName: client.credentials.accessKey,
    policy: EVERYTHING_IN_S3,
    hasPolicy: true,
    isErasure: true,
    hasSeveralDrives: false,
    buckets: (await visibleBuckets(client)).map((bucket) => ({ ...bucket, size: 0, objects: 0 })),
  }
}

/** The keys of an account that may not list buckets are valid nevertheless. */
async function visibleBuckets(client: StorageClient): ReturnType<typeof listBuckets> {
  try {
    return await listBuckets(client)
  } catch (error) {
    if (error instanceof StorageError && error.code === 'AccessDenied' && !error.isGuess && !isUnknownKey(error))
      return []
    throw error
  }
}

/** Garage has no code of its own for an access key that doesn't exist. */
function isUnknownKey({ message }: StorageError): boolean {
  return /no such key/i.test(message)
}
