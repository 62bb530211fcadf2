/** What other features may use of the buckets. */

export { BucketList, bucketNameColumn, bucketSizeColumn } from './BucketList.tsx'
export type { BucketRow } from './bucket-rows.ts'
