import type { Page } from '../page.ts'

export const iamBackupPages: readonly Page[] = [
  { path: '/iam-backup', actions: ['admin:ExportIAM', 'admin:ImportIAM'] },
]
