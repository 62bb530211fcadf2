import {
  getConfigurationDetails,
  getRestartState,
  listConfigurationHistory,
  listNotificationEndpoints,
  type NotificationEndpoint,
  notificationSection,
  setConfiguration,
} from '@cooperage/contract'
import { Button } from '@mantine/core'
import {
  IconBellBolt,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlugConnected,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigation } from '../navigation/navigation.ts'
import {
  notificationConfigurationTarget,
  notificationTargetPath,
  pickServicePath,
} from '../navigation/paths/notification-targets.ts'
import { configurationId } from '../settings/configuration-id.ts'
import { useApiMutation, useApiQuery, useInvalidate } from '../shared/api/use-api.ts'
import { EmptyState } from '../shared/EmptyState.tsx'
import { showError, showNotice } from '../shared/feedback/messages.ts'
import { Toolbar } from '../shared/ListPage.tsx'
import { NoMatch } from '../shared/NoMatch.tsx'
import { RefreshButton } from '../shared/RefreshButton.tsx'
import { SearchBox } from '../shared/SearchBox.tsx'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { QueryTable } from '../shared/table/QueryTable.tsx'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { Timestamp } from '../shared/text/Timestamp.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { DeleteTargetDialog, TestTargetDialog } from './index.ts'
import classes from './NotificationTargets.module.css'
import { targetName } from './target-name.ts'

const REFRESH_MS = 15_000
const NONE: readonly NotificationEndpoint[] = []

/** All targets, with what can be done with each. */
export function TargetList() {
  const { t } = useTranslation('notificationTargets')
  const { push } = useNavigation()
  const invalidate = useInvalidate()
  const list = useApiQuery(listNotificationEndpoints, {}, { refetchOnMount: 'always', refreshMs: REFRESH_MS })
  const [search, setSearch] = useState('')
  const [dialog, setDialog] = useState<{ is: 'test' | 'delete'; target: NotificationEndpoint }>()
  const { mutate, isPending } = useApiMutation(setConfiguration, {
    onSuccess: async (_answer, { params }) => {
      await invalidate(listNotificationEndpoints, getConfigurationDetails, getRestartState, listConfigurationHistory)
      showNotice(t('switched', { name: plainName(params.id) }))
    },
    onError: (error) => {
      showError(error)
      void invalidate(listNotificationEndpoints)
    },
  })
  const all = list.data?.notification_endpoints ?? NONE
  const rows = useMemo(() => {
    const wanted = search.toLowerCase()
    return all.filter((one) => targetName(one).toLowerCase().includes(wanted))
  }, [all, search])
  const columns = useMemo<Column<NotificationEndpoint>[]>(
    () => [
      {
        id: 'status',
        header: t('columns.status'),
        width: 'minmax(120px, 1fr)',
        compare: (a, b) => (a.status < b.status ? -1 : 1),
        cell: ({ status, reason, since }) => (
          <span className={classes.status} data-status={status}>
            {t(`status.${status}`)}{' '}
            {reason !== '' && (
              <span className={classes.reason} title={reason}>
                {reason}
              </span>
            )}{' '}
            {since !== '' && (
              <span className={classes.since}>
                {t('seenSince')} <Timestamp iso={since} />
              </span>
            )}
          </span>
        ),
      },
      {
        id: 'service',
        header: t('columns.service'),
        width: 'minmax(160px, 2fr)',
        isFirstOnPhone: true,
        compare: (a, b) => (targetName(a) < targetName(b) ? -1 : 1),
        cell: (target) => <ObjectName name={targetName(target)} />,
      },
      {
        id: 'afterRestart',
        header: t('columns.afterRestart'),
        width: '150px',
        isNamedOnPhone: true,
        cell: ({ after_restart }) => (after_restart === '' ? '' : t(`afterRestart.${after_restart}`)),
      },
    ],
    [t],
  )
  const actions = useMemo<RowAction<NotificationEndpoint>[]>(() => {
    const isOn = ({ status, after_restart }: NotificationEndpoint) =>
      after_restart !== 'disabled' && (status !== 'disabled' || after_restart === 'enabled')
    const fixed = (target: NotificationEndpoint) => {
      if (target.from_environment) return t('fromEnvironment')
      return target.after_restart === 'deleted' ? t('isDeleted') : undefined
    }
    const turn = ({ service, account_id }: NotificationEndpoint, value: 'on' | 'off') =>
      mutate({
        params: { id: configurationId(notificationSection(service), notificationConfigurationTarget(account_id)) },
        body: { key_values: [{ key: 'enable', value }] },
      })
    const fixedNow = (target: NotificationEndpoint) => fixed(target) ?? (isPending ? t('saving') : undefined)
    return [
      {
        id: 'edit',
        label: t('edit'),
        icon: IconPencil,
        disabledReason: fixed,
        onSelect: ({ service, account_id }) => push(notificationTargetPath(service, account_id)),
      },
      {
        id: 'test',
        label: t('test.action'),
        icon: IconPlugConnected,
        disabledReason: ({ status }) => (status === 'online' || status === 'offline' ? undefined : t('notRunning')),
        onSelect: (target) => setDialog({ is: 'test', target }),
      },
      {
        id: 'disable',
        label: t('disable'),
        icon: IconPlayerPause,
        appliesTo: isOn,
        disabledReason: fixedNow,
        onSelect: (target) => turn(target, 'off'),
      },
      {
        id: 'enable',
        label: t('enable'),
        icon: IconPlayerPlay,
        appliesTo: (target) => !isOn(target),
        disabledReason: fixedNow,
        onSelect: (target) => turn(target, 'on'),
      },
      {
        id: 'delete',
        label: t('delete'),
        icon: IconTrash,
        isDestructive: true,
        disabledReason: fixed,
        onSelect: (target) => setDialog({ is: 'delete', target }),
      },
    ]
  }, [t, push, mutate, isPending])
  const close = () => setDialog(undefined)
  return (
    <>
      <Toolbar>
        <SearchBox label={t('search')} value={search} onChange={setSearch} />
        <RefreshButton isBusy={list.isFetching} onClick={() => void list.refetch()} />
        <Button leftSection={<IconPlus size={16} />} onClick={() => push(pickServicePath())}>
          {t('add')}
        </Button>
      </Toolbar>
      <QueryTable
        query={list}
        label={t('list')}
        columns={columns}
        rows={rows}
        rowId={targetName}
        rowName={targetName}
        onOpen={(target) =>
          target.from_environment || target.after_restart === 'deleted'
            ? undefined
            : () => push(notificationTargetPath(target.service, target.account_id))
        }
        actions={actions}
        empty={
          all.length > 0 ? (
            <NoMatch search={search} />
          ) : (
            <EmptyState icon={IconBellBolt} title={t('empty')} hint={t('emptyHint')} />
          )
        }
        count={t('count', { count: rows.length })}
      />
      {dialog?.is === 'test' && <TestTargetDialog target={dialog.target} onClose={close} />}
      {dialog?.is === 'delete' && <DeleteTargetDialog target={dialog.target} onClose={close} />}
    </>
  )
}
