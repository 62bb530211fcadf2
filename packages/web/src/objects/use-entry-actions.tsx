import '../messages/en/preview.ts'
import { downloadObject, type FolderContents } from '@cooperage/contract'
import {
  IconDownload,
  IconEye,
  IconLink,
  IconPhoto,
  IconShieldSearch,
  IconTrash,
  IconUserPlus,
} from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { principalsPath } from '../navigation/paths/buckets.ts'
import { GrantAccessDialog, useGrantDenied } from '../policies/index.ts'
import { useHasAdmin, useSession } from '../session/index.ts'
import { ShareDialog } from '../share-links/index.ts'
import { callUrl } from '../shared/api/call.ts'
import type { RowAction } from '../shared/table/columns.tsx'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { announceDownload } from './downloads.ts'
import { type Entry, entryPath, isFolder, leafName } from './entry.ts'
import { DeleteEntriesDialog, FolderPreview } from './index.ts'
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
  const t = useTexts(['objects', 'preview'])
  const grantDenied = useGrantDenied()
  const { open, dialog } = useDialogs({
    grant: (close, { key }: Entry) => <GrantAccessDialog bucket={bucket} keys={[key]} onClose={close} />,
    preview: (close, entry: Entry) => <FolderPreview bucket={bucket} entry={entry} rows={rows} onClose={close} />,
    share: (close, { key }: Entry) => (
      <ShareDialog bucket={bucket} objectKey={key} name={leafName(key, prefix)} onClose={close} />
    ),
    delete: (close, entries: readonly Entry[]) => (
      <DeleteEntriesDialog bucket={bucket} prefix={prefix} entries={entries} contents={contents} onClose={close} />
    ),
  })
  const { readDenied, deleteDenied } = rights
  const hasAdmin = useHasAdmin()
  const hasBucketPage = useSession()?.pages.some((page) => page.startsWith('/buckets/:')) === true
  const showsAccess = hasAdmin && hasBucketPage
  const rowActions = useMemo<RowAction<Entry>[]>(
    () => [
      {
        id: 'open',
        label: t('actions.open'),
        icon: IconEye,
        to: (entry) => entryPath(bucket, entry),
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
        disabledReason: () => readDenied,
        onSelect: (entry) => open('share', entry),
      },
      {
        id: 'preview',
        label: t('preview:action'),
        icon: IconPhoto,
        isInMenu: true,
        appliesTo: (entry) => !isFolder(entry),
        disabledReason: () => readDenied,
        onSelect: (entry) => open('preview', entry),
      },
      ...copyActions,
      ...(grantDenied === null
        ? []
        : [
            {
              id: 'grant',
              label: t('actions.grant'),
              icon: IconUserPlus,
              isInMenu: true,
              disabledReason: () => grantDenied,
              onSelect: (entry: Entry) => open('grant', entry),
            },
          ]),
      {
        id: 'access',
        label: t('actions.access'),
        icon: IconShieldSearch,
        isInMenu: true,
        appliesTo: (entry) => isFolder(entry) && showsAccess,
        to: (entry) => principalsPath(bucket, entry.key),
      },
      {
        id: 'delete',
        label: t('actions.delete'),
        icon: IconTrash,
        isDestructive: true,
        disabledReason: () => deleteDenied,
        onSelect: (entry) => open('delete', [entry]),
      },
    ],
    [t, open, bucket, deleteDenied, readDenied, copyActions, grantDenied, showsAccess],
  )
  return {
    rowActions,
    onDelete: (entries) => open('delete', entries),
    onPreview: (entry) => open('preview', entry),
    dialog,
  }
}
