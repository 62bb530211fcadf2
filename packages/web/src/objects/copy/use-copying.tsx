import type { FolderContents } from '@cooperage/contract'
import { IconCopy, IconCursorText, IconFolderSymlink } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MenuEntry } from '../../shared/overlay/ActionMenu.tsx'
import type { RowAction } from '../../shared/table/columns.tsx'
import { type Entry, folderOf } from '../entry.ts'
import { CopyDialog, RenameDialog } from './dialogs.ts'

interface CopyingOf {
  bucket: string
  /** The prefix of the current folder. */
  prefix: string
  /** Why objects can't be read, written or deleted here; undefined if they can. */
  noRead: string | undefined
  noWrite: string | undefined
  noDelete: string | undefined
  /** What the list shows, if all of it is selected. */
  contents?: FolderContents | undefined
  /** Called after a single object was copied, with its new location. */
  onArrived?: (kind: Kind, bucket: string, key: string) => void
}

type Kind = 'copy' | 'move' | 'rename'

interface Copying {
  rowActions: readonly RowAction<Entry>[]
  /** The menu of a selection or of one object, which can be renamed too. */
  menuOf: (selected: () => readonly Entry[], isOne?: boolean) => readonly MenuEntry[]
  /** The open dialog. */
  dialog: ReactNode
}

type Open = { kind: Kind; entries: readonly Entry[] }

/** Copy, move and rename, wherever rows of a folder are shown. */
export function useCopying(of: CopyingOf): Copying {
  const { bucket, prefix, noRead, noWrite, noDelete, contents, onArrived } = of
  const { t } = useTranslation('objects')
  const [open, setOpen] = useState<Open>()
  const choices = useMemo(() => {
    return [
      { id: 'copy', label: t('actions.copy'), icon: IconCopy, reason: noRead },
      { id: 'move', label: t('actions.move'), icon: IconFolderSymlink, reason: noRead ?? noDelete },
      {
        id: 'rename',
        label: t('actions.rename'),
        icon: IconCursorText,
        reason: noRead ?? noWrite ?? noDelete,
      },
    ] as const
  }, [t, noRead, noWrite, noDelete])
  const rowActions = useMemo<RowAction<Entry>[]>(
    () =>
      choices.map(({ id, label, icon, reason }) => ({
        id,
        label,
        icon,
        isInMenu: true,
        disabledReason: () => reason,
        onSelect: (entry) => setOpen({ kind: id, entries: [entry] }),
      })),
    [choices],
  )
  const menuOf: Copying['menuOf'] = (selected, isOne = false) =>
    choices.flatMap(({ id, label, icon, reason }) =>
      id === 'rename' && !isOne
        ? []
        : [{ id, label, icon, disabledReason: reason, onSelect: () => setOpen({ kind: id, entries: selected() }) }],
    )
  const kind = open?.kind ?? 'copy'
  const shared = {
    bucket,
    prefix,
    onClose: () => setOpen(undefined),
    onArrived: (where: string, key: string) => onArrived?.(kind, where, key),
  }
  const [first] = open?.entries ?? []
  const dialog = (
    <>
      {open && open.kind !== 'rename' && (
        <CopyDialog {...shared} kind={open.kind} entries={open.entries} contents={contents} />
      )}
      {open?.kind === 'rename' && first && (
        // A search shows objects from other folders.
        <RenameDialog
          {...shared}
          prefix={folderOf(first.key.replace(/\/$/, ''))}
          source={first.key}
          size={first.size}
        />
      )}
    </>
  )
  return { rowActions, menuOf, dialog }
}
