import { getVersioning, type RouteBody, setVersioning } from '@cooperage/contract'
import {
  type BucketVersioning,
  getBucketVersioning,
  putBucketVersioning,
  type StorageClient,
} from '@cooperage/storage-client'
import type { VersioningConfiguration } from '@cooperage/wire'
import type { Registry } from '../shared/feature.ts'
import { withSettingErrors } from './setting-errors.ts'
import { validBucketName } from './valid-bucket-name.ts'

const FEATURE = 'versioning' as const
/** A MinIO extension. */
const EXCLUSIONS = 'the exclusion of prefixes or folders from versioning' as const

export function versioningRoutes({ routes }: Registry): void {
  routes.withSession(getVersioning, async ({ params, storage }) => {
    const versioning = await readVersioning(storage, validBucketName(params.bucket))
    const { status, excludedPrefixes, excludeFolders, canExclude } = versioning
    return {
      is_versioned: status === 'Enabled',
      status: status ?? ('' as const),
      excluded_prefixes: excludedPrefixes ?? [],
      exclude_folders: excludeFolders ?? false,
      can_exclude: canExclude,
    }
  })

  routes.withSession(setVersioning, async ({ params, body, storage }) => {
    await applyVersioning(storage, validBucketName(params.bucket), body)
  })
}

/** Exclusions that the request omits are read and written again: the call replaces the whole configuration. */
export async function applyVersioning(
  storage: StorageClient,
  bucket: string,
  wanted: RouteBody<typeof setVersioning>,
): Promise<void> {
  const { versioning, excluded_prefixes: prefixes, exclude_folders: folders } = wanted
  const isPartial = prefixes === undefined || folders === undefined
  // Suspended versioning accepts no exclusions.
  const present: VersioningConfiguration = versioning && isPartial ? await readVersioning(storage, bucket) : {}
  const excludedPrefixes = prefixes ?? present.excludedPrefixes ?? []
  const excludeFolders = folders ?? present.excludeFolders ?? false
  const configuration: VersioningConfiguration = versioning
    ? {
        status: 'Enabled',
        ...(excludedPrefixes.length > 0 && { excludedPrefixes }),
        ...(excludeFolders && { excludeFolders }),
      }
    : { status: 'Suspended' }
  const hasExclusions = 'excludedPrefixes' in configuration || 'excludeFolders' in configuration
  const feature = hasExclusions ? EXCLUSIONS : FEATURE
  const subject = { action: 's3:PutBucketVersioning', bucket, feature }
  await withSettingErrors(subject, putBucketVersioning(storage, bucket, configuration))
}

export function readVersioning(storage: StorageClient, bucket: string): Promise<BucketVersioning> {
  const subject = { action: 's3:GetBucketVersioning', bucket, feature: FEATURE }
  return withSettingErrors(subject, getBucketVersioning(storage, bucket))
}
