import { type Alert, sentence } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { StateMark } from '../shared/StateMark.tsx'
import type { Column } from '../shared/table/columns.tsx'
import { RelativeTime } from '../shared/text/RelativeTime.tsx'

/** The columns that firing and past alerts have in common. */
export function useAlertColumns(): { alert: Column<Alert>; severity: Column<Alert>; fired: Column<Alert> } {
  const t = useTexts('alerts')
  return {
    alert: {
      id: 'alert',
      header: t('columns.alert'),
      width: 'minmax(240px, 2fr)',
      text: ({ text }) => sentence(text),
    },
    severity: {
      id: 'severity',
      header: t('columns.severity'),
      width: '130px',
      text: ({ severity }) => severity,
      cell: ({ severity }) => (
        <StateMark tone={severity === 'critical' ? 'bad' : 'warn'} text={t(`severity.${severity}`)} />
      ),
    },
    fired: {
      id: 'fired',
      header: t('columns.fired'),
      width: '180px',
      compare: (a, b) => Date.parse(a.fired) - Date.parse(b.fired),
      cell: ({ fired }) => <RelativeTime iso={fired} />,
    },
  }
}
