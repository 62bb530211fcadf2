import { IconArchive } from '@tabler/icons-react'
import { createUseDenied } from '../session/index.ts'
import type { Feature } from '../shared/feature.ts'
import { lazyPart } from '../shared/lazy-part.ts'

/** Actions that pages check before they offer something, by the names that pages use for them. */
export const PERMISSIONS = {
  exportIam: 'admin:ExportIAM',
  importIam: 'admin:ImportIAM',
} as const

export type Permission = keyof typeof PERMISSIONS

export const useDenied = createUseDenied(PERMISSIONS)

export const EntryDialog = lazyPart(async () => (await import('./EntryDialog.tsx')).EntryDialog)
export const ExportDialog = lazyPart(async () => (await import('./ExportDialog.tsx')).ExportDialog)
export const ImportDialog = lazyPart(async () => (await import('./ImportDialog.tsx')).ImportDialog)

export const feature: Feature = {
  pages: { '/iam-backup': async () => (await import('./IamBackupPage.tsx')).IamBackupPage },
  menu: {
    label: 'iamBackup',
    group: 'admin',
    position: 70,
    page: '/iam-backup',
    icon: IconArchive,
  },
}
