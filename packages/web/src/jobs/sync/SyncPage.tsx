import '../../messages/en/server-jobs.ts'
import '../../messages/en/sync.ts'
import {
  ADMIN_FEATURE,
  controlJob,
  controlSync,
  deleteSync,
  listSyncKeysLeft,
  listSyncs,
  type Sync,
} from '@cooperage/contract'
import {
  IconAlertTriangle,
  IconListDetails,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconRefresh,
  IconRefreshDot,
  IconTrash,
} from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useCurrentTab } from '../../navigation/navigation.ts'
import { syncPath } from '../../navigation/paths/pages.ts'
import { useServers } from '../../servers/index.ts'
import { useSession } from '../../session/index.ts'
import { failureReason } from '../../shared/api/api-error.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { useChange } from '../../shared/api/use-change.ts'
import { ConfirmDialog } from '../../shared/ConfirmDialog.tsx'
import { DeletionDialog } from '../../shared/DeletionDialog.tsx'
import { ExplainedButton } from '../../shared/ExplainedButton.tsx'
import { showError } from '../../shared/feedback/messages.ts'
import { LinkTabs } from '../../shared/LinkTabs.tsx'
import { ListPage } from '../../shared/ListPage.tsx'
import { PageHeader } from '../../shared/PageHeader.tsx'
import { StateMark } from '../../shared/StateMark.tsx'
import type { Column, RowAction } from '../../shared/table/columns.tsx'
import { ResourceList } from '../../shared/table/ResourceList.tsx'
import { listFormat } from '../../shared/text/intl.ts'
import { formatCount } from '../../shared/text/numbers.ts'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { RelativeTime } from '../../shared/text/RelativeTime.tsx'
import { plainName } from '../../shared/text/visible-name.ts'
import { useDialogs } from '../../shared/use-dialogs.tsx'
import { usePageTitle } from '../../shared/use-page-title.ts'
import { WarningNote } from '../../shared/WarningNote.tsx'
import { useCan } from '../index.ts'
import { isOpenJob } from '../server-job.ts'
import { RunsDialog } from './RunsDialog.tsx'
import { SyncDialog } from './SyncDialog.tsx'
import { countsText, placeText, scheduleText, sourceOf, stateOf } from './sync-text.ts'

const NONE: readonly Sync[] = []
const SCOPES = ['own', 'all'] as const
const REFRESH_MS = 2_000
/** While nothing runs: the clock may start something. */
const IDLE_REFRESH_MS = 15_000

const targetOf = ({ target_bucket: bucket, target_prefix: prefix }: Sync) => placeText(bucket, prefix)
const textsOf = (sync: Sync) => [sourceOf(sync), targetOf(sync), sync.server_title, sync.owner]
const isRunning = ({ last }: Sync) => last !== undefined && isOpenJob(last)

/** What is copied from this storage server to others again and again: by the user, and for administrators by all accounts. */
export function SyncPage() {
  const t = useTexts('sync')
  usePageTitle(t('title'))
  const here = plainName(useServers().find(({ isHere }) => isHere)?.title ?? '')
  const seesAll = useCan('', 'seeAll').seeAll === true
  const wanted = useCurrentTab()
  const scope = seesAll && wanted === 'all' ? 'all' : 'own'
  return (
    <ListPage>
      <PageHeader title={t('title')} below={t('purpose', { source: here })} />
      {seesAll && (
        <LinkTabs
          label={t('scope')}
          current={scope}
          tabs={SCOPES.map((id) => ({ id, label: t(`scopes.${id}`), to: syncPath(id === 'own' ? '' : id) }))}
        />
      )}
      <SyncTable key={scope} isOfAll={scope === 'all'} here={here} />
    </ListPage>
  )
}

