import {
  AppError,
  formatPolicy,
  getBucket,
  isSamePolicy,
  listBucketPolicies as listBucketPoliciesRoute,
  listBucketUsers as listBucketUsersRoute,
  reasonText,
  setBucketAccess,
} from '@cooperage/contract'
import {
  deleteBucketPolicy,
  getBucketPolicy,
  listBucketPolicies,
  listBucketUsers,
  putBucketPolicy,
} from '@cooperage/storage-client'
import { compareText } from '@cooperage/wire'
import { bucketAccessOf, publicBucketPolicy } from '@cooperage/wire/policy'
import type { Registry } from '../shared/feature.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { validBucketName } from './valid-bucket-name.ts'

export function accessRoutes({ routes, services }: Registry): void {
  routes.withSession(getBucket, async ({ params, storage }) => {
    const name = validBucketName(params.bucket)
    const policy = await withStorageErrors(
      { action: 's3:GetBucketPolicy', bucket: name },
      getBucketPolicy(storage, name),
    )
    return { name, access: bucketAccessOf(policy, name), definition: formatPolicy(policy ?? '') }
  })

  routes.withSession(setBucketAccess, async ({ params, body, storage }) => {
    const bucket = validBucketName(params.bucket)
    const { access, definition = '', previous } = body
    if (access === 'CUSTOM' && definition.trim() === '') {
      throw new AppError('InvalidInput', { reason: reasonText('customNeedsPolicy') })
    }
    if (previous !== undefined) {
      const present = await withStorageErrors(
        { action: 's3:GetBucketPolicy', bucket },
        getBucketPolicy(storage, bucket),
      )
      if (!isSamePolicy(present ?? '', previous)) throw new AppError('BucketPolicyChanged', { bucket })
    }
    if (access === 'PRIVATE') {
      await withStorageErrors({ action: 's3:DeleteBucketPolicy', bucket }, deleteBucketPolicy(storage, bucket))
    } else {
      const policy = access === 'PUBLIC' ? publicBucketPolicy(bucket) : definition
      await withStorageErrors({ action: 's3:PutBucketPolicy', bucket }, putBucketPolicy(storage, bucket, policy))
    }
    services.closedBuckets.forget(bucket)
  })

  routes.withSession(listBucketPoliciesRoute, async ({ params, storage }) => {
    const bucket = validBucketName(params.bucket)
    const found = await withStorageErrors({ action: 'admin:ListUserPolicies' }, listBucketPolicies(storage, bucket))
    const policies = found
      .map(({ name, policy }) => ({ name, policy: JSON.stringify(policy, undefined, 2) }))
      .sort((a, b) => compareText(a.name, b.name))
    return { policies, total: policies.length }
  })

  routes.withSession(listBucketUsersRoute, async ({ params, storage }) => {
    const bucket = validBucketName(params.bucket)
    return await withStorageErrors({ action: 'admin:ListUsers' }, listBucketUsers(storage, bucket))
  })
}
