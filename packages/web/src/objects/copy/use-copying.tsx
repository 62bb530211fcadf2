import type { FolderContents } from '@cooperage/contract'
import { IconCopy, IconCursorText, IconFolderSymlink } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import type { MenuEntry } from '../../shared/overlay/ActionMenu.tsx'
import type { RowAction } from '../../shared/table/columns.tsx'
import { useDialogs } from '../../shared/use-dialogs.tsx'
import { type Entry, folderOf } from '../entry.ts'
import { CopyDialog, RenameDialog } from '../index.ts'

interface CopyingOf {
  bucket: string
  /** The prefix of the current folder. */
  prefix: string
  /** Why objects can't be read, written or deleted here; undefined if they can. */
  readDenied: string | undefined
  writeDenied: string | undefined
  deleteDenied: string | undefined
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

/** Copy, move and rename, wherever rows of a folder are shown. */
export function useCopying(of: CopyingOf): Copying {
  const { bucket, prefix, readDenied, writeDenied, deleteDenied, contents, onArrived } = of
  const t = useTexts('objects')
  const into = (kind: 'copy' | 'move', entries: readonly Entry[], close: () => void) => (
    <CopyDialog
      kind={kind}
      bucket={bucket}
      prefix={prefix}
      entries={entries}
      contents={contents}
      onClose={close}
      onArrived={(where, key) => onArrived?.(kind, where, key)}
    />
  )
  const { open, dialog } = useDialogs({
    copy: (close, entries: readonly Entry[]) => into('copy', entries, close),
    move: (close, entries: readonly Entry[]) => into('move', entries, close),
    rename: (close, [entry]: readonly Entry[]) =>
      entry && (
        <RenameDialog
          bucket={bucket}
          // A search shows objects from other folders.
          prefix={folderOf(entry.key.replace(/\/$/, ''))}
          source={entry.key}
          size={entry.size}
          onClose={close}
          onArrived={(where, key) => onArrived?.('rename', where, key)}
        />
      ),
  })
  const choices = useMemo(() => {
    return [
      { id: 'copy', label: t('actions.copy'), icon: IconCopy, disabledReason: readDenied },
      { id: 'move', label: t('actions.move'), icon: IconFolderSymlink, disabledReason: readDenied ?? deleteDenied },
      {
        id: 'rename',
        label: t('actions.rename'),
        icon: IconCursorText,
        disabledReason: readDenied ?? writeDenied ?? deleteDenied,
      },
    ] as const
  }, [t, readDenied, writeDenied, deleteDenied])
  const rowActions = useMemo<RowAction<Entry>[]>(
    () =>
      choices.map(({ id, label, icon, disabledReason }) => ({
        id,
        label,
        icon,
        isInMenu: true,
        disabledReason: () => disabledReason,
        onSelect: (entry) => open(id, [entry]),
      })),
    [choices, open],
  )
  const menuOf: Copying['menuOf'] = (selected, isOne = false) =>
    choices.flatMap(({ id, label, icon, disabledReason }) =>
      id === 'rename' && !isOne ? [] : [{ id, label, icon, disabledReason, onSelect: () => open(id, selected()) }],
    )
  return { rowActions, menuOf, dialog }
}
