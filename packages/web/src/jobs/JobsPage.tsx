import { compareNames } from '../shared/text/intl.ts'
import '../messages/en/server-jobs.ts'
import { controlJob, formatBytes, type JobAction, listJobs, retryJob, type ServerJob } from '@cooperage/contract'
import { IconListDetails, IconPlayerPause, IconPlayerPlay, IconProgress, IconRefresh, IconX } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCurrentTab } from '../navigation/navigation.ts'
import { jobsPath } from '../navigation/paths/jobs.ts'
import { useApiMutation, useApiQuery, useInvalidate } from '../shared/api/use-api.ts'
import { ConfirmDialog } from '../shared/ConfirmDialog.tsx'
import { EmptyState } from '../shared/EmptyState.tsx'
import { showError, showNotice } from '../shared/feedback/messages.ts'
import { LinkTabs } from '../shared/LinkTabs.tsx'
import { ListPage, Toolbar } from '../shared/ListPage.tsx'
import { NoMatch } from '../shared/NoMatch.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import { RefreshButton } from '../shared/RefreshButton.tsx'
import { SearchBox } from '../shared/SearchBox.tsx'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { QueryTable } from '../shared/table/QueryTable.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { Timestamp } from '../shared/text/Timestamp.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { usePageTitle } from '../shared/use-page-title.ts'
import { useCan } from './index.ts'
import { JobLog } from './JobLog.tsx'
import classes from './JobsPage.module.css'
import { canControl, isOpenJob, shownStatus, useJobTitle } from './server-job.ts'

const NONE: readonly ServerJob[] = []
const SCOPES = ['own', 'all'] as const
const REFRESH_MS = 2_000
/** While nothing runs: another tab may start a job. */
const IDLE_REFRESH_MS = 15_000

/** The jobs that run on the server: the user's own, and for administrators those of all accounts. */
export function JobsPage() {
  const { t } = useTranslation('serverJobs')
  usePageTitle(t('title'))
  const seesAll = useCan('', 'seeAll').seeAll === true
  const asked = useCurrentTab()
  const scope = seesAll && asked === 'all' ? 'all' : 'own'
  return (
    <ListPage>
      <PageHeader title={t('title')} below={t('purpose')} />
      {seesAll && (
        <LinkTabs
          label={t('scope')}
          current={scope}
          tabs={SCOPES.map((id) => ({ id, label: t(`scopes.${id}`), to: jobsPath(id === 'own' ? '' : id) }))}
        />
      )}
      <JobTable key={scope} isOfAll={scope === 'all'} />
    </ListPage>
  )
}

