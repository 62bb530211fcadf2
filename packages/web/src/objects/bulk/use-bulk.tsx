import { permissionError } from '@cooperage/contract'
import { IconLock, IconScale, IconTags } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MenuEntry } from '../../shared/overlay/ActionMenu.tsx'
import type { Entry } from '../entry.ts'
import { PERMISSIONS, type Permission, useCan } from '../permissions.ts'
import { useObjectLocking } from '../use-bucket-facts.ts'
import type { ChangeKind } from './use-change-job.ts'

const load = () => import('./loaded-dialogs.ts')
const DIALOGS = {
  tags: lazy(async () => ({ default: (await load()).SelectedTagsDialog })),
  retention: lazy(async () => ({ default: (await load()).SelectedRetentionDialog })),
  legalHold: lazy(async () => ({ default: (await load()).SelectedHoldDialog })),
}
const NEEDED: readonly Permission[] = ['tagObject', 'retainObject', 'holdObject']

interface BulkOf {
  bucket: string
  /** Of the folder, or of the search, that the rows are shown in. */
  prefix: string
  /** Rights and locking are asked for once something is selected. */
  hasSelection: boolean
}

/** What is changed of many objects at once: entries for the menu of a selection, and the dialog that is open. */
export function useBulk({ bucket, prefix, hasSelection }: BulkOf): {
  menuOf: (entries: () => readonly Entry[]) => MenuEntry[]
  dialog: ReactNode
} {
  const { t } = useTranslation('objects')
  const [open, setOpen] = useState<{ kind: ChangeKind; entries: readonly Entry[] }>()
  const can = useCan(bucket, ...(hasSelection ? NEEDED : []))
  const isLockable = useObjectLocking(bucket, hasSelection)
  const lacks = (permission: Permission) =>
    can[permission] === false ? permissionError(PERMISSIONS[permission], bucket) : undefined
  // Where the bucket may not be asked, the storage itself refuses.
  const noLock = isLockable === false ? t('bulk.noLock') : undefined

  const menuOf = (entries: () => readonly Entry[]): MenuEntry[] => {
    const entry = (kind: ChangeKind, icon: ReactNode, disabledReason: string | undefined) => ({
      id: kind,
      label: t(`bulk.${kind}`),
      icon,
      disabledReason,
      onSelect: () => setOpen({ kind, entries: entries() }),
    })
    return [
      entry('tags', <IconTags size={16} stroke={1.7} />, lacks('tagObject')),
      entry('retention', <IconLock size={16} stroke={1.7} />, noLock ?? lacks('retainObject')),
      entry('legalHold', <IconScale size={16} stroke={1.7} />, noLock ?? lacks('holdObject')),
    ]
  }
  const Dialog = open && DIALOGS[open.kind]
  return {
    menuOf,
    dialog: (
      <Suspense>
        {Dialog && <Dialog bucket={bucket} prefix={prefix} entries={open.entries} onClose={() => setOpen(undefined)} />}
      </Suspense>
    ),
  }
}
