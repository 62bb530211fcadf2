import type { Feature } from '../shared/feature.ts'

export const iamBackup: Feature = {
  pages: { '/iam-backup': async () => (await import('./IamBackupPage.tsx')).IamBackupPage },
  parts: [() => import('./loaded-dialogs.ts')],
}
