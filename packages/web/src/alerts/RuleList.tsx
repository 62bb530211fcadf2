import {
  type AlertRuleEntry,
  countAlerts,
  downloadAlertRules,
  listAlertRules,
  listAlerts,
  muteAlertRule,
  sentence,
} from '@cooperage/contract'
import { Button } from '@mantine/core'
import { IconBell, IconBellOff, IconDownload, IconListCheck, IconPencil } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { callUrl } from '../shared/api/call.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { useChange } from '../shared/api/use-change.ts'
import { showError } from '../shared/feedback/messages.ts'
import { StateMark, type Tone } from '../shared/StateMark.tsx'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { ResourceList } from '../shared/table/ResourceList.tsx'
import { formatCount, formatDate } from '../shared/text/numbers.ts'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { EditRuleModal, MuteRuleModal, useDenied } from './index.ts'

const REFRESH_MS = 30_000
const NONE: readonly AlertRuleEntry[] = []
const TONES: Record<AlertRuleEntry['state'], Tone> = {
  ok: 'good',
  pending: 'warn',
  firing: 'bad',
  noData: 'warn',
  notMeasured: 'muted',
  off: 'muted',
  waiting: 'muted',
}
const nameOf = ({ name }: AlertRuleEntry) => sentence(name)

/** What is checked, with what was found last. */
export function RuleList() {
  const t = useTexts('alerts')
  const list = useApiQuery(listAlertRules, {}, { refetchOnMount: 'always', refreshMs: REFRESH_MS })
  const denied = useDenied('', 'change').change
  const { mutate } = useChange(muteAlertRule, {
    changes: [listAlertRules, listAlerts, countAlerts],
    notice: t('rules.unmuted'),
    onError: showError,
  })
  const { open, dialog } = useDialogs({
    edit: (close, rule: AlertRuleEntry) => <EditRuleModal rule={rule} onClose={close} />,
    mute: (close, rule: AlertRuleEntry) => <MuteRuleModal rule={rule} onClose={close} />,
  })
  const columns = useMemo<Column<AlertRuleEntry>[]>(() => {
    const conditionOf = ({ fires, unit, threshold }: AlertRuleEntry) =>
      t(`fires.${fires}`, { value: t(`values.${unit}`, { count: threshold, value: formatCount(threshold) }) })
    return [
      { id: 'rule', header: t('columns.rule'), width: 'minmax(180px, 1fr)', text: nameOf },
      {
        id: 'state',
        header: t('columns.state'),
        width: 'minmax(220px, 1fr)',
        text: ({ state }) => t(`rules.states.${state}`),
        cell: ({ state, muted_until }) => (
          <span>
            <StateMark tone={TONES[state]} text={t(`rules.states.${state}`)} />{' '}
            {muted_until !== '' && t('rules.mutedUntil', { time: formatDate(muted_until) })}
          </span>
        ),
      },
      {
        id: 'condition',
        header: t('columns.condition'),
        width: '170px',
        onPhone: 'ownLine',
        text: conditionOf,
      },
      {
        id: 'minutes',
        header: t('columns.minutes'),
        width: '100px',
        onPhone: 'hidden',
        text: ({ minutes }) => t('values.minutes', { value: formatCount(minutes) }),
      },
      {
        id: 'severity',
        header: t('columns.severity'),
        width: '120px',
        onPhone: 'hidden',
        text: ({ severity }) => t(`severity.${severity}`),
      },
    ]
  }, [t])
  const actions = useMemo<RowAction<AlertRuleEntry>[]>(
    () => [
      {
        id: 'edit',
        label: t('rules.edit'),
        icon: IconPencil,
        disabledReason: () => denied,
        onSelect: (rule) => open('edit', rule),
      },
      {
        id: 'mute',
        label: t('rules.mute'),
        icon: IconBellOff,
        appliesTo: ({ muted_until }) => muted_until === '',
        disabledReason: () => denied,
        onSelect: (rule) => open('mute', rule),
      },
      {
        id: 'unmute',
        label: t('rules.unmute'),
        icon: IconBell,
        appliesTo: ({ muted_until }) => muted_until !== '',
        disabledReason: () => denied,
        onSelect: ({ id }) => mutate({ params: { rule: id }, body: { until: '' } }),
      },
    ],
    [t, denied, open, mutate],
  )
  return (
    <>
      <ResourceList
        id="alert-rules"
        query={list}
        buttons={
          <Button
            component="a"
            href={callUrl(downloadAlertRules, {})}
            variant="default"
            leftSection={<IconDownload size={16} />}
          >
            {t('download')}
          </Button>
        }
        label={t('rules.list')}
        columns={columns}
        rows={list.data ?? NONE}
        rowId={({ id }) => id}
        rowName={nameOf}
        actions={actions}
        empty={{ icon: IconListCheck, title: t('rules.list') }}
        count={(count) => t('rules.count', { count })}
      />
      {dialog}
    </>
  )
}
