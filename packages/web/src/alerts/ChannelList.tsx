import {
  type AlertChannel,
  deleteAlertChannel,
  listAlertChannels,
  testAlertChannel,
  turnAlertChannel,
} from '@cooperage/contract'
import { IconPlayerPause, IconPlayerPlay, IconPlus, IconSend, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { ApiError, failureReason } from '../shared/api/api-error.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { useChange } from '../shared/api/use-change.ts'
import { DeletionDialog } from '../shared/DeletionDialog.tsx'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { showError, showNotice } from '../shared/feedback/messages.ts'
import { StateMark } from '../shared/StateMark.tsx'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { ResourceList } from '../shared/table/ResourceList.tsx'
import { RelativeTime } from '../shared/text/RelativeTime.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { AddChannelModal, useDenied } from './index.ts'

const REFRESH_MS = 30_000
const NONE: readonly AlertChannel[] = []
const CHANGES = { changes: [listAlertChannels], goneCodes: ['NoSuchAlertChannel'], onError: showError }
const reasonOf = ({ problem, text }: Pick<AlertChannel, 'problem' | 'text'>) =>
  failureReason({ message: problem, text })

/** Where messages about alerts are sent. */
export function ChannelList() {
  const t = useTexts('alerts')
  const list = useApiQuery(listAlertChannels, {}, { refetchOnMount: 'always', refreshMs: REFRESH_MS })
  const denied = useDenied('', 'change').change
  const test = useChange(testAlertChannel, {
    ...CHANGES,
    onSuccess: (outcome) => {
      if (outcome.problem === '') showNotice(t('channels.tested'))
      else showError(new ApiError({ status: undefined, message: reasonOf(outcome) }))
    },
  })
  const turn = useChange(turnAlertChannel, {
    ...CHANGES,
    notice: (_, { body }) => t(body.enabled ? 'channels.turnedOn' : 'channels.turnedOff'),
  })
  const { open, dialog } = useDialogs({
    add: (close) => <AddChannelModal onClose={close} />,
    delete: (close, { id, name }: AlertChannel) => (
      <DeletionDialog
        title={t('channels.deleteTitle', { name: plainName(name) })}
        route={deleteAlertChannel}
        input={{ params: { id } }}
        changes={[listAlertChannels]}
        goneCodes={['NoSuchAlertChannel']}
        notice={t('channels.deleted')}
        onClose={close}
      >
        <p>{t('channels.deleteNote')}</p>
      </DeletionDialog>
    ),
  })
  const columns = useMemo<Column<AlertChannel>[]>(
    () => [
      { id: 'name', header: t('columns.name'), width: 'minmax(140px, 1fr)', name: ({ name }) => name },
      { id: 'kind', header: t('columns.kind'), width: '160px', text: ({ kind }) => t(`channels.kinds.${kind}`) },
      {
        id: 'host',
        header: t('columns.host'),
        width: 'minmax(140px, 1fr)',
        onPhone: 'shortened',
        name: ({ host }) => host,
      },
      {
        id: 'state',
        header: t('columns.state'),
        width: 'minmax(220px, 2fr)',
        text: ({ enabled, problem }) => t(`channels.states.${stateOf({ enabled, problem })}`),
        cell: (channel) => <ChannelState channel={channel} />,
      },
      {
        id: 'lastSent',
        header: t('columns.lastSent'),
        width: '180px',
        onPhone: 'hidden',
        compare: (a, b) => Date.parse(a.last_sent || '0') - Date.parse(b.last_sent || '0'),
        cell: ({ last_sent }) => (last_sent === '' ? '–' : <RelativeTime iso={last_sent} />),
      },
    ],
    [t],
  )
  const { mutate: send, isPending } = test
  const { mutate: turnTo } = turn
  const actions = useMemo<RowAction<AlertChannel>[]>(
    () => [
      {
        id: 'test',
        label: t('channels.test'),
        icon: IconSend,
        appliesTo: () => !isPending,
        disabledReason: () => denied,
        onSelect: ({ id }) => send({ params: { id } }),
      },
      {
        id: 'off',
        label: t('channels.turnOff'),
        icon: IconPlayerPause,
        appliesTo: ({ enabled }) => enabled,
        disabledReason: () => denied,
        onSelect: ({ id }) => turnTo({ params: { id }, body: { enabled: false } }),
      },
      {
        id: 'on',
        label: t('channels.turnOn'),
        icon: IconPlayerPlay,
        appliesTo: ({ enabled }) => !enabled,
        disabledReason: () => denied,
        onSelect: ({ id }) => turnTo({ params: { id }, body: { enabled: true } }),
      },
      {
        id: 'delete',
        label: t('channels.delete'),
        icon: IconTrash,
        isDestructive: true,
        disabledReason: () => denied,
        onSelect: (channel) => open('delete', channel),
      },
    ],
    [t, denied, open, send, turnTo, isPending],
  )
  return (
    <>
      <ResourceList
        id="alert-channels"
        query={list}
        label={t('channels.list')}
        columns={columns}
        rows={list.data ?? NONE}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        actions={actions}
        add={
          <ExplainedButton leftSection={<IconPlus size={16} />} disabledReason={denied} onClick={() => open('add')}>
            {t('channels.add')}
          </ExplainedButton>
        }
        empty={{ icon: IconSend, title: t('channels.empty'), hint: t('channels.emptyHint') }}
        count={(count) => t('channels.count', { count })}
      />
      {dialog}
    </>
  )
}

function stateOf({ enabled, problem }: Pick<AlertChannel, 'enabled' | 'problem'>): 'on' | 'off' | 'failing' {
  if (!enabled) return 'off'
  return problem === '' ? 'on' : 'failing'
}

function ChannelState({ channel }: { channel: AlertChannel }) {
  const t = useTexts('alerts')
  const { waiting, problem } = channel
  const state = stateOf(channel)
  const tone = state === 'on' ? 'good' : state === 'off' ? 'muted' : 'bad'
  return (
    <span>
      <StateMark tone={tone} text={t(`channels.states.${state}`)} />
      {problem !== '' && ` ${reasonOf(channel)}`}
      {waiting > 0 && ` ${t('channels.waiting', { count: waiting })}`}
    </span>
  )
}