function SyncTable({ isOfAll, here }: { isOfAll: boolean; here: string }) {
  const t = useTexts('sync')
  const hasKeys = useSession()?.features.includes(ADMIN_FEATURE) === true
  const [isBusy, setBusy] = useState(true)
  const list = useApiQuery(
    listSyncs,
    { query: { everyone: isOfAll } },
    { refreshMs: isBusy ? REFRESH_MS : IDLE_REFRESH_MS },
  )
  const rows = list.data ?? NONE
  const isAnyOpen = rows.some(isRunning)
  if (isAnyOpen !== isBusy && list.data !== undefined) setBusy(isAnyOpen)
  const { open, dialog } = useDialogs({
    create: (close) => <SyncDialog onClose={close} />,
    edit: (close, sync: Sync) => <SyncDialog sync={sync} onClose={close} />,
    runs: (close, sync: Sync) => <RunsDialog sync={sync} onClose={close} />,
    confirm: (close, sync: Sync) => <ConfirmDeletions sync={sync} onClose={close} />,
    delete: (close, sync: Sync) => (
      <DeletionDialog
        title={t('remove.title', { place: plainName(sourceOf(sync)) })}
        route={deleteSync}
        input={{ params: { id: sync.id } }}
        changes={[listSyncs]}
        goneCodes={['NoSuchSync']}
        notice={t('remove.done')}
        onClose={close}
      >
        <p>
          <ObjectName name={`${sourceOf(sync)} → ${targetOf(sync)}`} />
        </p>
        <p>{t('remove.note', { server: plainName(sync.server_title) })}</p>
      </DeletionDialog>
    ),
  })
  const columns = useColumns(isOfAll)
  const actions = useActions(open, isOfAll)
  return (
    <>
      <ResourceList
        id="syncs"
        query={list}
        label={t('list')}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowName={sourceOf}
        {...(!isOfAll && { onOpen: (sync: Sync) => () => open('runs', sync) })}
        actions={actions}
        search={{ label: t('search'), texts: textsOf }}
        above={<KeysLeft isOfAll={isOfAll} />}
        add={
          <ExplainedButton
            leftSection={<IconPlus size={16} />}
            disabledReason={hasKeys ? undefined : t('noKeys', { server: here })}
            onClick={() => open('create')}
          >
            {t('add')}
          </ExplainedButton>
        }
        empty={{
          icon: IconRefreshDot,
          title: t('empty'),
          hint: hasKeys ? t('emptyHint') : t('noKeys', { server: here }),
        }}
        count={(count) => t('count', { count, number: formatCount(count) })}
      />
      {dialog}
    </>
  )
}

const KEYS_REFRESH_MS = 60_000
const names = listFormat({ type: 'conjunction' })

/** Keys that the console couldn't remove from a server, and what to do. */
function KeysLeft({ isOfAll }: { isOfAll: boolean }) {
  const t = useTexts('sync')
  const { data = [] } = useApiQuery(listSyncKeysLeft, { query: { everyone: isOfAll } }, { refreshMs: KEYS_REFRESH_MS })
  return data.map(({ sync: id, bucket, prefix, servers }) => (
    <WarningNote key={id}>
      {t('keysLeft', { id, source: plainName(`${bucket}/${prefix}`), servers: names().format(servers.map(plainName)) })}
    </WarningNote>
  ))
}

type Opening = (kind: 'runs' | 'edit' | 'confirm' | 'delete', sync: Sync) => void

