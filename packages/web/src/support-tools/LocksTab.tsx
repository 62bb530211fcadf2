import { type Lock, listLocks, MAX_LOCKS, UNNAMEABLE_RESOURCE } from '@cooperage/contract'
import { NativeSelect } from '@mantine/core'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { EmptyState } from '../shared/EmptyState.tsx'
import layout from '../shared/layout.module.css'
import { StateMark } from '../shared/StateMark.tsx'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { ResourceList } from '../shared/table/ResourceList.tsx'
import { formatDuration } from '../shared/text/durations.ts'
import { formatCount, formatDate } from '../shared/text/numbers.ts'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { UnlockDialog, useDenied } from './index.ts'

const REFRESH_MS = 5_000
const FILTERS = ['all', 'write', 'read', 'stale'] as const
type Filter = (typeof FILTERS)[number]

const NONE: readonly Lock[] = []
const keyOf = ({ id, resource, owner }: Lock) => `${id} ${resource} ${owner}`
const resourceOf = ({ resource }: Lock) => resource
const textsOf = ({ resource, owner, source }: Lock) => [resource, owner, source]

/** The locks of the cluster, the oldest first. */
export function LocksTab() {
  const t = useTexts('supportTools')
  const query = useApiQuery(listLocks, {}, { refreshMs: REFRESH_MS })
  const denied = useDenied('', 'unlock')
  const [filter, setFilter] = useState<Filter>('all')
  const { open, dialog } = useDialogs({
    unlock: (close, lock: Lock) => <UnlockDialog lock={lock} onClose={close} />,
  })
  const locks = query.data?.items ?? NONE
  const rows = useMemo(
    () =>
      filter === 'all' ? locks : locks.filter(({ type, isStale }) => (filter === 'stale' ? isStale : type === filter)),
    [locks, filter],
  )
  const columns = useMemo<Column<Lock>[]>(
    () => [
      { id: 'resource', header: t('locks.columns.resource'), width: 'minmax(200px, 3fr)', name: resourceOf },
      {
        id: 'state',
        header: t('locks.columns.state'),
        width: '110px',
        compare: (a, b) => Number(b.isStale) - Number(a.isStale),
        cell: ({ isStale }) => (
          <StateMark tone={isStale ? 'bad' : 'good'} text={t(`locks.states.${isStale ? 'stale' : 'held'}`)} />
        ),
      },
      { id: 'type', header: t('locks.columns.type'), width: '90px', text: ({ type }) => t(`locks.types.${type}`) },
      {
        id: 'held',
        header: t('locks.columns.held'),
        width: '150px',
        isLargestFirst: true,
        compare: (a, b) => a.seconds - b.seconds,
        cell: ({ seconds, since }) => (
          <span title={since === '' ? undefined : formatDate(since)}>{formatDuration(seconds)}</span>
        ),
      },
      {
        id: 'owner',
        header: t('locks.columns.owner'),
        width: 'minmax(140px, 1fr)',
        onPhone: 'shortened',
        text: ({ owner }) => owner,
        cell: ({ owner }) => <bdi title={owner}>{owner || '–'}</bdi>,
      },
      {
        id: 'quorum',
        header: t('locks.columns.quorum'),
        width: '130px',
        onPhone: 'hidden',
        compare: (a, b) => a.held - a.quorum - (b.held - b.quorum),
        cell: ({ held, quorum }) => t('locks.quorum', { held: formatCount(held), quorum: formatCount(quorum) }),
      },
      {
        id: 'source',
        header: t('locks.columns.source'),
        width: 'minmax(160px, 1fr)',
        isHiddenAtFirst: true,
        onPhone: 'hidden',
        text: ({ source }) => source,
        cell: ({ source }) => <bdi title={source}>{source || '–'}</bdi>,
      },
    ],
    [t],
  )
  const actions = useMemo<RowAction<Lock>[]>(
    () => [
      {
        id: 'unlock',
        label: t('unlock.action'),
        icon: IconLockOpen,
        isDestructive: true,
        disabledReason: ({ resource }) =>
          denied.unlock ?? (UNNAMEABLE_RESOURCE.test(resource) ? t('unlock.comma') : undefined),
        onSelect: (lock) => open('unlock', lock),
      },
    ],
    [t, denied.unlock, open],
  )
  if (query.data?.isOffered === false) {
    return <EmptyState icon={IconLock} title={t('locks.oneNode.title')} hint={t('locks.oneNode.hint')} />
  }
  return (
    <>
      <p className={layout.note}>{t('locks.about')}</p>
      <ResourceList
        id="locks"
        query={query}
        label={t('locks.label')}
        columns={columns}
        rows={rows}
        rowId={keyOf}
        rowName={resourceOf}
        actions={actions}
        search={{ label: t('locks.search'), texts: textsOf }}
        filters={
          <NativeSelect
            aria-label={t('locks.filter')}
            value={filter}
            onChange={(event) => setFilter(event.currentTarget.value as Filter)}
            data={FILTERS.map((value) => ({ value, label: t(`locks.filters.${value}`) }))}
          />
        }
        empty={{ icon: IconLock, title: t('locks.empty'), hint: t('locks.emptyHint') }}
        emptyFilter={filter === 'all' ? undefined : { icon: IconLock, title: t('locks.emptyFilter') }}
        above={query.data?.isCut && <p className={layout.note}>{t('locks.cut', { number: formatCount(MAX_LOCKS) })}</p>}
        count={(count) => t('locks.count', { count, number: formatCount(count) })}
      />
      {dialog}
    </>
  )
}
