import { IconBan, IconCircleCheck, IconPencil, IconTrash, type TablerIcon } from '@tabler/icons-react'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useHasIam } from '../session/index.ts'
import type { RowAction } from '../shared/table/columns.tsx'
import type { TableSelection } from '../shared/table/DataTable.tsx'
import type { SelectionAction } from '../shared/table/SelectionBar.tsx'
import type { Selection } from '../shared/table/selection.ts'
import { useDialogs } from '../shared/use-dialogs.tsx'
import type { KeyChange, KeyWord } from './ChangeKeysDialog.tsx'
import { ChangeKeysDialog, EditAccessKeyModal, useDenied } from './index.ts'

const NOTHING: Selection = new Set()

interface KeyRow {
  accessKey: string
  /** Undefined until it's known. */
  enabled?: boolean | undefined
}

interface KeyActions<T> {
  actions: RowAction<T>[]
  selection: TableSelection
  dialog: ReactNode
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
  const t = useTexts('accessKeys')
  const denied = useDenied('', 'changeKey', 'deleteKey')
  const { changeKey } = denied
  const noEdit = useHasIam() ? t('iam.edit') : changeKey
  // The keys of the caller's account can be deleted without a permission.
  const deleteKey = isOwn ? undefined : denied.deleteKey
  const [selected, setSelected] = useState(NOTHING)
  const unselectAll = useCallback(() => setSelected(NOTHING), [])
  // Someone else may have deleted some of the selected ones.
  const chosen = useMemo(
    () => rows.map(({ accessKey }) => accessKey).filter((accessKey) => selected.has(accessKey)),
    [rows, selected],
  )
  const stillThere = useMemo(() => new Set(chosen), [chosen])

  const changeKeys = (change: KeyChange) => (close: () => void, accessKeys: readonly string[]) => (
    <ChangeKeysDialog
      change={change}
      word={word}
      accessKeys={accessKeys}
      onClose={close}
      onChanged={(keys) => setSelected((selected) => selected.difference(new Set(keys)))}
    />
  )
  const { open, dialog } = useDialogs({
    edit: (close, accessKey: string) => <EditAccessKeyModal word={word} accessKey={accessKey} onClose={close} />,
    delete: changeKeys('delete'),
    enable: changeKeys('enable'),
    disable: changeKeys('disable'),
  })

  const actions = useMemo<RowAction<T>[]>(() => {
    const one = (kind: KeyChange) => ({
      onSelect: ({ accessKey }: T) => open(kind, [accessKey]),
    })
    return [
      {
        id: 'edit',
        label: t('actions.edit'),
        icon: IconPencil,
        disabledReason: () => noEdit,
        onSelect: ({ accessKey }) => open('edit', accessKey),
      },
      {
        id: 'delete',
        label: t('actions.delete'),
        icon: IconTrash,
        isDestructive: true,
        disabledReason: () => deleteKey,
        ...one('delete'),
      },
      {
        id: 'enable',
        label: t('actions.enable'),
        icon: IconCircleCheck,
        isInMenu: true,
        appliesTo: ({ enabled }) => enabled !== true,
        disabledReason: () => changeKey,
        ...one('enable'),
      },
      {
        id: 'disable',
        label: t('actions.disable'),
        icon: IconBan,
        isInMenu: true,
        appliesTo: ({ enabled }) => enabled !== false,
        disabledReason: () => changeKey,
        ...one('disable'),
      },
    ]
  }, [t, open, noEdit, changeKey, deleteKey])

  const entry = (kind: KeyChange, icon: TablerIcon, disabledReason: string | undefined): SelectionAction => ({
    id: kind,
    label: t(`actions.${kind}`),
    icon,
    disabledReason,
    isDestructive: kind === 'delete',
    onSelect: () => open(kind, chosen),
  })
  const selectionActions = [
    entry('enable', IconCircleCheck, changeKey),
    entry('disable', IconBan, changeKey),
    entry('delete', IconTrash, deleteKey),
  ]
  return {
    actions,
    selection: { selected: stillThere, onChange: setSelected, actions: selectionActions },
    dialog,
    unselectAll,
  }
}