/** Those of other accounts can only be deleted. */
function useActions(open: Opening, isOfAll: boolean): RowAction<Sync>[] {
  const t = useTexts('sync')
  const { mutate: control } = useChange(controlSync, { changes: [listSyncs], onError: showError })
  const { mutate: controlRun } = useChange(controlJob, { changes: [listSyncs], onError: showError })
  return useMemo(() => {
    const controlling = (action: 'run' | 'pause' | 'resume') => ({
      id: action,
      label: t(`actions.${action}`),
      onSelect: ({ id }: Sync) => control({ params: { id }, body: { action } }),
    })
    const deleting: RowAction<Sync> = {
      id: 'delete',
      label: t('actions.delete'),
      icon: IconTrash,
      isDestructive: true,
      isInMenu: true,
      onSelect: (sync) => open('delete', sync),
    }
    if (isOfAll) return [deleting]
    return [
      { id: 'runs', label: t('actions.runs'), icon: IconListDetails, onSelect: (sync) => open('runs', sync) },
      {
        id: 'confirm',
        label: t('actions.confirm'),
        icon: IconAlertTriangle,
        appliesTo: ({ unconfirmed }) => unconfirmed !== undefined,
        onSelect: (sync) => open('confirm', sync),
      },
      { ...controlling('run'), icon: IconRefresh, appliesTo: (sync) => !isRunning(sync) },
      {
        id: 'resumeRun',
        label: t('runs.resume'),
        icon: IconPlayerPlay,
        appliesTo: ({ last }) => last?.status === 'paused',
        onSelect: ({ last }) => last && controlRun({ params: { id: last.id }, body: { action: 'resume' } }),
      },
      { ...controlling('pause'), icon: IconPlayerPause, appliesTo: ({ enabled }) => enabled, isInMenu: true },
      { ...controlling('resume'), icon: IconPlayerPlay, appliesTo: ({ enabled }) => !enabled, isInMenu: true },
      {
        id: 'edit',
        label: t('actions.edit'),
        icon: IconPencil,
        isInMenu: true,
        onSelect: (sync) => open('edit', sync),
      },
      deleting,
    ]
  }, [t, open, isOfAll, control, controlRun])
}

function ConfirmDeletions({ sync, onClose }: { sync: Sync; onClose: () => void }) {
  const t = useTexts('sync')
  const confirm = useChange(controlSync, { changes: [listSyncs], notice: t('started'), onDone: onClose })
  const { run, deletions, objects } = sync.unconfirmed ?? { run: '', deletions: 0, objects: 0 }
  return (
    <ConfirmDialog
      title={t('confirm.title', { deletions: formatCount(deletions), objects: formatCount(objects) })}
      confirmLabel={t('confirm.submit')}
      onConfirm={() => confirm.mutate({ params: { id: sync.id }, body: { action: 'confirm', run } })}
      onClose={onClose}
      call={confirm}
    >
      <p>{t('confirm.note', { place: plainName(targetOf(sync)), server: plainName(sync.server_title) })}</p>
    </ConfirmDialog>
  )
}

function TimeAndText({ iso, text }: { iso: string; text: string }) {
  return (
    <>
      <RelativeTime iso={iso} />
      {iso !== '' && text !== '' && ' · '}
      {text}
    </>
  )
}

function useColumns(isOfAll: boolean): Column<Sync>[] {
  const t = useTexts('sync')
  return useMemo(
    () => [
      { id: 'source', header: t('columns.source'), width: 'minmax(150px, 1.6fr)', name: sourceOf },
      {
        id: 'target',
        header: t('columns.target'),
        width: 'minmax(150px, 1.6fr)',
        text: (sync) => `${sync.server_title} ${targetOf(sync)}`,
        cell: (sync) => (
          <span>
            {plainName(sync.server_title)} · <ObjectName name={targetOf(sync)} />
          </span>
        ),
      },
      ...(isOfAll
        ? [
            {
              id: 'owner',
              header: t('columns.owner'),
              width: 'minmax(100px, 160px)',
              onPhone: 'hidden' as const,
              name: ({ owner }: Sync) => owner,
            },
          ]
        : []),
      {
        id: 'status',
        header: t('columns.status'),
        width: '160px',
        text: (sync) => stateOf(t, sync).text,
        cell: (sync) => (
          <span title={sync.last && failureReason({ message: sync.last.problem, text: sync.last.text })}>
            <StateMark {...stateOf(t, sync)} />
          </span>
        ),
      },
      {
        id: 'last',
        header: t('columns.last'),
        width: 'minmax(150px, 1fr)',
        onPhone: 'shortened',
        text: ({ last }) => last?.started ?? '',
        cell: ({ last }) => last && <TimeAndText iso={last.started} text={countsText(t, last)} />,
      },
      {
        id: 'next',
        header: t('columns.next'),
        width: 'minmax(150px, 1fr)',
        onPhone: 'hidden',
        text: ({ next }) => next,
        cell: ({ next, schedule }) => <TimeAndText iso={next} text={scheduleText(t, schedule)} />,
      },
    ],
    [t, isOfAll],
  )
}
