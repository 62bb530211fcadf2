import type { FolderContents } from '@cooperage/contract'
import { IconLock, IconScale, IconTags, type TablerIcon } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../shared/lazy-part.ts'
import type { MenuEntry } from '../../shared/overlay/ActionMenu.tsx'
import type { Entry } from '../entry.ts'
import { type Permission, useDenied } from '../index.ts'
import { useObjectLocking } from '../use-bucket-facts.ts'
import type { ChangeKind } from './use-change-job.ts'

const DIALOGS = {
  tags: lazyPart(async () => (await import('./SelectedTagsDialog.tsx')).SelectedTagsDialog),
  retention: lazyPart(async () => (await import('./SelectedRetentionDialog.tsx')).SelectedRetentionDialog),
  legalHold: lazyPart(async () => (await import('./SelectedHoldDialog.tsx')).SelectedHoldDialog),
}
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
  const { t } = useTranslation('objects')
  const [open, setOpen] = useState<{ kind: ChangeKind; entries: readonly Entry[] }>()
  const denied = useDenied(bucket, ...(hasSelection ? NEEDED : []))
  const isLockable = useObjectLocking(bucket, hasSelection)
  // If the bucket's locking can't be read, the storage server decides.
  const noLock = isLockable === false ? t('bulk.noLock') : undefined

  const menuOf = (entries: () => readonly Entry[]): MenuEntry[] => {
    const entry = (kind: ChangeKind, icon: TablerIcon, disabledReason: string | undefined) => ({
      id: kind,
      label: t(`bulk.${kind}`),
      icon,
      disabledReason,
      onSelect: () => setOpen({ kind, entries: entries() }),
    })
    return [
      entry('tags', IconTags, denied.tagObject),
      entry('retention', IconLock, noLock ?? denied.retainObject),
      entry('legalHold', IconScale, noLock ?? denied.holdObject),
    ]
  }
  const Dialog = open && DIALOGS[open.kind]
  return {
    menuOf,
    dialog: Dialog && (
      <Dialog
        bucket={bucket}
        prefix={prefix}
        entries={open.entries}
        contents={contents}
        onClose={() => setOpen(undefined)}
      />
    ),
  }
}
