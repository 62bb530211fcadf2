/** The list of buckets, creating and deleting them, and each one's settings. */
export { accessRoutes } from './access.routes.ts'
export { bucketRoutes } from './buckets.routes.ts'
export { usableBucketName } from './usable-bucket-name.ts'
