/** What other features may use of the buckets. */
export { CreateBucketModal } from './CreateBucketModal.tsx'
export { filterBuckets } from './filter-buckets.ts'
