import '../../messages/en/change-versions.ts'
import { ActionIcon } from '@mantine/core'
import { IconClockX, IconRestore, IconVersions } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionMenu } from '../../shared/overlay/ActionMenu.tsx'
import type { Entry } from '../entry.ts'
import { DeleteNoncurrentDialog, UndeleteDialog } from './dialogs.ts'

interface VersionsMenuProps {
  bucket: string
  prefix: string
  /** The selected rows; without any, the menu is about the folder. */
  selected: () => readonly Entry[]
  /** Why the bucket has no versions that can be listed; undefined if it does. */
  disabledReason: string | undefined
}

/** What can be done to the versions of a folder, or of a selection in it. */
export function VersionsMenu({ bucket, prefix, selected, disabledReason }: VersionsMenuProps) {
  const { t } = useTranslation('changeVersions')
  const [open, setOpen] = useState<{ dialog: 'undelete' | 'noncurrent'; entries: readonly Entry[] }>()
  const label = t('menu')
  const shared = { variant: 'default', size: 36, 'aria-label': label, title: disabledReason ?? label } as const
  const icon = <IconVersions size={18} />
  if (disabledReason !== undefined) {
    return (
      // Not the disabled attribute: the reason could not be read then.
      <ActionIcon {...shared} data-disabled aria-disabled aria-description={disabledReason}>
        {icon}
      </ActionIcon>
    )
  }
  const of = open && { bucket, prefix, entries: open.entries, onClose: () => setOpen(undefined) }
  return (
    <>
      <ActionMenu
        width={240}
        entries={[
          {
            id: 'undelete',
            label: t('undeleteEntry'),
            icon: IconRestore,
            onSelect: () => setOpen({ dialog: 'undelete', entries: selected() }),
          },
          {
            id: 'noncurrent',
            label: t('noncurrentEntry'),
            icon: IconClockX,
            isDestructive: true,
            onSelect: () => setOpen({ dialog: 'noncurrent', entries: selected() }),
          },
        ]}
      >
        {(opener) => (
          <ActionIcon {...opener} {...shared}>
            {icon}
          </ActionIcon>
        )}
      </ActionMenu>
      {of && open?.dialog === 'undelete' && <UndeleteDialog {...of} />}
      {of && open?.dialog === 'noncurrent' && <DeleteNoncurrentDialog {...of} />}
    </>
  )
}
