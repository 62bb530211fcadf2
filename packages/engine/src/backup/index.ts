export { BackupError, type BackupSummary, backupFolder } from './backup-folder.ts'
