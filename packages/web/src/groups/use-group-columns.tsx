import type { GroupSummary } from '@cooperage/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { AppLink } from '../navigation/AppLink.tsx'
import { groupPath } from '../navigation/paths/groups.ts'
import layout from '../shared/layout.module.css'
import { StateMark } from '../shared/StateMark.tsx'
import { byFact } from '../shared/table/by-fact.ts'
import type { Column } from '../shared/table/columns.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { groupQuery, type SummaryLoader, useGroupSummary, useSummaryLoader } from './use-group-summary.ts'

/** The columns of the list. Servers list only names: the others are read for the rows on screen, and to sort by them. */
export function useGroupColumns(opens: boolean): Column<string>[] {
  const t = useTexts('groups')
  const loader = useSummaryLoader()
  const client = useQueryClient()
  return useMemo(() => {
    const by = (value: (group: GroupSummary) => string | number | undefined) =>
      byFact<string, GroupSummary>(client, (name) => groupQuery(name, loader), value)
    const summary = (show: (group: GroupSummary) => ReactNode) => (name: string) => (
      <SummaryCell name={name} loader={loader} show={show} />
    )
    return [
      {
        id: 'name',
        header: t('columns.name'),
        width: 'minmax(200px, 1fr)',
        name: (name) => name,
        cell: (name) =>
          opens ? (
            <AppLink to={groupPath(name)} tabIndex={-1}>
              <ObjectName name={name} />
            </AppLink>
          ) : (
            <ObjectName name={name} />
          ),
      },
      {
        id: 'members',
        header: t('columns.members'),
        width: '110px',
        align: 'end',
        isNamedOnPhone: true,
        isLargestFirst: true,
        ...by(({ members }) => members),
        cell: summary(({ members }) => formatCount(members)),
      },
      {
        id: 'policies',
        header: t('columns.policies'),
        width: 'minmax(160px, 1fr)',
        isNamedOnPhone: true,
        onPhone: 'shortened',
        ...by(({ policy, isPolicyKnown }) => (isPolicyKnown ? policy.split(',').sort().join() : undefined)),
        cell: summary((group) => <Policies group={group} />),
      },
      {
        id: 'status',
        header: t('columns.status'),
        width: '130px',
        ...by(({ status }) => status),
        cell: summary(({ status }) => (
          <StateMark tone={status === 'enabled' ? 'good' : 'muted'} text={t(`status.${status}`)} />
        )),
      },
    ]
  }, [t, client, loader, opens])
}

interface SummaryCellProps {
  name: string
  loader: SummaryLoader
  show: (group: GroupSummary) => ReactNode
}

function SummaryCell({ name, loader, show }: SummaryCellProps) {
  const t = useTexts('groups')
  const { data, error } = useGroupSummary(name, loader)
  if (data) return show(data)
  if (error === null && data !== null) return null
  return (
    <span className={layout.muted} title={error?.message ?? t('gone')}>
      {t('unknown')}
    </span>
  )
}

function Policies({ group: { policy, isPolicyKnown } }: { group: GroupSummary }) {
  const t = useTexts('groups')
  if (!isPolicyKnown) return <span className={layout.muted}>{t('policiesUnknown')}</span>
  if (policy === '') return <span className={layout.muted}>{t('none')}</span>
  const text = plainName(policy.split(',').sort().join(', '))
  return <bdi title={text}>{text}</bdi>
}
