import { IconFolderOpen } from '@tabler/icons-react'
import { createUseCan, createUseDenied } from '../session/index.ts'
import type { Feature } from '../shared/feature.ts'
import { lazyPart } from '../shared/lazy-part.ts'

/** The actions that pages check before they offer something, by the names that pages use for them. */
export const PERMISSIONS = {
  readObject: 's3:GetObject',
  writeObject: 's3:PutObject',
  deleteObject: 's3:DeleteObject',
  abortUpload: 's3:AbortMultipartUpload',
  readVersion: 's3:GetObjectVersion',
  deleteVersion: 's3:DeleteObjectVersion',
  listVersions: 's3:ListBucketVersions',
  tagObject: 's3:PutObjectTagging',
  holdObject: 's3:PutObjectLegalHold',
  retainObject: 's3:PutObjectRetention',
  bypassGovernance: 's3:BypassGovernanceRetention',
  readVersioning: 's3:GetBucketVersioning',
  readLocking: 's3:GetBucketObjectLockConfiguration',
} as const

export type Permission = keyof typeof PERMISSIONS

export const useCan = createUseCan(PERMISSIONS)
export const useDenied = createUseDenied(PERMISSIONS)

export const CommandsDialog = lazyPart(async () => (await import('./commands/CommandsDialog.tsx')).CommandsDialog)
export const CreateFolderModal = lazyPart(async () => (await import('./CreateFolderModal.tsx')).CreateFolderModal)
export const DeleteEntriesDialog = lazyPart(async () => (await import('./DeleteEntriesDialog.tsx')).DeleteEntriesDialog)
export const FolderDownloadDialog = lazyPart(
  async () => (await import('./folder-download/FolderDownloadDialog.tsx')).FolderDownloadDialog,
)
export const LinkListDialog = lazyPart(async () => (await import('./link-list/LinkListDialog.tsx')).LinkListDialog)
export const ShareDialog = lazyPart(async () => (await import('./ShareDialog.tsx')).ShareDialog)

export const feature: Feature = {
  pages: {
    '/object-browser': async () => (await import('./BrowserBucketsPage.tsx')).BrowserBucketsPage,
    '/object-browser/$bucket/$': async () => (await import('./FolderPage.tsx')).FolderPage,
  },
  // Its pages come with the frame, without these: see build/chunks.ts.
  parts: [CreateFolderModal.load, () => import('./compare/CompareDialog.tsx')],
  menu: {
    label: 'objects',
    group: 'user',
    position: 10,
    page: '/object-browser',
    icon: IconFolderOpen,
    key: 'o',
  },
}
