/** The interface of buckets for other features. */

export { BucketList, bucketNameColumn, bucketSizeColumn } from './BucketList.tsx'
export type { BucketRow } from './bucket-rows.ts'
