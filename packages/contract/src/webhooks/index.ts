/** Webhooks that receive the logs of the storage server. */
export * from './webhooks.ts'
