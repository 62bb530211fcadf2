import { IconFolderDown, IconListDetails, IconTerminal2, IconUserPlus, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { GrantAccessDialog, useGrantDenied } from '../policies/index.ts'
import type { MenuEntry } from '../shared/overlay/ActionMenu.tsx'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { CommandsDialog, FolderDownloadDialog, LinkListDialog } from './index.ts'

interface SelectionOf {
  bucket: string
  prefix: string
  /** The selected keys and folders. */
  pathsOf: () => readonly string[]
  /** Why objects can't be read; undefined if they can. */
  readDenied: string | undefined
}

/** Other ways to download a selection, and access to it: the menu entries, and the open dialog. */
export function useSelectionDialogs({ bucket, prefix, pathsOf, readDenied }: SelectionOf): {
  menu: MenuEntry[]
  dialog: ReactNode
} {
  const t = useTexts('objects')
  const dialogs = {
    toFolder: (close: () => void, paths: readonly string[]) => (
      <FolderDownloadDialog bucket={bucket} prefix={prefix} paths={paths} onClose={close} />
    ),
    links: (close: () => void, paths: readonly string[]) => (
      <LinkListDialog bucket={bucket} paths={paths} onClose={close} />
    ),
    commands: (close: () => void, paths: readonly string[]) => (
      <CommandsDialog bucket={bucket} prefix={prefix} paths={paths} onClose={close} />
    ),
    grant: (close: () => void, paths: readonly string[]) => (
      <GrantAccessDialog bucket={bucket} keys={paths} onClose={close} />
    ),
  }
  const { open, dialog } = useDialogs(dialogs)
  const grantDenied = useGrantDenied()
  const entry = (kind: keyof typeof dialogs, label: string, icon: TablerIcon, disabledReason?: string) => ({
    id: kind,
    label,
    icon,
    disabledReason,
    onSelect: () => open(kind, pathsOf()),
  })
  const menu = [
    // Chrome and Edge, over HTTPS and on this machine.
    ...('showDirectoryPicker' in window ? [entry('toFolder', t('downloadToFolder'), IconFolderDown)] : []),
    entry('links', t('listLinks'), IconListDetails, readDenied),
    entry('commands', t('commands.entry'), IconTerminal2),
    ...(grantDenied === null ? [] : [entry('grant', t('actions.grant'), IconUserPlus, grantDenied)]),
  ]
  return { menu, dialog }
}
