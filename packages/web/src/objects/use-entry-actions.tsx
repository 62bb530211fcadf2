import '../messages/en/preview.ts'
import { downloadObject, type FolderContents } from '@cooperage/contract'
import { IconDownload, IconEye, IconLink, IconPhoto, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigation } from '../navigation/navigation.ts'
import { callUrl } from '../shared/api/call.ts'
import type { RowAction } from '../shared/table/columns.tsx'
import { type Entry, entryPath, isFolder, leafName } from './entry.ts'
import { DeleteEntriesDialog, ShareDialog } from './index.ts'
import { announceDownload } from './large-download.ts'
import { FolderPreview } from './preview/index.ts'
import type { FolderRights } from './use-folder-rights.ts'

interface EntryActionsOf {
  bucket: string
  /** The prefix of the current folder. */
  prefix: string
  rights: FolderRights
  /** The rows of the folder, which a preview steps through. */
  rows: readonly Entry[]
  /** What the list shows, if all of it is selected. */
  contents: FolderContents | undefined
  /** Copy, move and rename, shown before Delete. */
  copyActions: readonly RowAction<Entry>[]
}

interface EntryActions {
  rowActions: RowAction<Entry>[]
  /** Opens the dialog to delete these rows. */
  onDelete: (entries: readonly Entry[]) => void
  /** Opens the preview of an object. */
  onPreview: (entry: Entry) => void
  /** The open dialog. */
  dialog: ReactNode
}

/** The actions of a row of a folder. */
export function useEntryActions(of: EntryActionsOf): EntryActions {
  const { bucket, prefix, rights, rows, contents, copyActions } = of
  const { t } = useTranslation(['objects', 'preview'])
  const { push } = useNavigation()
  const [deleting, setDeleting] = useState<readonly Entry[]>()
  const [sharing, setSharing] = useState<Entry>()
  const [previewing, setPreviewing] = useState<Entry>()
  const { noRead, noDelete } = rights
  const rowActions = useMemo<RowAction<Entry>[]>(
    () => [
      {
        id: 'open',
        label: t('actions.open'),
        icon: IconEye,
        onSelect: (entry) => push(entryPath(bucket, entry)),
      },
      {
        id: 'download',
        label: t('actions.download'),
        icon: IconDownload,
        href: (entry) => callUrl(downloadObject, { params: { bucket }, query: { prefix: entry.key } }),
        onSelect: (entry) => announceDownload(entry.size),
      },
      {
        id: 'share',
        label: t('actions.share'),
        icon: IconLink,
        appliesTo: (entry) => !isFolder(entry),
        disabledReason: () => noRead,
        onSelect: setSharing,
      },
      {
        id: 'preview',
        label: t('preview:action'),
        icon: IconPhoto,
        isInMenu: true,
        appliesTo: (entry) => !isFolder(entry),
        disabledReason: () => noRead,
        onSelect: setPreviewing,
      },
      ...copyActions,
      {
        id: 'delete',
        label: t('actions.delete'),
        icon: IconTrash,
        isDestructive: true,
        disabledReason: () => noDelete,
        onSelect: (entry) => setDeleting([entry]),
      },
    ],
    [t, push, bucket, noDelete, noRead, copyActions],
  )
  const dialog = (
    <>
      {previewing && (
        <FolderPreview bucket={bucket} entry={previewing} rows={rows} onClose={() => setPreviewing(undefined)} />
      )}
      {sharing && (
        <ShareDialog
          bucket={bucket}
          objectKey={sharing.key}
          name={leafName(sharing.key, prefix)}
          onClose={() => setSharing(undefined)}
        />
      )}
      {deleting && (
        <DeleteEntriesDialog
          bucket={bucket}
          prefix={prefix}
          entries={deleting}
          contents={contents}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </>
  )
  return { rowActions, onDelete: setDeleting, onPreview: setPreviewing, dialog }
}
