import { listAllKeys, type OwnedKey } from '@cooperage/contract'
import { Button, NativeSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconKey, IconSearchOff } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import layout from '../shared/layout.module.css'
import { StateMark } from '../shared/StateMark.tsx'
import type { Column } from '../shared/table/columns.tsx'
import { ResourceList } from '../shared/table/ResourceList.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { comma } from '../shared/text/punctuation.ts'
import classes from './access-keys.module.css'
import {
  EXPIRY_FILTERS,
  filterOwned,
  filterRows,
  type KeyFilter,
  type KeyRow,
  NO_FILTER,
  ownersOf,
  STATUS_FILTERS,
} from './filter-keys.ts'
import { endOf, KeyExpiry } from './KeyExpiry.tsx'
import { OwnerLink } from './OwnerLink.tsx'
import { useKeyActions } from './use-key-actions.tsx'
import { useOwnerLists } from './use-owner-lists.ts'

const NONE: readonly OwnedKey[] = []
/** Users whose lists are read, for the names and statuses of their keys. */
const OWNERS_STEP = 25
const ASK_AFTER_MS = 300
const keyOf = ({ accessKey }: KeyRow) => accessKey
const textsOf = ({ accessKey, owner, name = '' }: KeyRow) => [accessKey, owner, name]

/** Every access key of the server with its owner. */
export function AllKeys() {
  const t = useTexts(['accessKeys', 'shared'])
  const list = useApiQuery(listAllKeys, {})
  const all = list.data ?? NONE
  const [filter, setFilter] = useState(NO_FILTER)
  const [search, setSearch] = useState('')
  const [readOwners, setReadOwners] = useState(OWNERS_STEP)
  const [openedAt] = useState(Date.now)
  const keys = useMemo(() => filterOwned(all, filter, openedAt), [all, filter, openedAt])
  // Not at each letter: every user's list is a separate call.
  const [settledSearch] = useDebouncedValue(search, ASK_AFTER_MS)
  const owners = useMemo(() => ownersOf(keys, settledSearch), [keys, settledSearch])
  const { details, isReading } = useOwnerLists(owners.slice(0, readOwners))
  const rows = useMemo(() => {
    const known = keys.map(({ accessKey, ...key }): KeyRow => {
      const { name, description, enabled } = details.get(accessKey) ?? {}
      return { accessKey, ...key, name, description, enabled }
    })
    return filterRows(known, filter)
  }, [keys, details, filter])
  const { actions, selection, dialog, unselectAll } = useKeyActions({ rows, isOwn: false, word: 'accessKey' })
  const change = (part: Partial<KeyFilter>) => {
    unselectAll()
    setFilter((filter) => ({ ...filter, ...part }))
  }

  const columns = useMemo<Column<KeyRow>[]>(
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
        text: ({ owner }) => owner,
        cell: (key) => <OwnerLink {...key} />,
      },
      {
        id: 'expiry',
        header: t('columns.expiry'),
        width: '250px',
        isNamedOnPhone: true,
        onPhone: 'ownLine',
        compare: (a, b) => endOf(a) - endOf(b),
        cell: ({ expiry }) => <KeyExpiry expiry={expiry} isNeverFlagged />,
      },
      {
        id: 'name',
        header: t('columns.name'),
        width: 'minmax(120px, 1fr)',
        onPhone: 'hidden',
        text: ({ name = '' }) => name,
        cell: ({ name, description }) => <Known value={name} hint={description} />,
      },
      {
        id: 'status',
        header: t('columns.status'),
        width: '130px',
        compare: (a, b) => Number(b.enabled) - Number(a.enabled),
        cell: ({ enabled }) =>
          enabled === undefined ? (
            <Known value={undefined} />
          ) : (
            <StateMark tone={enabled ? 'good' : 'muted'} text={t(enabled ? 'status.enabled' : 'status.disabled')} />
          ),
      },
    ],
    [t],
  )
  const unread = owners.length - readOwners
  const isNarrowed = filter.expiry !== '' || filter.status !== ''
  return (
    <>
      <ResourceList
        id="access-keys"
        query={{ ...list, isFetching: list.isFetching || isReading }}
        label={t('all.title')}
        columns={columns}
        rows={rows}
        rowId={keyOf}
        rowName={keyOf}
        actions={actions}
        selection={selection}
        search={{
          label: t('all.search'),
          texts: textsOf,
          onChange: (text) => {
            unselectAll()
            setSearch(text)
          },
        }}
        filters={
          <>
            <NativeSelect
              className={layout.filter ?? ''}
              aria-label={t('all.filter.expiry')}
              value={filter.expiry}
              onChange={(event) => change({ expiry: event.currentTarget.value as KeyFilter['expiry'] })}
              data={EXPIRY_FILTERS.map((value) => ({ value, label: t(`all.filter.expiries.${value || 'any'}`) }))}
            />
            <NativeSelect
              className={layout.filter ?? ''}
              aria-label={t('all.filter.status')}
              value={filter.status}
              onChange={(event) => change({ status: event.currentTarget.value as KeyFilter['status'] })}
              data={STATUS_FILTERS.map((value) => ({ value, label: t(`all.filter.statuses.${value || 'any'}`) }))}
            />
          </>
        }
        above={
          unread > 0 && (
            <div className={classes.unread}>
              {t('all.unread', { number: formatCount(readOwners), total: formatCount(owners.length) })}
              <Button variant="default" size="compact-sm" onClick={() => setReadOwners(readOwners + OWNERS_STEP)}>
                {t('all.readMore', { count: Math.min(unread, OWNERS_STEP) })}
              </Button>
            </div>
          )
        }
        empty={{ icon: IconKey, title: t('all.empty'), hint: t('all.emptyHint') }}
        emptyFilter={
          isNarrowed && all.length > 0
            ? { icon: IconSearchOff, title: t('shared:noMatchTitle'), hint: t('all.noMatch') }
            : undefined
        }
        count={(count, shown) => {
          const never = shown.filter(({ expiry }) => expiry === '').length
          return [
            t('all.count', { count, number: formatCount(count) }),
            ...(never > 0 ? [t('all.never', { count: never, number: formatCount(never) })] : []),
          ].join(comma())
        }}
      />
      {dialog}
    </>
  )
}

/** A value of the owner's list, a dash until it's read. */
function Known({ value, hint }: { value: string | undefined; hint?: string | undefined }) {
  if (value === undefined) return <span className={layout.muted}>–</span>
  return <span title={hint}>{value}</span>
}
