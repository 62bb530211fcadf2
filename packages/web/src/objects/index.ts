import { listObjects } from '@cooperage/contract'
import { IconFolderOpen } from '@tabler/icons-react'
import { createUseCan, createUseDenied } from '../session/index.ts'
import type { Feature } from '../shared/feature.ts'
import { lazyPart } from '../shared/lazy-part.ts'

/** Rows of the first page of a folder, a few screens: it takes a third of the time of a whole page. */
export const FIRST_PAGE_ROWS = 200

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
  inspect: 'admin:InspectData',
} as const

export type Permission = keyof typeof PERMISSIONS

export const useCan = createUseCan(PERMISSIONS)
export const useDenied = createUseDenied(PERMISSIONS)

export const AddTagDialog = lazyPart(async () => (await import('./detail/AddTagDialog.tsx')).AddTagDialog)
export const CommandsDialog = lazyPart(async () => (await import('./commands/CommandsDialog.tsx')).CommandsDialog)
/** Apart from the others: it brings the comparison of texts along. */
export const CompareDialog = lazyPart(async () => (await import('./compare/CompareDialog.tsx')).CompareDialog)
export const CopyDialog = lazyPart(async () => (await import('./copy/CopyDialog.tsx')).CopyDialog)
export const CopyVersionDialog = lazyPart(async () => (await import('./copy/CopyVersionDialog.tsx')).CopyVersionDialog)
export const CreateFolderModal = lazyPart(async () => (await import('./CreateFolderModal.tsx')).CreateFolderModal)
export const DeletedObjects = lazyPart(async () => (await import('./deleted/DeletedObjects.tsx')).DeletedObjects)
export const DeleteEntriesDialog = lazyPart(async () => (await import('./DeleteEntriesDialog.tsx')).DeleteEntriesDialog)
export const DeleteNoncurrentDialog = lazyPart(
  async () => (await import('./change-versions/DeleteNoncurrentDialog.tsx')).DeleteNoncurrentDialog,
)
export const DeleteObjectDialog = lazyPart(
  async () => (await import('./detail/DeleteObjectDialog.tsx')).DeleteObjectDialog,
)
export const DeleteTagDialog = lazyPart(async () => (await import('./detail/DeleteTagDialog.tsx')).DeleteTagDialog)
export const FolderDownloadDialog = lazyPart(
  async () => (await import('./folder-download/FolderDownloadDialog.tsx')).FolderDownloadDialog,
)
export const FolderGrid = lazyPart(async () => (await import('./grid/FolderGrid.tsx')).FolderGrid)
export const FolderPane = lazyPart(async () => (await import('./pane/FolderPane.tsx')).FolderPane)
export const FolderPreview = lazyPart(async () => (await import('./preview/PreviewDialog.tsx')).FolderPreview)
export const GoToDialog = lazyPart(async () => (await import('./go-to/GoToDialog.tsx')).GoToDialog)
export const LegalHoldDialog = lazyPart(async () => (await import('./detail/LegalHoldDialog.tsx')).LegalHoldDialog)
export const LinkListDialog = lazyPart(async () => (await import('./link-list/LinkListDialog.tsx')).LinkListDialog)
export const MetadataDialog = lazyPart(async () => (await import('./detail/MetadataDialog.tsx')).MetadataDialog)
/** Not with the pages: folders are visited most. */
export const ObjectPage = lazyPart(async () => (await import('./detail/ObjectPage.tsx')).ObjectPage)
export const ObjectPreview = lazyPart(async () => (await import('./preview/ObjectPreview.tsx')).ObjectPreview)
export const RenameDialog = lazyPart(async () => (await import('./copy/RenameDialog.tsx')).RenameDialog)
export const RestoreDialog = lazyPart(async () => (await import('./detail/RestoreDialog.tsx')).RestoreDialog)
export const RestoreFolderDialog = lazyPart(
  async () => (await import('./change-versions/RestoreFolderDialog.tsx')).RestoreFolderDialog,
)
export const RetentionDialog = lazyPart(async () => (await import('./detail/RetentionDialog.tsx')).RetentionDialog)
export const RewindDialog = lazyPart(async () => (await import('./rewind/RewindDialog.tsx')).RewindDialog)
export const RewoundFolder = lazyPart(async () => (await import('./rewind/RewoundFolder.tsx')).RewoundFolder)
export const SelectedHoldDialog = lazyPart(
  async () => (await import('./bulk/SelectedHoldDialog.tsx')).SelectedHoldDialog,
)
export const SelectedRetentionDialog = lazyPart(
  async () => (await import('./bulk/SelectedRetentionDialog.tsx')).SelectedRetentionDialog,
)
export const SelectedTagsDialog = lazyPart(
  async () => (await import('./bulk/SelectedTagsDialog.tsx')).SelectedTagsDialog,
)
export const UndeleteDialog = lazyPart(
  async () => (await import('./change-versions/UndeleteDialog.tsx')).UndeleteDialog,
)
export const UploadsPage = lazyPart(async () => (await import('./uploads/UploadsPage.tsx')).UploadsPage)

export const feature: Feature = {
  pages: {
    '/object-browser': async () => (await import('./BrowserBucketsPage.tsx')).BrowserBucketsPage,
    '/object-browser/$bucket/$': async () => (await import('./FolderPage.tsx')).FolderPage,
  },
  firstCalls: {
    '/object-browser/$bucket/$/': [
      {
        route: listObjects,
        input: { params: { bucket: '$bucket' }, query: { prefix: '$rest', limit: FIRST_PAGE_ROWS } },
      },
    ],
  },
  // Its pages come with the frame, without these: see build/chunks.ts.
  parts: [CreateFolderModal.load],
  menu: {
    label: 'objects',
    group: 'user',
    position: 10,
    page: '/object-browser',
    icon: IconFolderOpen,
    key: 'o',
  },
}