function JobTable({ isOfAll }: { isOfAll: boolean }) {
  const { t } = useTranslation('serverJobs')
  const [isBusy, setBusy] = useState(true)
  const list = useApiQuery(
    listJobs,
    { query: { everyone: isOfAll } },
    { refreshMs: isBusy ? REFRESH_MS : IDLE_REFRESH_MS },
  )
  const all = list.data ?? NONE
  const isAnyOpen = all.some(isOpenJob)
  if (isAnyOpen !== isBusy && list.data !== undefined) setBusy(isAnyOpen)
  const [search, setSearch] = useState('')
  const [shown, setShown] = useState<ServerJob>()
  const [canceling, setCanceling] = useState<ServerJob>()
  const titleOf = useJobTitle()
  const { control, retry, cancel } = useControl(() => setCanceling(undefined))
  const rows = useMemo(() => {
    const wanted = search.toLowerCase()
    return all.filter((job) => [titleOf(job), job.owner].some((text) => text.toLowerCase().includes(wanted)))
  }, [all, search, titleOf])
  const columns = useColumns(isOfAll)
  const actions = useMemo<RowAction<ServerJob>[]>(() => {
    return [
      { id: 'log', label: t('actions.log'), icon: IconListDetails, onSelect: setShown },
      {
        id: 'pause',
        label: t('actions.pause'),
        icon: IconPlayerPause,
        appliesTo: (job) => canControl(job, 'pause'),
        onSelect: (job) => control(job, 'pause'),
      },
      {
        id: 'resume',
        label: t('actions.resume'),
        icon: IconPlayerPlay,
        appliesTo: (job) => canControl(job, 'resume'),
        onSelect: (job) => control(job, 'resume'),
      },
      {
        id: 'retry',
        label: t('actions.retry'),
        icon: IconRefresh,
        appliesTo: (job) => job.can_retry,
        onSelect: retry,
      },
      {
        id: 'cancel',
        label: t('actions.cancel'),
        icon: IconX,
        isDestructive: true,
        appliesTo: isOpenJob,
        onSelect: setCanceling,
      },
    ]
  }, [t, control, retry])
  const empty = <EmptyState icon={IconProgress} title={t('empty')} hint={t('emptyHint')} />
  return (
    <>
      <Toolbar>
        <SearchBox label={t('search')} value={search} onChange={setSearch} />
        <RefreshButton isBusy={list.isFetching} onClick={() => void list.refetch()} />
      </Toolbar>
      <QueryTable
        id="jobs"
        query={list}
        label={t('title')}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowName={titleOf}
        actions={actions}
        empty={all.length > 0 ? <NoMatch search={search} /> : empty}
        count={t('count', { count: rows.length, number: formatCount(rows.length) })}
      />
      {shown && (
        <JobLog
          job={shown}
          onRetry={(job) => {
            setShown(undefined)
            retry(job)
          }}
          onClose={() => setShown(undefined)}
        />
      )}
      {canceling && (
        <ConfirmDialog
          title={t('cancelTitle')}
          onClose={() => setCanceling(undefined)}
          onConfirm={() => cancel.mutate({ params: { id: canceling.id }, body: { action: 'cancel' } })}
          confirmLabel={t('actions.cancel')}
          call={cancel}
        >
          <p>
            <ObjectName name={titleOf(canceling)} />
          </p>
          <p>{t('cancelNote')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function useControl(onCanceled: () => void) {
  const { t } = useTranslation('serverJobs')
  const invalidate = useInvalidate()
  const refresh = () => invalidate(listJobs)
  const { mutate } = useApiMutation(controlJob, { onSuccess: refresh, onError: showError })
  const cancel = useApiMutation(controlJob, {
    onSuccess: async () => {
      onCanceled()
      await refresh()
    },
  })
  const control = useMemo(
    () => (job: ServerJob, action: JobAction) => mutate({ params: { id: job.id }, body: { action } }),
    [mutate],
  )
  const { mutate: mutateRetry } = useApiMutation(retryJob, {
    onSuccess: async () => {
      showNotice(t('retried'))
      await refresh()
    },
    onError: showError,
  })
  const retry = useMemo(
    () =>
      ({ id }: ServerJob) =>
        mutateRetry({ params: { id } }),
    [mutateRetry],
  )
  return { control, retry, cancel }
}

function useColumns(isOfAll: boolean): Column<ServerJob>[] {
  const { t } = useTranslation('serverJobs')
  const titleOf = useJobTitle()
  return useMemo(
    () => [
      {
        id: 'job',
        header: t('columns.job'),
        width: 'minmax(220px, 1.5fr)',
        compare: (a, b) => compareNames(titleOf(a), titleOf(b)),
        cell: (job) => (
          <span className={classes.lines} title={plainName(titleOf(job))}>
            <ObjectName name={titleOf(job)} />
          </span>
        ),
      },
      {
        id: 'status',
        header: t('columns.status'),
        width: '160px',
        compare: (a, b) => (a.status < b.status ? -1 : 1),
        cell: (job) => <span title={job.problem}>{t(`status.${shownStatus(job)}`)}</span>,
      },
      {
        id: 'progress',
        header: t('columns.progress'),
        width: 'minmax(180px, 1fr)',
        onPhone: 'shortened',
        compare: (a, b) => a.done - b.done,
        cell: (job) => <Progress job={job} />,
      },
      ...(isOfAll
        ? [
            {
              id: 'owner',
              header: t('columns.owner'),
              width: 'minmax(100px, 160px)',
              onPhone: 'hidden' as const,
              compare: (a: ServerJob, b: ServerJob) => compareNames(a.owner, b.owner),
              cell: ({ owner }: ServerJob) => <ObjectName name={owner} />,
            },
          ]
        : []),
      {
        id: 'created',
        header: t('columns.created'),
        width: '160px',
        onPhone: 'hidden',
        compare: (a, b) => Date.parse(a.created) - Date.parse(b.created),
        cell: ({ created }) => <Timestamp iso={created} />,
      },
    ],
    [t, titleOf, isOfAll],
  )
}

function Progress({ job: { done, bytes, skipped, failed, rate } }: { job: ServerJob }) {
  const { t } = useTranslation('serverJobs')
  // What needs attention first: a phone cuts off the end.
  const text = [
    t('done', { count: done, number: formatCount(done) }),
    ...(failed > 0 ? [t('failed', { number: formatCount(failed) })] : []),
    ...(skipped > 0 ? [t('skipped', { number: formatCount(skipped) })] : []),
    ...(bytes > 0 ? [formatBytes(bytes)] : []),
    ...(rate > 0 ? [t('rate', { number: formatCount(rate) })] : []),
  ].join(' · ')
  return (
    <span className={classes.lines} title={text}>
      {text}
    </span>
  )
}
