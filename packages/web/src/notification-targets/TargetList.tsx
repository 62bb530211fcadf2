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
import { useMemo } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useNavigation } from '../navigation/navigation.ts'
import {
  notificationConfigurationTarget,
  notificationTargetPath,
  pickServicePath,
} from '../navigation/paths/notification-targets.ts'
import { configurationId } from '../settings/index.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { useChange } from '../shared/api/use-change.ts'
import { showError } from '../shared/feedback/messages.ts'
import { StateMark } from '../shared/StateMark.tsx'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { ResourceList } from '../shared/table/ResourceList.tsx'
import { Timestamp } from '../shared/text/Timestamp.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { DeleteTargetDialog, TestTargetDialog, targetName } from './index.ts'
import classes from './notification-targets.module.css'

const REFRESH_MS = 15_000
const NONE: readonly NotificationEndpoint[] = []
const textsOf = (target: NotificationEndpoint) => [targetName(target)]

const TONES = { online: 'good', offline: 'bad', disabled: 'muted', inactive: 'muted' } as const

/** All targets, with what can be done with each. */
export function TargetList() {
  const t = useTexts('notificationTargets')
  const { push } = useNavigation()
  const list = useApiQuery(listNotificationEndpoints, {}, { refetchOnMount: 'always', refreshMs: REFRESH_MS })
  const { open, dialog } = useDialogs({
    test: (close, target: NotificationEndpoint) => <TestTargetDialog target={target} onClose={close} />,
    delete: (close, target: NotificationEndpoint) => <DeleteTargetDialog target={target} onClose={close} />,
  })
  const { mutate, isPending } = useChange(setConfiguration, {
    changes: [listNotificationEndpoints, getConfigurationDetails, getRestartState, listConfigurationHistory],
    goneCodes: 'any',
    notice: (_, { params }) => t('switched', { name: plainName(params.id) }),
    onError: showError,
  })
  const columns = useMemo<Column<NotificationEndpoint>[]>(
    () => [
      {
        id: 'status',
        header: t('columns.status'),
        width: 'minmax(120px, 1fr)',
        text: ({ status }) => t(`status.${status}`),
        cell: ({ status, reason, since }) => (
          <span className={classes.status}>
            <StateMark tone={TONES[status]} text={t(`status.${status}`)} />{' '}
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
        name: targetName,
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
    const fixedReason = (target: NotificationEndpoint) => {
      if (target.from_environment) return t('fromEnvironment')
      return target.after_restart === 'deleted' ? t('isDeleted') : undefined
    }
    const turn = ({ service, account_id }: NotificationEndpoint, value: 'on' | 'off') =>
      mutate({
        params: { id: configurationId(notificationSection(service), notificationConfigurationTarget(account_id)) },
        body: { key_values: [{ key: 'enable', value }] },
      })
    const fixedNowReason = (target: NotificationEndpoint) =>
      fixedReason(target) ?? (isPending ? t('saving') : undefined)
    return [
      {
        id: 'edit',
        label: t('edit'),
        icon: IconPencil,
        disabledReason: fixedReason,
        to: ({ service, account_id }) => notificationTargetPath(service, account_id),
      },
      {
        id: 'test',
        label: t('test.action'),
        icon: IconPlugConnected,
        disabledReason: ({ status }) => (status === 'online' || status === 'offline' ? undefined : t('notRunning')),
        onSelect: (target) => open('test', target),
      },
      {
        id: 'disable',
        label: t('disable'),
        icon: IconPlayerPause,
        appliesTo: isOn,
        disabledReason: fixedNowReason,
        onSelect: (target) => turn(target, 'off'),
      },
      {
        id: 'enable',
        label: t('enable'),
        icon: IconPlayerPlay,
        appliesTo: (target) => !isOn(target),
        disabledReason: fixedNowReason,
        onSelect: (target) => turn(target, 'on'),
      },
      {
        id: 'delete',
        label: t('delete'),
        icon: IconTrash,
        isDestructive: true,
        disabledReason: fixedReason,
        onSelect: (target) => open('delete', target),
      },
    ]
  }, [t, open, mutate, isPending])
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => push(pickServicePath())}>
      {t('add')}
    </Button>
  )
  return (
    <>
      <ResourceList
        query={list}
        label={t('list')}
        columns={columns}
        rows={list.data?.notification_endpoints ?? NONE}
        rowId={targetName}
        rowName={targetName}
        onOpen={(target) =>
          target.from_environment || target.after_restart === 'deleted'
            ? undefined
            : () => push(notificationTargetPath(target.service, target.account_id))
        }
        actions={actions}
        search={{ label: t('search'), texts: textsOf }}
        add={add}
        empty={{ icon: IconBellBolt, title: t('empty'), hint: t('emptyHint') }}
        count={(count) => t('count', { count })}
      />
      {dialog}
    </>
  )
}
