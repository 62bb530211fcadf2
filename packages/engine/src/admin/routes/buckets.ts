import type { AdminRoute } from '../call.ts'
import { getBucketQuota, setBucketQuota } from '../operations/buckets/bucket-quota.ts'
import { exportBucketMetadata } from '../operations/buckets/export-bucket-metadata.ts'
import { importBucketMetadata } from '../operations/buckets/import-bucket-metadata.ts'

/** Bucket settings. */
export const BUCKET_ROUTES: readonly AdminRoute[] = [
  ['GetBucketQuota', 'GET get-bucket-quota?bucket', 'admin:GetBucketQuota', getBucketQuota],
  ['SetBucketQuota', 'PUT set-bucket-quota?bucket', 'admin:SetBucketQuota', setBucketQuota],
  ['ExportBucketMetadata', 'GET export-bucket-metadata', 'admin:ExportBucketMetadata', exportBucketMetadata],
  ['ImportBucketMetadata', 'PUT import-bucket-metadata', 'admin:ImportBucketMetadata', importBucketMetadata],
]
