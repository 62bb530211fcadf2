import type { FolderContents } from '@cooperage/contract'
import { IconLock, IconScale, IconTags, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import type { MenuEntry } from '../../shared/overlay/ActionMenu.tsx'
import { useDialogs } from '../../shared/use-dialogs.tsx'
import type { Entry } from '../entry.ts'
import {
  type Permission,
  SelectedHoldDialog,
  SelectedRetentionDialog,
  SelectedTagsDialog,
  useDenied,
} from '../index.ts'
import { useObjectLocking } from '../use-bucket-facts.ts'
import type { ChangeKind } from './use-change-job.ts'

const NEEDED: readonly Permission[] = ['tagObject', 'retainObject', 'holdObject']

interface BulkOf {
  bucket: string
  /** The prefix of the folder or search that shows the rows. */
  prefix: string
  /** Permissions and locking are loaded once something is selected. */
  hasSelection: boolean
  /** What the list shows, if all of it is selected. */
  contents: FolderContents | undefined
}

/** Changes of many objects together: the menu entries of a selection, and the open dialog. */
export function useBulk({ bucket, prefix, hasSelection, contents }: BulkOf): {
  menuOf: (entries: () => readonly Entry[]) => MenuEntry[]
  dialog: ReactNode
} {
  const t = useTexts('objects')
  const of = (entries: readonly Entry[], close: () => void) => ({ bucket, prefix, entries, contents, onClose: close })
  const { open, dialog } = useDialogs({
    tags: (close, entries: readonly Entry[]) => <SelectedTagsDialog {...of(entries, close)} />,
    retention: (close, entries: readonly Entry[]) => <SelectedRetentionDialog {...of(entries, close)} />,
    legalHold: (close, entries: readonly Entry[]) => <SelectedHoldDialog {...of(entries, close)} />,
  })
  const denied = useDenied(bucket, ...(hasSelection ? NEEDED : []))
  const isLockable = useObjectLocking(bucket, hasSelection)
  // If the bucket's locking can't be read, the storage server decides.
  const lockDenied = isLockable === false ? t('bulk.noLock') : undefined

  const menuOf = (entries: () => readonly Entry[]): MenuEntry[] => {
    const entry = (kind: ChangeKind, icon: TablerIcon, disabledReason: string | undefined) => ({
      id: kind,
      label: t(`bulk.${kind}`),
      icon,
      disabledReason,
      onSelect: () => open(kind, entries()),
    })
    return [
      entry('tags', IconTags, denied.tagObject),
      entry('retention', IconLock, lockDenied ?? denied.retainObject),
      entry('legalHold', IconScale, lockDenied ?? denied.holdObject),
    ]
  }
  return { menuOf, dialog }
}
