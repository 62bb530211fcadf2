import { type Alert, acknowledgeAlert, countAlerts, listAlerts, sentence } from '@cooperage/contract'
import { IconBellCheck, IconCheck } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { useChange } from '../shared/api/use-change.ts'
import { showError } from '../shared/feedback/messages.ts'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { ResourceList } from '../shared/table/ResourceList.tsx'
import { LongText } from '../shared/text/LongText.tsx'
import { RelativeTime } from '../shared/text/RelativeTime.tsx'
import { WarningNote } from '../shared/WarningNote.tsx'
import { useAlertColumns } from './alert-columns.tsx'
import { useDenied } from './index.ts'

const REFRESH_MS = 30_000
const NONE: readonly Alert[] = []

/** The alerts that are firing. */
export function FiringList() {
  const t = useTexts('alerts')
  const list = useApiQuery(listAlerts, {}, { refetchOnMount: 'always', refreshMs: REFRESH_MS })
  const denied = useDenied('', 'change').change
  const { mutate } = useChange(acknowledgeAlert, {
    changes: [listAlerts, countAlerts],
    goneCodes: ['NoSuchAlert'],
    notice: t('now.acknowledged'),
    onError: showError,
  })
  const { alert, severity, fired } = useAlertColumns()
  const columns: Column<Alert>[] = [
    {
      ...alert,
      cell: ({ text, muted }) => <LongText text={muted ? `${sentence(text)} (${t('now.muted')})` : sentence(text)} />,
    },
    severity,
    fired,
    {
      id: 'acknowledged',
      header: t('columns.acknowledged'),
      width: 'minmax(140px, 1fr)',
      onPhone: 'hidden',
      text: ({ acknowledged_by }) => acknowledged_by || '–',
    },
  ]
  const actions = useMemo<RowAction<Alert>[]>(
    () => [
      {
        id: 'acknowledge',
        label: t('now.acknowledge'),
        icon: IconCheck,
        appliesTo: ({ acknowledged_by }) => acknowledged_by === '',
        disabledReason: () => denied,
        onSelect: ({ id }) => mutate({ params: { id } }),
      },
    ],
    [t, denied, mutate],
  )
  const { checked = '', source } = list.data ?? {}
  return (
    <ResourceList
      id="alerts"
      query={list}
      label={t('now.list')}
      columns={columns}
      rows={list.data?.alerts ?? NONE}
      rowId={({ id }) => id}
      rowName={({ text }) => sentence(text)}
      actions={actions}
      above={
        <>
          {source === 'none' && <WarningNote>{t('now.noSource')}</WarningNote>}
          {list.data && (
            <p>
              {checked === '' ? (
                t('now.notChecked')
              ) : (
                <>
                  {t('now.checked')} <RelativeTime iso={checked} />
                </>
              )}
            </p>
          )}
        </>
      }
      empty={{
        icon: IconBellCheck,
        title: t('now.empty'),
        // Before the first evaluation nothing is known, and the line above says so.
        ...(checked !== '' && { hint: t('now.emptyHint') }),
      }}
      count={(count) => t('now.count', { count })}
    />
  )
}
