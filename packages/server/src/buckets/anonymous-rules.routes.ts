import {
  type AnonymousRule,
  AppError,
  anonymousPrefixProblem,
  deleteAnonymousRule,
  formatPolicy,
  isSamePolicy,
  listAnonymousRules,
  reasonText,
  setAnonymousRule,
} from '@cooperage/contract'
import { deleteBucketPolicy, getBucketPolicy, putBucketPolicy, type StorageClient } from '@cooperage/storage-client'
import { anonymousRulesOf, policyWithAnonymousRules } from '@cooperage/wire/policy'
import type { Registry } from '../shared/feature.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { validBucketName } from './valid-bucket-name.ts'

/** Anonymous access by prefix: rules that are statements of the bucket's policy. */
export function anonymousRuleRoutes({ routes, services }: Registry): void {
  routes.withSession(listAnonymousRules, async ({ params, storage }) => {
    const bucket = validBucketName(params.bucket)
    const policy = await read(storage, bucket)
    return { ...anonymousRulesOf(policy, bucket), definition: formatPolicy(policy) }
  })

  routes.withSession(setAnonymousRule, async ({ params, body, storage }) => {
    const bucket = validBucketName(params.bucket)
    const { access, previous } = body
    const prefix = validPolicyPrefix(body.prefix)
    await change(storage, bucket, previous, (rules) => [...without(rules, prefix), { prefix, access }])
    services.closedBuckets.forget(bucket)
  })

  routes.withSession(deleteAnonymousRule, async ({ params, body, storage }) => {
    const bucket = validBucketName(params.bucket)
    await change(storage, bucket, body.previous, (rules) => without(rules, body.prefix))
    services.closedBuckets.forget(bucket)
  })
}

const REASONS = {
  wildcard: reasonText('prefixWildcard'),
  slash: reasonText('prefixSlash'),
  long: reasonText('prefixTooLong'),
} as const

/** A prefix that a policy may name. @throws AppError InvalidInput */
export function validPolicyPrefix(prefix: string): string {
  const problem = anonymousPrefixProblem(prefix)
  if (problem !== undefined) throw new AppError('InvalidInput', { reason: REASONS[problem] })
  return prefix
}

async function read(storage: StorageClient, bucket: string): Promise<string> {
  return (await withStorageErrors({ action: 's3:GetBucketPolicy', bucket }, getBucketPolicy(storage, bucket))) ?? ''
}

function without(rules: readonly AnonymousRule[], prefix: string): AnonymousRule[] {
  return rules.filter((rule) => rule.prefix !== prefix)
}

/** Another client may write between the check and the write: storage servers have no condition for it. */
async function change(
  storage: StorageClient,
  bucket: string,
  previous: string,
  changed: (rules: AnonymousRule[]) => AnonymousRule[],
): Promise<void> {
  const present = await read(storage, bucket)
  if (!isSamePolicy(present, previous)) throw new AppError('BucketPolicyChanged', { bucket })
  const { rules } = anonymousRulesOf(present, bucket)
  const policy = policyWithAnonymousRules(present, bucket, changed(rules))
  if (policy === undefined)
    await withStorageErrors({ action: 's3:DeleteBucketPolicy', bucket }, deleteBucketPolicy(storage, bucket))
  else await withStorageErrors({ action: 's3:PutBucketPolicy', bucket }, putBucketPolicy(storage, bucket, policy))
}
