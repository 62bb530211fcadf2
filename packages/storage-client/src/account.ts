import { type AccountInfo, accountInfo } from './admin/account-info.ts'
import type { StorageClient } from './client.ts'
import { garageBucketName } from './garage/buckets.ts'
import { type GarageCall, GarageError, hasGarage } from './garage/send-garage.ts'
import { type GarageToken, garageToken, openGarageBuckets } from './garage/session.ts'
import { ownIamRights } from './iam/own-rights.ts'
import { hasIam } from './iam/send-iam.ts'
import { ownUser } from './iam/users.ts'
import { listBuckets } from './s3/list-buckets.ts'
import { StorageError } from './storage-error.ts'

/** An account on any server. */
export interface Account extends AccountInfo {
  /** The server doesn't say what the account may do, so `policy` is only what can be tried: the server decides about each call. */
  isPolicyAssumed: boolean
  /** Users, groups, policies and access keys are those of IAM. */
  hasIam: boolean
}

/**
 * The account of the client's keys on any server. Where there is no admin API, it is its user in IAM or the access key, and may
 * do everything in S3 as far as is known.
 * @throws StorageError if the keys aren't valid
 */
export async function accountOf(client: StorageClient): Promise<Account> {
  const { kind } = await client.endpoint.profile()
  if (hasGarage(client)) return await accountInGarage(client)
  if (kind !== 's3') return { ...(await accountInfo(client)), isPolicyAssumed: false, hasIam: false }
  const buckets = (await visibleBuckets(client)).map((bucket) => ({ ...bucket, size: 0, objects: 0 }))
  const { accountName, actions, ...iam } = await inIam(client)
  const statements = [['s3:*'], actions].filter((some) => some.length > 0)
  return {
    accountName,
    policy: policyOf(statements),
    ...PLAIN,
    buckets,
    ...iam,
  }
}

/** What an account on a server without MinIO's admin API has. */
const PLAIN = { isPolicyAssumed: true, hasPolicy: true, isErasure: true, hasSeveralDrives: false }

function policyOf(statements: readonly (readonly string[])[]) {
  return {
    Version: '2012-10-17',
    Statement: statements.map((Action) => ({ Effect: 'Allow', Action, Resource: ['arn:aws:s3:::*'] })),
  }
}

/** Calls of Garage's admin API, and the actions of pages that they stand for. */
const GARAGE_RIGHTS: Partial<Record<GarageCall, readonly string[]>> = {
  ListBuckets: ['s3:ListAllMyBuckets'],
  CreateBucket: ['s3:CreateBucket'],
  DeleteBucket: ['s3:DeleteBucket'],
  GetBucketInfo: ['admin:GetBucketQuota'],
  UpdateBucket: ['admin:SetBucketQuota'],
  AllowBucketKey: [],
  DenyBucketKey: [],
  ListKeys: [],
  GetKeyInfo: [],
  CreateKey: [],
  UpdateKey: [],
  DeleteKey: [],
  GetClusterStatus: [],
  GetClusterHealth: [],
  GetClusterLayout: [],
}

/** What the key of a session may do. Buckets are created and deleted with the token. */
const S3_OF_GARAGE = [
  's3:Get*',
  's3:List*',
  's3:Put*',
  's3:DeleteObject*',
  's3:DeleteBucketCors',
  's3:AbortMultipartUpload',
]

/** What the scope of a token gives: the calls themselves as `garage:ListKeys`, what they stand for, and what objects need. */
async function accountInGarage(client: StorageClient): Promise<Account> {
  // Garage hashes the token at each call, as a password, which takes its time.
  const [token, buckets] = await Promise.all([garageToken(client), bucketsInScope(client)])
  const actions = [...actionsOf(token), ...(client.garage?.hasKey ? S3_OF_GARAGE : [])]
  return {
    accountName: token.name,
    policy: policyOf([actions].filter((some) => some.length > 0)),
    ...PLAIN,
    hasPolicy: actions.length > 0,
    buckets: buckets.map((bucket) => ({
      name: garageBucketName(bucket),
      createdAt: bucket.createdAt,
      size: 0,
      objects: 0,
    })),
    hasIam: false,
  }
}

async function bucketsInScope(client: StorageClient): ReturnType<typeof openGarageBuckets> {
  try {
    return await openGarageBuckets(client)
  } catch (error) {
    if (error instanceof GarageError && error.code === 'AccessDenied') return []
    throw error
  }
}

/** The actions of pages that a token has. */
export function actionsOf(token: GarageToken): string[] {
  return Object.entries(GARAGE_RIGHTS).flatMap(([call, actions]) =>
    token.allows(call as GarageCall) ? [`garage:${call}`, ...actions] : [],
  )
}

/** What IAM has of the account. Objects stay accessible while IAM, which may be another server, doesn't respond. */
async function inIam(client: StorageClient): Promise<{ hasIam: boolean; accountName: string; actions: string[] }> {
  const none = { hasIam: false, accountName: client.credentials.accessKey, actions: [] }
  try {
    if (!(await hasIam(client))) return none
    const [user, actions] = await Promise.all([ownUser(client), ownIamRights(client)])
    return { hasIam: true, accountName: user ?? none.accountName, actions }
  } catch (error) {
    if (!(error instanceof StorageError) || error.kind === 'aborted') throw error
    return none
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
