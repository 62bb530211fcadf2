import { IconFolderDown, IconListDetails, IconTerminal2, type TablerIcon } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MenuEntry } from '../shared/overlay/ActionMenu.tsx'
import { CommandsDialog, FolderDownloadDialog, LinkListDialog } from './index.ts'

const DIALOGS = { toFolder: FolderDownloadDialog, links: LinkListDialog, commands: CommandsDialog }

interface SelectionOf {
  bucket: string
  prefix: string
  /** The selected keys and folders. */
  pathsOf: () => readonly string[]
  /** Why objects can't be read; undefined if they can. */
  noRead: string | undefined
}

/** Other ways to download a selection: the menu entries, and the open dialog. */
export function useSelectionDialogs({ bucket, prefix, pathsOf, noRead }: SelectionOf): {
  menu: MenuEntry[]
  dialog: ReactNode
} {
  const { t } = useTranslation('objects')
  const [open, setOpen] = useState<{ kind: keyof typeof DIALOGS; paths: readonly string[] }>()
  const entry = (kind: keyof typeof DIALOGS, label: string, icon: TablerIcon, disabledReason?: string) => ({
    id: kind,
    label,
    icon,
    disabledReason,
    onSelect: () => setOpen({ kind, paths: pathsOf() }),
  })
  const menu = [
    // Chrome and Edge, over HTTPS and on this machine.
    ...('showDirectoryPicker' in window ? [entry('toFolder', t('downloadToFolder'), IconFolderDown)] : []),
    entry('links', t('listLinks'), IconListDetails, noRead),
    entry('commands', t('commands.entry'), IconTerminal2),
  ]
  const Dialog = open && DIALOGS[open.kind]
  return {
    menu,
    dialog: Dialog && <Dialog bucket={bucket} prefix={prefix} paths={open.paths} onClose={() => setOpen(undefined)} />,
  }
}
