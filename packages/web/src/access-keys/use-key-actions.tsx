import { Button } from '@mantine/core'
import { IconBan, IconChevronDown, IconCircleCheck, IconPencil, IconTrash, type TablerIcon } from '@tabler/icons-react'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionMenu, type MenuEntry } from '../shared/overlay/ActionMenu.tsx'
import { SelectionButton } from '../shared/SelectionButton.tsx'
import type { RowAction } from '../shared/table/columns.tsx'
import type { Selection } from '../shared/table/selection.ts'
import type { KeyChange, KeyWord } from './ChangeKeysDialog.tsx'
import { ChangeKeysDialog, EditAccessKeyModal, useDenied } from './index.ts'

const NOTHING: Selection = new Set()

type OpenDialog = { kind: 'edit'; accessKey: string } | { kind: KeyChange; accessKeys: readonly string[] }

interface KeyRow {
  accessKey: string
  /** Undefined until it's known. */
  enabled?: boolean | undefined
}

interface KeyActions<T> {
  actions: RowAction<T>[]
  selection: { selected: Selection; onChange: (selected: Selection) => void }
  /** What can be done with the selected rows. */
  menu: ReactNode
  dialogs: ReactNode
  /** What a filter hides must not be changed with what it shows. */
  unselectAll: () => void
}

interface KeyActionsOf<T> {
  rows: readonly T[]
  /** Whether they are the visitor's. */
  isOwn: boolean
  word: KeyWord
}

/** What can be done with access keys in a list: one by one, and with several of them. */
export function useKeyActions<T extends KeyRow>({ rows, isOwn, word }: KeyActionsOf<T>): KeyActions<T> {
  const { t } = useTranslation('accessKeys')
  const denied = useDenied('', 'changeKey', 'deleteKey')
  const noChange = denied.changeKey
  // The keys of the caller's account can be deleted without a permission.
  const noDelete = isOwn ? undefined : denied.deleteKey
  const [selected, setSelected] = useState(NOTHING)
  const [dialog, setDialog] = useState<OpenDialog>()
  const close = () => setDialog(undefined)
  const unselectAll = useCallback(() => setSelected(NOTHING), [])
  // Someone else may have deleted some of the selected ones.
  const chosen = useMemo(
    () => rows.map(({ accessKey }) => accessKey).filter((accessKey) => selected.has(accessKey)),
    [rows, selected],
  )

  const actions = useMemo<RowAction<T>[]>(() => {
    const one = (kind: KeyChange) => ({
      onSelect: ({ accessKey }: T) => setDialog({ kind, accessKeys: [accessKey] }),
    })
    return [
      {
        id: 'edit',
        label: t('actions.edit'),
        icon: IconPencil,
        disabledReason: () => noChange,
        onSelect: ({ accessKey }) => setDialog({ kind: 'edit', accessKey }),
      },
      {
        id: 'delete',
        label: t('actions.delete'),
        icon: IconTrash,
        isDestructive: true,
        disabledReason: () => noDelete,
        ...one('delete'),
      },
      {
        id: 'enable',
        label: t('actions.enable'),
        icon: IconCircleCheck,
        isInMenu: true,
        appliesTo: ({ enabled }) => enabled !== true,
        disabledReason: () => noChange,
        ...one('enable'),
      },
      {
        id: 'disable',
        label: t('actions.disable'),
        icon: IconBan,
        isInMenu: true,
        appliesTo: ({ enabled }) => enabled !== false,
        disabledReason: () => noChange,
        ...one('disable'),
      },
    ]
  }, [t, noChange, noDelete])

  const entry = (kind: KeyChange, icon: TablerIcon, disabledReason: string | undefined): MenuEntry => ({
    id: kind,
    label: t(`actions.${kind}`),
    icon,
    disabledReason,
    isDestructive: kind === 'delete',
    onSelect: () => setDialog({ kind, accessKeys: chosen }),
  })
  const entries = [
    entry('enable', IconCircleCheck, noChange),
    entry('disable', IconBan, noChange),
    entry('delete', IconTrash, noDelete),
  ]
  return {
    actions,
    selection: { selected, onChange: setSelected },
    menu: <SelectionMenu entries={entries} hasSelection={chosen.length > 0} />,
    dialogs: (
      <>
        {dialog?.kind === 'edit' && <EditAccessKeyModal word={word} accessKey={dialog.accessKey} onClose={close} />}
        {dialog && dialog.kind !== 'edit' && (
          <ChangeKeysDialog
            change={dialog.kind}
            word={word}
            accessKeys={dialog.accessKeys}
            onClose={close}
            onChanged={(keys) => setSelected((selected) => selected.difference(new Set(keys)))}
          />
        )}
      </>
    ),
    unselectAll,
  }
}

function SelectionMenu({ entries, hasSelection }: { entries: readonly MenuEntry[]; hasSelection: boolean }) {
  const { t } = useTranslation('accessKeys')
  const shared = {
    variant: 'default',
    children: t('selected'),
    rightSection: <IconChevronDown size={16} />,
  }
  if (!hasSelection) {
    const disabledReason = t('noneSelected')
    return (
      <SelectionButton {...shared} hasSelection={false} disabledReason={disabledReason} onClick={() => undefined} />
    )
  }
  return (
    <ActionMenu width={180} entries={entries}>
      {(opener) => <Button {...shared} {...opener} />}
    </ActionMenu>
  )
}
