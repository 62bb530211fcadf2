/** What Garage has beside S3, for visitors with an admin token: keys and their rights on buckets, websites, the cluster. */
export * from './garage-buckets.ts'
export * from './garage-cluster.ts'
export * from './garage-keys.ts'
