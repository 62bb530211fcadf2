import '../messages/en/watch.ts'
import { listBuckets, type ObjectEvent, watchBucket } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { IconEye, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { EmptyState } from '../shared/EmptyState.tsx'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { ListPage, Toolbar } from '../shared/ListPage.tsx'
import { LiveControls, LiveFooter, LiveNotes } from '../shared/live/LiveControls.tsx'
import type { Logged } from '../shared/live/live-log.ts'
import { useLiveLog } from '../shared/live/use-live-log.ts'
import { NoMatch } from '../shared/NoMatch.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import { SearchBox } from '../shared/SearchBox.tsx'
import { StaleNotice } from '../shared/StaleNotice.tsx'
import type { Column } from '../shared/table/columns.tsx'
import { DataTable } from '../shared/table/DataTable.tsx'
import { Bytes } from '../shared/text/Bytes.tsx'
import { compareNames } from '../shared/text/intl.ts'
import { formatCount } from '../shared/text/numbers.ts'
import { Timestamp } from '../shared/text/Timestamp.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import { FIRST_FORM, WatchFilters } from './WatchFilters.tsx'

type LoggedEvent = Logged<ObjectEvent>
const idOf = ({ id }: LoggedEvent) => String(id)
const nameOf = ({ Path }: LoggedEvent) => Path

/** Changes of a bucket as they happen (spec object-browser-and-tools 2, Watch screen). */
export function WatchPage() {
  const t = useTexts('watch')
  usePageTitle(t('title'))
  const list = useApiQuery(listBuckets, { query: { names_only: true } })
  const buckets = useMemo(() => (list.data?.buckets ?? []).map(({ name }) => name).sort(compareNames), [list.data])
  const [form, setForm] = useState(FIRST_FORM)
  const [search, setSearch] = useState('')
  const log = useLiveLog(watchBucket)
  const { messages: events, isRunning } = log
  const shown = useMemo(() => events.filter((event) => contains(event, search.toLowerCase())), [events, search])
  const columns = useColumns()

  const { bucket, prefixes, suffix, events: kinds } = form
  const hint = t(isRunning ? 'runningHint' : 'notStartedHint')
  const empty = <EmptyState icon={IconEye} title={t('empty')} hint={hint} />
  const start = () => {
    const given = prefixes.filter((prefix) => prefix !== '')
    const prefix = given.length > 0 ? given : ''
    log.start({ params: { bucket }, query: { prefix, suffix, events: kinds.join(',') } })
  }
  const reason = () => {
    if (!buckets.includes(bucket)) return t('noBucket')
    return kinds.length === 0 ? t('noEvent') : undefined
  }
  return (
    <ListPage>
      <PageHeader title={t('title')} below={t('purpose')}>
        {isRunning ? (
          <Button variant="default" leftSection={<IconPlayerStop size={16} />} onClick={log.stop}>
            {t('stop')}
          </Button>
        ) : (
          <ExplainedButton leftSection={<IconPlayerPlay size={16} />} disabledReason={reason()} onClick={start}>
            {t('start')}
          </ExplainedButton>
        )}
      </PageHeader>
      {list.error && <StaleNotice error={list.error} onRetry={() => void list.refetch()} />}
      <WatchFilters
        form={form}
        buckets={buckets}
        isLocked={isRunning}
        onChange={(part) => setForm((before) => ({ ...before, ...part }))}
      />
      <Toolbar>
        <SearchBox label={t('search')} value={search} onChange={setSearch} />
        <LiveControls log={log} shown={shown} fileName={`${bucket}-events.jsonl`} />
      </Toolbar>
      <LiveNotes log={log} action="s3:ListenBucketNotification" />
      <DataTable
        id="watch"
        label={t('title')}
        columns={columns}
        rows={shown}
        rowId={idOf}
        rowName={nameOf}
        isLoading={false}
        instead={events.length > 0 ? <NoMatch search={search} /> : empty}
      />
      <LiveFooter log={log} count={t('count', { count: shown.length, number: formatCount(shown.length) })} />
    </ListPage>
  )
}

function useColumns(): Column<LoggedEvent>[] {
  const t = useTexts('watch')
  return useMemo(
    () => [
      {
        id: 'path',
        header: t('columns.path'),
        width: 'minmax(200px, 2fr)',
        name: ({ Path }) => Path,
      },
      {
        id: 'time',
        header: t('columns.time'),
        width: '205px',
        compare: (a, b) => a.id - b.id,
        cell: ({ Time }) => <Timestamp iso={Time} isExact />,
      },
      {
        id: 'type',
        header: t('columns.type'),
        width: 'minmax(200px, 1fr)',
        text: ({ Type }) => Type,
      },
      {
        id: 'size',
        header: t('columns.size'),
        width: '100px',
        number: ({ Size }) => Size,
        cell: ({ Size, Type }) => (Type.startsWith('s3:ObjectRemoved') ? '–' : <Bytes bytes={Size} />),
      },
      { id: 'accessKey', header: t('columns.accessKey'), width: '150px', cell: ({ AccessKey }) => AccessKey },
      { id: 'client', header: t('columns.client'), width: '120px', cell: ({ Host }) => Host },
    ],
    [t],
  )
}

function contains({ Path, Type, Host, AccessKey }: LoggedEvent, wanted: string): boolean {
  return [Path, Type, Host, AccessKey].some((text) => text.toLowerCase().includes(wanted))
}
