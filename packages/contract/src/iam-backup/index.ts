/** Backup of identities: the server's export of IAM, and its import with a preview. */
import type { Page } from '../page.ts'

export * from './iam-backup.ts'

export const iamBackupPages: readonly Page[] = [
  { path: '/iam-backup', actions: ['admin:ExportIAM', 'admin:ImportIAM'] },
]
