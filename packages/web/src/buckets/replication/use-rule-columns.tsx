import type { ReplicationRule } from '@cooperage/contract'
import { useMemo } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { StateMark } from '../../shared/StateMark.tsx'
import type { Column } from '../../shared/table/columns.tsx'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { destinationOf, isOffline, isTargetKnown } from './rule-text.ts'

/** The columns of the specification (core-console 2); the status also shows a target that doesn't respond. */
export function useRuleColumns(): Column<ReplicationRule>[] {
  const t = useTexts('replication')
  return useMemo(
    () => [
      {
        id: 'priority',
        header: t('columns.priority'),
        width: '110px',
        isNamedOnPhone: true,
        compare: (a, b) => a.priority - b.priority,
        cell: ({ priority }) => priority,
      },
      {
        id: 'destination',
        header: t('columns.destination'),
        width: 'minmax(160px, 1.6fr)',
        isFirstOnPhone: true,
        name: destinationOf,
        cell: (rule) => (
          <span title={isTargetKnown(rule) ? rule.target.endpoint : undefined}>
            <ObjectName name={destinationOf(rule)} />
          </span>
        ),
      },
      {
        id: 'prefix',
        header: t('columns.prefix'),
        width: 'minmax(100px, 1fr)',
        name: ({ prefix }) => prefix,
      },
      {
        id: 'tags',
        header: t('columns.tags'),
        width: '80px',
        isNamedOnPhone: true,
        text: ({ tags }) => t(tags === '' ? 'hasTags.no' : 'hasTags.yes'),
      },
      {
        id: 'status',
        header: t('columns.status'),
        width: 'minmax(120px, 0.9fr)',
        text: ({ status }) => t(`status.${status}`),
        cell: (rule) => (
          <>
            <StateMark tone={rule.status === 'Enabled' ? 'good' : 'muted'} text={t(`status.${rule.status}`)} />{' '}
            {isOffline(rule) && <StateMark tone="bad" text={t('offline')} />}
          </>
        ),
      },
    ],
    [t],
  )
}
