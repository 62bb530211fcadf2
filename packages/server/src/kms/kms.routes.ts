/** The key management service of the storage server, and its keys. */
import {
  AppError,
  createKmsKey,
  deleteKmsKey,
  featureText,
  getKmsMetrics,
  getKmsStatus,
  getKmsVersion,
  importKmsKey,
  type KmsKeyUses,
  listKmsApis,
  listKmsKeys,
  listKmsKeyUses,
  type ServerFeature,
  testKmsKey,
} from '@cooperage/contract'
import {
  createKmsKey as create,
  deleteKmsKey as deleteKey,
  findKmsKeys,
  getBucketEncryption,
  importKmsKey as importKey,
  kmsApis,
  kmsMetrics,
  kmsStatus,
  kmsVersion,
  listBuckets,
  type StorageClient,
  StorageError,
  testKmsKey as testKey,
} from '@cooperage/storage-client'
import { compareText } from '@cooperage/wire'
import type { Registry } from '../shared/feature.ts'
import { inParallel } from '../shared/in-parallel.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'

const KMS = 'a key management service (KMS)'
/** Buckets whose encryption is read concurrently. */
const PARALLEL = 8
/** After this time no further bucket is read, so that the response arrives before the visitor's timeout. */
const BEGIN_WITHIN_MS = 4_000

export function kmsRoutes({ routes, services: { now } }: Registry): void {
  routes.withSession(getKmsStatus, async ({ storage }) => {
    const { name, defaultKey, endpoints } = await withKmsErrors('kms:Status', '', kmsStatus(storage))
    return { name, isBuiltIn: /builtin/i.test(name), defaultKey, endpoints }
  })

  routes.withSession(getKmsVersion, async ({ storage }) => ({
    version: await withKmsErrors('kms:Version', '', kmsVersion(storage)),
  }))

  routes.withSession(getKmsMetrics, ({ storage }) => withKmsErrors('kms:Metrics', '', kmsMetrics(storage)))

  routes.withSession(listKmsApis, async ({ storage }) => ({
    items: await withKmsErrors('kms:API', '', kmsApis(storage), 'the list of the API of its KMS'),
  }))

  routes.withSession(listKmsKeys, async ({ query: { pattern }, storage }) => {
    // What servers call a pattern is the beginning of a name since May 2024.
    const beginning = pattern.slice(0, `${pattern}*`.indexOf('*'))
    const asked = beginning === '' ? ['*'] : [beginning, pattern]
    const lists = await Promise.all(asked.map((one) => withKmsErrors('kms:ListKeys', '', findKmsKeys(storage, one))))
    const keys = new Map(lists.flat().map((key) => [key.name, key]))
    return {
      items: [...keys.values()]
        .filter(({ name }) => matchesPattern(name, pattern))
        .map(({ createdAt, ...key }) => ({ ...key, createdAt: createdAt > 0 ? new Date(createdAt).toISOString() : '' }))
        .sort((a, b) => compareText(a.name, b.name)),
    }
  })

  routes.withSession(createKmsKey, async ({ body: { key }, storage }) => {
    await withKmsErrors('kms:CreateKey', key, create(storage, key))
  })

  routes.withSession(importKmsKey, async ({ params: { key }, body: { bytes }, storage }) => {
    const imported = importKey(storage, key, Buffer.from(bytes, 'base64'))
    await withKmsErrors('kms:ImportKey', key, imported, 'importing keys into its KMS')
  })

  routes.withSession(testKmsKey, async ({ params: { key }, storage }) => {
    const tested = await withKmsErrors('kms:KeyStatus', key, testKey(storage, key))
    if (isUnreachable(tested.encryptionError) || isUnreachable(tested.decryptionError)) {
      throw new AppError('KmsUnreachable')
    }
    return tested
  })

  routes.withSession(deleteKmsKey, async ({ params: { key }, storage }) => {
    await withKmsErrors('kms:DeleteKey', key, deleteKey(storage, key), 'deleting keys of its KMS')
  })

  routes.withSession(listKmsKeyUses, async ({ params: { key }, storage }) => {
    const startedAt = now()
    const uses: KmsKeyUses = { buckets: [], unread: [], left: 0 }
    const buckets = await withStorageErrors({ action: 's3:ListAllMyBuckets' }, listBuckets(storage))
    await inParallel(buckets, PARALLEL, async ({ name }) => {
      if (now() - startedAt > BEGIN_WITHIN_MS) uses.left++
      else await readUse(storage, name, key, uses)
    })
    uses.buckets.sort(compareText)
    uses.unread.sort(compareText)
    return uses
  })
}

async function readUse(storage: StorageClient, bucket: string, key: string, uses: KmsKeyUses): Promise<void> {
  try {
    const reading = getBucketEncryption(storage, bucket)
    const encryption = await withStorageErrors({ action: 's3:GetEncryptionConfiguration', bucket }, reading)
    if (encryption?.kmsKeyId !== undefined && nameOf(encryption.kmsKeyId) === key) uses.buckets.push(bucket)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'AccessDenied') uses.unread.push(bucket)
    // Deleted since it was listed.
    else if (error.code !== 'NoSuchBucket') throw error
  }
}

/** `*` is any text. Compared part by part, because an expression of many parts would take long. */
function matchesPattern(name: string, pattern: string): boolean {
  const [first = '', ...parts] = pattern.split('*')
  const last = parts.pop()
  if (last === undefined) return name === first
  if (!name.startsWith(first)) return false
  let at = first.length
  for (const part of parts) {
    const found = name.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return name.length - last.length >= at && name.endsWith(last)
}

const nameOf = (keyId: string) => keyId.replace(/^arn:aws:kms:/, '')

/** @param call a call that not every server with a KMS has */
async function withKmsErrors<T>(action: string, key: string, work: Promise<T>, call?: ServerFeature): Promise<T> {
  try {
    return await withStorageErrors({ action, feature: KMS }, work)
  } catch (error) {
    const cause = error instanceof AppError ? error.cause : undefined
    throw (cause instanceof StorageError && meaningOf(cause, key, call)) || error
  }
}

/** Servers forward what a KMS says as errors of their own. */
function meaningOf(cause: StorageError, key: string, call: ServerFeature | undefined): AppError | undefined {
  const { code, message } = cause
  if (code === 'BadRequest' && call !== undefined) return unsupported(call, cause)
  if (/key.*already exi/i.test(message)) return new AppError('KmsKeyExists', { key }, { cause })
  if (code === 'kms:KeyNotFound' || /key.*does not exist/i.test(message)) {
    return new AppError('NoSuchKmsKey', { key }, { cause })
  }
  if (/functionality is not supported/i.test(message)) {
    return call === undefined ? new AppError('KmsBuiltIn', {}, { cause }) : unsupported(call, cause)
  }
  if (isUnreachable(message)) return new AppError('KmsUnreachable', {}, { cause })
  const words = /\(([^()]{1,300})\)$/.exec(message)?.[1] ?? DENIED.exec(message)?.[0]
  return code === 'InternalError' && words !== undefined
    ? new AppError('KmsRefused', { reason: words }, { cause })
    : undefined
}

/** What MinIO says, also without parentheses, if its certificate may not make this call. */
const DENIED = /^insufficient permissions to perform KMS operation$/

/** Its words have the address of the KMS, and are about a network that the visitor can't see. */
const isUnreachable = (message: string) => /\bconnection error: |context deadline exceeded/i.test(message)

function unsupported(feature: ServerFeature, cause: StorageError): AppError {
  return new AppError('NotInThisSetup', { feature: featureText(feature) }, { cause })
}
