import { listAllKeys, type OwnedKey } from '@cooperage/contract'
import { IconClockX, IconKey } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { ResourceList } from '../shared/table/ResourceList.tsx'
import type { Selection } from '../shared/table/selection.ts'
import { formatCount } from '../shared/text/numbers.ts'
import { RelativeTime } from '../shared/text/RelativeTime.tsx'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { RevokeDialog, useDenied } from './index.ts'
import { OwnerLink } from './OwnerLink.tsx'
import type { KeyOwner } from './RevokeDialog.tsx'

const NONE: readonly OwnedKey[] = []
const NOTHING: Selection = new Set()
const keyOf = ({ accessKey }: OwnedKey) => accessKey
const textsOf = ({ accessKey, ownerName }: OwnedKey) => [accessKey, ownerName]

/** The temporary credentials of all users: sessions of this console, and of programs that use STS. */
export function TemporaryKeys() {
  const t = useTexts('accessKeys')
  const list = useApiQuery(listAllKeys, { query: { kind: 'temporary' } })
  const rows = list.data ?? NONE
  const [selected, setSelected] = useState(NOTHING)
  const unselectAll = useCallback(() => setSelected(NOTHING), [])
  const { deleteKey } = useDenied('', 'deleteKey')
  const { open, dialog } = useDialogs({
    revoke: (close, owners: readonly KeyOwner[]) => (
      <RevokeDialog
        owners={owners}
        onClose={() => {
          close()
          unselectAll()
        }}
      />
    ),
  })
  const owners = useMemo(
    () => [...new Map(rows.flatMap((key) => (selected.has(key.accessKey) ? [[key.owner, key]] : []))).values()],
    [rows, selected],
  )
  const columns = useMemo<Column<OwnedKey>[]>(
    () => [
      {
        id: 'accessKey',
        header: t('columns.accessKey'),
        width: 'minmax(180px, 1fr)',
        name: keyOf,
      },
      {
        id: 'owner',
        header: t('columns.owner'),
        width: 'minmax(140px, 1fr)',
        onPhone: 'shortened',
        text: ({ ownerName }) => ownerName,
        cell: (key) => <OwnerLink {...key} />,
      },
      {
        id: 'source',
        header: t('columns.source'),
        width: '150px',
        // The account and the end of the credentials need the line.
        onPhone: 'hidden',
        text: ({ source }) => t(`sources.${source}`),
      },
      {
        id: 'expiry',
        header: t('columns.expiry'),
        width: '220px',
        compare: (a, b) => Date.parse(a.expiry) - Date.parse(b.expiry),
        cell: ({ expiry }) => <RelativeTime iso={expiry} />,
      },
    ],
    [t],
  )
  const actions = useMemo<RowAction<OwnedKey>[]>(
    () => [
      {
        id: 'revoke',
        label: t('revoke.action'),
        icon: IconClockX,
        isDestructive: true,
        disabledReason: () => deleteKey,
        onSelect: (key) => open('revoke', [key]),
      },
    ],
    [t, open, deleteKey],
  )
  return (
    <>
      <ResourceList
        id="temporary-keys"
        query={list}
        label={t('all.tabs.temporary')}
        columns={columns}
        rows={rows}
        rowId={keyOf}
        rowName={keyOf}
        actions={actions}
        selection={{
          selected,
          onChange: setSelected,
          actions: [
            {
              id: 'revoke',
              label: t('revoke.submit'),
              icon: IconClockX,
              isDestructive: true,
              disabledReason: deleteKey,
              onSelect: () => open('revoke', owners),
            },
          ],
        }}
        search={{ label: t('temporary.search'), texts: textsOf, onChange: unselectAll }}
        empty={{ icon: IconKey, title: t('temporary.empty'), hint: t('temporary.emptyHint') }}
        count={(count) => t('temporary.count', { count, number: formatCount(count) })}
      />
      {dialog}
    </>
  )
}
