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
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SetUpDialog } from '../logs/index.ts'
import { useNavigation } from '../navigation/navigation.ts'
import { newWebhookPath, webhookPath, webhooksPath } from '../navigation/paths/webhooks.ts'
import { useSession } from '../session/index.ts'
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
import { plainName } from '../shared/text/visible-name.ts'
import { ResetDialog, TestWebhookDialog } from './index.ts'

const REFRESH_MS = 15_000
const NONE: readonly Webhook[] = []

/** The configured webhooks of a log, with what can be done with each. */
export function WebhookList({ kind }: { kind: WebhookKind }) {
  const { t } = useTranslation('webhooks')
  const { push } = useNavigation()
  const invalidate = useInvalidate()
  const list = useApiQuery(listWebhooks, { params: { kind } }, { refetchOnMount: 'always', refreshMs: REFRESH_MS })
  const [search, setSearch] = useState('')
  const [dialog, setDialog] = useState<{ is: 'test' | 'delete'; webhook: Webhook } | { is: 'toConsole' }>()
  const canKeepLog = useSession()?.features.includes(LOG_SEARCH_FEATURE) === true
  const { mutate, isPending } = useApiMutation(setConfiguration, {
    onSuccess: async (_answer, { params, body }) => {
      const isOn = body.key_values[0]?.value === 'on'
      await invalidate(listWebhooks, getConfigurationDetails, listConfigurationHistory)
      const target = params.id.split(':')[1] ?? ''
      showNotice(t(isOn ? 'enabled' : 'disabled', { name: plainName(target) || t('unnamed') }))
    },
    onError: (error) => {
      showError(error)
      void invalidate(listWebhooks)
    },
  })
  const all = list.data?.webhooks ?? NONE
  const rows = useMemo(() => {
    const wanted = search.toLowerCase()
    return all.filter(({ target, endpoint }) => [target, endpoint].some((text) => text.toLowerCase().includes(wanted)))
  }, [all, search])
  const columns = useMemo<Column<Webhook>[]>(
    () => [
      {
        id: 'name',
        header: t('columns.name'),
        width: 'minmax(140px, 1fr)',
        compare: (a, b) => (a.target < b.target ? -1 : 1),
        cell: ({ target }) => (target === '' ? t('unnamed') : <ObjectName name={target} />),
      },
      {
        id: 'status',
        header: t('columns.status'),
        width: '110px',
        compare: (a, b) => (statusOf(a) < statusOf(b) ? -1 : 1),
        cell: (webhook) => t(`status.${statusOf(webhook)}`),
      },
      {
        id: 'endpoint',
        header: t('columns.endpoint'),
        width: 'minmax(200px, 3fr)',
        compare: (a, b) => (a.endpoint < b.endpoint ? -1 : 1),
        cell: ({ endpoint }) => plainName(endpoint),
      },
    ],
    [t],
  )
  const actions = useMemo<RowAction<Webhook>[]>(() => {
    const fixed = ({ variables }: Webhook) =>
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
        onSelect: ({ target }) => push(webhookPath(kind, target)),
      },
      {
        id: 'test',
        label: t('test.action'),
        icon: IconPlugConnected,
        onSelect: (webhook) => setDialog({ is: 'test', webhook }),
      },
      {
        id: 'disable',
        label: t('disable'),
        icon: IconPlayerPause,
        appliesTo: ({ enabled }) => enabled,
        disabledReason: (webhook) => fixed(webhook) ?? (isPending ? t('saving') : undefined),
        onSelect: (webhook) => turn(webhook, 'on', 'off'),
      },
      {
        id: 'enable',
        label: t('enable'),
        icon: IconPlayerPlay,
        appliesTo: ({ enabled }) => !enabled,
        disabledReason: (webhook) => fixed(webhook) ?? (isPending ? t('saving') : undefined),
        onSelect: (webhook) => turn(webhook, 'off', 'on'),
      },
      {
        id: 'delete',
        label: t('delete'),
        icon: IconTrash,
        isDestructive: true,
        disabledReason: fixed,
        onSelect: (webhook) => setDialog({ is: 'delete', webhook }),
      },
    ]
  }, [t, push, kind, mutate, isPending])
  const close = () => setDialog(undefined)
  return (
    <>
      <Toolbar>
        <SearchBox label={t('search')} value={search} onChange={setSearch} />
        <RefreshButton isBusy={list.isFetching} onClick={() => void list.refetch()} />
        {kind === 'audit' && canKeepLog && (
          <Button variant="default" onClick={() => setDialog({ is: 'toConsole' })}>
            {t('toConsole')}
          </Button>
        )}
        <Button leftSection={<IconPlus size={16} />} onClick={() => push(newWebhookPath(kind))}>
          {t('add')}
        </Button>
      </Toolbar>
      <QueryTable
        query={list}
        label={t('list')}
        columns={columns}
        rows={rows}
        rowId={({ target }) => target}
        rowName={({ target }) => target || t('unnamed')}
        onOpen={({ target }) =>
          () =>
            push(webhookPath(kind, target))
          }
        actions={actions}
        empty={
          all.length > 0 ? (
            <NoMatch search={search} />
          ) : (
            <EmptyState icon={IconWebhook} title={t('empty')} hint={t(`emptyHint.${kind}`)} />
          )
        }
        count={t('count', { count: rows.length })}
      />
      {dialog?.is === 'test' && <TestWebhookDialog kind={kind} webhook={dialog.webhook} onClose={close} />}
      {dialog?.is === 'toConsole' && (
        <SetUpDialog
          onClose={() => {
            close()
            void list.refetch()
          }}
        />
      )}
      {dialog?.is === 'delete' && (
        <ResetDialog
          section={webhookSection(kind)}
          target={dialog.webhook.target}
          listPath={webhooksPath(kind)}
          onClose={close}
        />
      )}
    </>
  )
}

function statusOf({ enabled, state }: Webhook): 'online' | 'offline' | 'enabled' | 'disabled' {
  if (!enabled) return 'disabled'
  return state === 'unknown' ? 'enabled' : state
}
