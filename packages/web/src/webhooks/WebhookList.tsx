import {
  getConfigurationDetails,
  LOG_SEARCH_FEATURE,
  listConfigurationHistory,
  listWebhooks,
  setConfiguration,
  type Webhook,
  type WebhookKind,
  webhookSection,
} from '@cooperage/contract'
import { Button } from '@mantine/core'
import {
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlugConnected,
  IconPlus,
  IconTrash,
  IconWebhook,
} from '@tabler/icons-react'
import { useMemo } from 'react'
import { SetUpDialog } from '../logs/index.ts'
import { useTexts } from '../messages/use-texts.ts'
import { useNavigation } from '../navigation/navigation.ts'
import { newWebhookPath, webhookPath, webhooksPath } from '../navigation/paths/webhooks.ts'
import { useSession } from '../session/index.ts'
import { configurationId, ResetDialog } from '../settings/index.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { useChange } from '../shared/api/use-change.ts'
import { showError } from '../shared/feedback/messages.ts'
import { StateMark } from '../shared/StateMark.tsx'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { ResourceList } from '../shared/table/ResourceList.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { TestWebhookDialog } from './index.ts'

const REFRESH_MS = 15_000
const NONE: readonly Webhook[] = []
const textsOf = ({ target, endpoint }: Webhook) => [target, endpoint]

/** The configured webhooks of a log, with what can be done with each. */
export function WebhookList({ kind }: { kind: WebhookKind }) {
  const t = useTexts('webhooks')
  const { push } = useNavigation()
  const list = useApiQuery(listWebhooks, { params: { kind } }, { refetchOnMount: 'always', refreshMs: REFRESH_MS })
  const { open, dialog } = useDialogs({
    test: (close, webhook: Webhook) => <TestWebhookDialog kind={kind} webhook={webhook} onClose={close} />,
    delete: (close, { target }: Webhook) => (
      <ResetDialog section={webhookSection(kind)} target={target} listPath={webhooksPath(kind)} onClose={close} />
    ),
    toConsole: (close) => (
      <SetUpDialog
        onClose={() => {
          close()
          void list.refetch()
        }}
      />
    ),
  })
  const canKeepLog = useSession()?.features.includes(LOG_SEARCH_FEATURE) === true
  const { mutate, isPending } = useChange(setConfiguration, {
    changes: [listWebhooks, getConfigurationDetails, listConfigurationHistory],
    goneCodes: 'any',
    notice: (_, { params, body }) => {
      const isOn = body.key_values[0]?.value === 'on'
      const target = params.id.split(':')[1] ?? ''
      return t(isOn ? 'enabled' : 'disabled', { name: plainName(target) || t('unnamed') })
    },
    onError: showError,
  })
  const columns = useMemo<Column<Webhook>[]>(
    () => [
      {
        id: 'name',
        header: t('columns.name'),
        width: 'minmax(140px, 1fr)',
        name: ({ target }) => target || t('unnamed'),
      },
      {
        id: 'status',
        header: t('columns.status'),
        width: '130px',
        text: (webhook) => t(`status.${statusOf(webhook)}`),
        cell: (webhook) => <StateMark tone={TONES[statusOf(webhook)]} text={t(`status.${statusOf(webhook)}`)} />,
      },
      {
        id: 'endpoint',
        header: t('columns.endpoint'),
        width: 'minmax(200px, 3fr)',
        text: ({ endpoint }) => plainName(endpoint),
        cell: ({ endpoint }) => <bdi>{plainName(endpoint)}</bdi>,
      },
    ],
    [t],
  )
  const actions = useMemo<RowAction<Webhook>[]>(() => {
    const fixedReason = ({ variables }: Webhook) =>
      variables.length > 0 ? t('fromEnvironment', { variables: variables.join(', ') }) : undefined
    const turn = ({ target }: Webhook, before: string, value: string) =>
      mutate({
        params: { id: configurationId(webhookSection(kind), target) },
        body: { key_values: [{ key: 'enable', value }], replaces: [{ key: 'enable', value: before }] },
      })
    return [
      {
        id: 'edit',
        label: t('edit'),
        icon: IconPencil,
        to: ({ target }) => webhookPath(kind, target),
      },
      {
        id: 'test',
        label: t('test.action'),
        icon: IconPlugConnected,
        onSelect: (webhook) => open('test', webhook),
      },
      {
        id: 'disable',
        label: t('disable'),
        icon: IconPlayerPause,
        appliesTo: ({ enabled }) => enabled,
        disabledReason: (webhook) => fixedReason(webhook) ?? (isPending ? t('saving') : undefined),
        onSelect: (webhook) => turn(webhook, 'on', 'off'),
      },
      {
        id: 'enable',
        label: t('enable'),
        icon: IconPlayerPlay,
        appliesTo: ({ enabled }) => !enabled,
        disabledReason: (webhook) => fixedReason(webhook) ?? (isPending ? t('saving') : undefined),
        onSelect: (webhook) => turn(webhook, 'off', 'on'),
      },
      {
        id: 'delete',
        label: t('delete'),
        icon: IconTrash,
        isDestructive: true,
        disabledReason: fixedReason,
        onSelect: (webhook) => open('delete', webhook),
      },
    ]
  }, [t, open, kind, mutate, isPending])
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => push(newWebhookPath(kind))}>
      {t('add')}
    </Button>
  )
  return (
    <>
      <ResourceList
        query={list}
        label={t('list')}
        columns={columns}
        rows={list.data?.webhooks ?? NONE}
        rowId={({ target }) => target}
        rowName={({ target }) => target || t('unnamed')}
        onOpen={({ target }) =>
          () =>
            push(webhookPath(kind, target))
          }
        actions={actions}
        search={{ label: t('search'), texts: textsOf }}
        buttons={
          kind === 'audit' &&
          canKeepLog && (
            <Button variant="default" onClick={() => open('toConsole')}>
              {t('toConsole')}
            </Button>
          )
        }
        add={add}
        empty={{ icon: IconWebhook, title: t('empty'), hint: t(`emptyHint.${kind}`) }}
        count={(count) => t('count', { count })}
      />
      {dialog}
    </>
  )
}

const TONES = { online: 'good', enabled: 'good', offline: 'bad', disabled: 'muted' } as const

function statusOf({ enabled, state }: Webhook): 'online' | 'offline' | 'enabled' | 'disabled' {
  if (!enabled) return 'disabled'
  return state === 'unknown' ? 'enabled' : state
}
