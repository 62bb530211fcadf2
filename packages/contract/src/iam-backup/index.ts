/** Backup of identities: the server's export of IAM, and its import with a preview. */
export * from './iam-backup.ts'
