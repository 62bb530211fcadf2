import '../../messages/en/objects.ts'
import { ActionIcon } from '@mantine/core'
import { IconClockX, IconRestore, IconVersions } from '@tabler/icons-react'
import { useTexts } from '../../messages/use-texts.ts'
import { explained } from '../../shared/ExplainedButton.tsx'
import { ActionMenu } from '../../shared/overlay/ActionMenu.tsx'
import { useDialogs } from '../../shared/use-dialogs.tsx'
import type { Entry } from '../entry.ts'
import { DeleteNoncurrentDialog, UndeleteDialog } from '../index.ts'

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
  const t = useTexts('objects')
  const { open, dialog } = useDialogs({
    undelete: (close, entries: readonly Entry[]) => (
      <UndeleteDialog bucket={bucket} prefix={prefix} entries={entries} onClose={close} />
    ),
    noncurrent: (close, entries: readonly Entry[]) => (
      <DeleteNoncurrentDialog bucket={bucket} prefix={prefix} entries={entries} onClose={close} />
    ),
  })
  const shared = { variant: 'default', size: 36, 'aria-label': t('versions.menu'), title: t('versions.menu') } as const
  const icon = <IconVersions size={18} />
  if (disabledReason !== undefined) {
    return (
      <ActionIcon {...shared} {...explained(disabledReason)}>
        {icon}
      </ActionIcon>
    )
  }
  return (
    <>
      <ActionMenu
        width={240}
        entries={[
          {
            id: 'undelete',
            label: t('versions.undelete'),
            icon: IconRestore,
            onSelect: () => open('undelete', selected()),
          },
          {
            id: 'noncurrent',
            label: t('versions.noncurrent'),
            icon: IconClockX,
            isDestructive: true,
            onSelect: () => open('noncurrent', selected()),
          },
        ]}
      >
        {(opener) => (
          <ActionIcon {...opener} {...shared}>
            {icon}
          </ActionIcon>
        )}
      </ActionMenu>
      {dialog}
    </>
  )
}
