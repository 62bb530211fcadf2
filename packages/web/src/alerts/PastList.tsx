import { type Alert, listPastAlerts, sentence } from '@cooperage/contract'
import { IconHistory } from '@tabler/icons-react'
import { useTexts } from '../messages/use-texts.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { ResourceList } from '../shared/table/ResourceList.tsx'
import { LongText } from '../shared/text/LongText.tsx'
import { Timestamp } from '../shared/text/Timestamp.tsx'
import { useAlertColumns } from './alert-columns.tsx'

const NONE: readonly Alert[] = []
const textsOf = ({ text, acknowledged_by }: Alert) => [sentence(text), acknowledged_by]

/** The alerts that were resolved. */
export function PastList() {
  const t = useTexts('alerts')
  const list = useApiQuery(listPastAlerts, {}, { refetchOnMount: 'always' })
  const { alert, severity, fired } = useAlertColumns()
  return (
    <ResourceList
      id="past-alerts"
      query={list}
      label={t('history.list')}
      columns={[
        { ...alert, cell: ({ text }) => <LongText text={sentence(text)} /> },
        severity,
        // A log, whose times are compared.
        { ...fired, cell: ({ fired: time }) => <Timestamp iso={time} /> },
        {
          id: 'resolved',
          header: t('columns.resolved'),
          width: '180px',
          isNamedOnPhone: true,
          compare: (a, b) => Date.parse(a.resolved) - Date.parse(b.resolved),
          cell: ({ resolved }) => <Timestamp iso={resolved} />,
        },
        {
          id: 'acknowledged',
          header: t('columns.acknowledged'),
          width: 'minmax(140px, 1fr)',
          onPhone: 'hidden',
          text: ({ acknowledged_by }) => acknowledged_by || '–',
        },
      ]}
      rows={list.data ?? NONE}
      rowId={({ id }) => id}
      rowName={({ text }) => sentence(text)}
      search={{ label: t('rules.search'), texts: textsOf }}
      empty={{ icon: IconHistory, title: t('history.empty'), hint: t('history.emptyHint') }}
      count={(count) => t('now.count', { count })}
    />
  )
}
