/** The object browser: listing, transfers, and everything done to objects. */
import { BUCKET_READ } from '../buckets/index.ts'
import type { Page } from '../page.ts'

export * from './change-objects.ts'
export * from './change-versions.ts'
export * from './copy.ts'
export * from './details.ts'
export * from './folder-contents.ts'
export * from './legal-hold.ts'
export * from './numbered-name.ts'
export * from './object-name.ts'
export { objectKey, versionId } from './object-params.ts'
export * from './objects.ts'
export * from './restore.ts'
export * from './retention.ts'
export * from './rewind.ts'
export * from './search.ts'
export * from './share.ts'
export * from './tags.ts'
export * from './upload-parts.ts'
export * from './uploads.ts'

export const OBJECT_USE = ['s3:ListBucket', 's3:GetObject', 's3:PutObject', 's3:DeleteObject'] as const

export const objectPages: readonly Page[] = [
  { path: '/object-browser', actions: [...BUCKET_READ, ...OBJECT_USE] },
  { path: '/object-browser/:bucket', actions: OBJECT_USE },
  { path: '/object-browser/:bucket/*', actions: OBJECT_USE },
]
