/** The list of buckets, creating and deleting them. */
export { bucketRoutes } from './buckets.routes.ts'
export { usableBucketName } from './usable-bucket-name.ts'
