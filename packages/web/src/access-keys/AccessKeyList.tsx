import { compareNames } from '../shared/text/intl.ts'
import '../messages/en/access-keys.ts'
import { type AccessKeyEntry, listOwnKeys, listUserKeys } from '@cooperage/contract'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApiQuery } from '../shared/api/use-api.ts'
import { EmptyState } from '../shared/EmptyState.tsx'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { Toolbar } from '../shared/ListPage.tsx'
import { NoMatch } from '../shared/NoMatch.tsx'
import { RefreshButton } from '../shared/RefreshButton.tsx'
import { SearchBox } from '../shared/SearchBox.tsx'
import type { Column } from '../shared/table/columns.tsx'
import { QueryTable } from '../shared/table/QueryTable.tsx'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { CreateServiceAccountModal, useDenied } from './index.ts'
import { endOf, KeyExpiry } from './KeyExpiry.tsx'
import classes from './KeyList.module.css'
import { useKeyActions } from './use-key-actions.tsx'

const NONE: readonly AccessKeyEntry[] = []
const keyOf = ({ accessKey }: AccessKeyEntry) => accessKey

interface AccessKeyListProps {
  /** Whose keys they are; absent: the visitor's own. */
  user?: string
  /** Further buttons of the toolbar. */
  buttons?: ReactNode
}

/** The access keys of an account, with everything that can be done with them. */
export function AccessKeyList({ user, buttons }: AccessKeyListProps) {
  const { t } = useTranslation('accessKeys')
  const isOwn = user === undefined
  const own = useApiQuery(listOwnKeys, {}, { enabled: isOwn })
  const ofUser = useApiQuery(listUserKeys, { query: { name: user ?? '' } }, { enabled: !isOwn })
  const list = isOwn ? own : ofUser
  const [search, setSearch] = useState('')
  const [isCreating, setCreating] = useState(false)
  const all = list.data ?? NONE
  const rows = useMemo(() => all.filter((key) => matches(key, search)), [all, search])
  const { createKey } = useDenied('', 'createKey')
  const { actions, selection, menu, dialogs, unselectAll } = useKeyActions({ rows, isOwn, word: 'serviceAccount' })

  const columns = useMemo<Column<AccessKeyEntry>[]>(
    () => [
      {
        id: 'accessKey',
        header: t('columns.accessKey'),
        width: 'minmax(170px, 1fr)',
        compare: (a, b) => (a.accessKey < b.accessKey ? -1 : 1),
        cell: ({ accessKey }) => <ObjectName name={accessKey} />,
      },
      {
        id: 'name',
        header: t('columns.name'),
        width: 'minmax(110px, 1fr)',
        onPhone: 'shortened',
        compare: (a, b) => compareNames(a.name, b.name),
        cell: ({ name, description }) => <span title={description}>{name}</span>,
      },
      {
        id: 'status',
        header: t('columns.status'),
        width: '100px',
        compare: (a, b) => Number(b.enabled) - Number(a.enabled),
        cell: ({ enabled }) => t(enabled ? 'status.enabled' : 'status.disabled'),
      },
      {
        id: 'policy',
        header: t('columns.policy'),
        width: '150px',
        onPhone: 'hidden',
        compare: (a, b) => Number(b.restricted) - Number(a.restricted),
        cell: ({ restricted }) => t(restricted ? 'policy.restricted' : 'policy.inherited'),
      },
      {
        id: 'expiry',
        header: t('columns.expiry'),
        width: '250px',
        isNamedOnPhone: true,
        compare: (a, b) => endOf(a) - endOf(b),
        cell: ({ expiry }) => <KeyExpiry expiry={expiry} />,
      },
    ],
    [t],
  )
  const empty = <EmptyState icon={IconKey} title={t('empty')} hint={t('emptyHint')} />
  return (
    <>
      <Toolbar>
        <SearchBox
          label={t('search')}
          value={search}
          onChange={(value) => {
            unselectAll()
            setSearch(value)
          }}
        />
        <RefreshButton isBusy={list.isFetching} onClick={() => void list.refetch()} />
        {menu}
        <div className={classes.buttons}>
          {buttons}
          <ExplainedButton
            leftSection={<IconPlus size={16} />}
            // For the own account no permission is needed.
            disabledReason={isOwn ? undefined : createKey}
            onClick={() => setCreating(true)}
          >
            {t('create')}
          </ExplainedButton>
        </div>
      </Toolbar>
      <QueryTable
        query={list}
        label={t('list')}
        columns={columns}
        rows={rows}
        rowId={keyOf}
        rowName={keyOf}
        actions={actions}
        selection={selection}
        empty={all.length > 0 ? <NoMatch search={search} /> : empty}
        count={t('count', { count: rows.length })}
      />
      {isCreating && <CreateServiceAccountModal user={user} onClose={() => setCreating(false)} />}
      {dialogs}
    </>
  )
}

/** Case does not count (spec identity-and-settings 2). */
function matches({ accessKey, name }: AccessKeyEntry, search: string): boolean {
  const wanted = search.toLowerCase()
  return accessKey.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted)
}
