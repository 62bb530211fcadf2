/** The key management service of the storage server, and its keys. */
export * from './kms.ts'
