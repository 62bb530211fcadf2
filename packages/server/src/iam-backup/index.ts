/** Backup of IAM: export, preview and import. */
import type { Feature } from '../shared/feature.ts'
import { iamBackupRoutes } from './iam-backup.routes.ts'

export { readArchiveForm, readBackupForm } from './read-backup-form.ts'

export const iamBackup: Feature = [iamBackupRoutes]
