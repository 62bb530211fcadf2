import {
  listPolicySaves,
  POLICY_SUMMARY_LIMIT,
  type Policy,
  type PolicySummary,
  summarizePolicies,
} from '@cooperage/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { AppLink } from '../navigation/AppLink.tsx'
import { policyPath } from '../navigation/paths/policies.ts'
import type { ApiError } from '../shared/api/api-error.ts'
import { type BatchLoader, createBatchLoader } from '../shared/api/batch-loader.ts'
import { call } from '../shared/api/call.ts'
import layout from '../shared/layout.module.css'
import { byFact } from '../shared/table/by-fact.ts'
import type { Column } from '../shared/table/columns.tsx'
import { FactCell, factQuery } from '../shared/table/FactCell.tsx'
import { useSettled } from '../shared/table/use-settled.ts'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { comma } from '../shared/text/punctuation.ts'
import { Timestamp } from '../shared/text/Timestamp.tsx'
import { Unknown } from '../shared/text/Unknown.tsx'

const FRESH_MS = 5_000

/** Null for a policy that no longer exists: a query must have a result. */
type Loader = BatchLoader<PolicySummary | null>

/** The columns of the list. Servers report attachments policy by policy: they are read for the rows on screen, and to sort by them. */
export function usePolicyColumns(): Column<Policy>[] {
  const t = useTexts('policies')
  const client = useQueryClient()
  const loader = useMemo(() => loaderOf((names, signal) => call(summarizePolicies, { body: { names } }, signal)), [])
  const saves = useMemo(() => loaderOf((names, signal) => call(listPolicySaves, { body: { names } }, signal)), [])
  return useMemo(() => {
    const by = (value: (summary: PolicySummary) => string | number) =>
      byFact<Policy, PolicySummary>(client, ({ name }) => summaryQuery(name, loader), value)
    const savedAs = (name: string) => [listPolicySaves.id, name] as const
    return [
      {
        id: 'name',
        header: t('columns.name'),
        width: 'minmax(220px, 1fr)',
        name: ({ name }) => name,
        cell: ({ name }) => (
          <AppLink to={policyPath(name)} tabIndex={-1}>
            <ObjectName name={name} />
          </AppLink>
        ),
      },
      {
        id: 'kind',
        header: t('columns.kind'),
        width: '160px',
        ...by(({ kind }) => t(`kinds.${kind}`)),
        cell: ({ name }) => <Summary name={name} loader={loader} show={({ kind }) => t(`kinds.${kind}`)} />,
      },
      {
        id: 'attached',
        header: t('columns.attached'),
        width: 'minmax(140px, 0.5fr)',
        isNamedOnPhone: true,
        onPhone: 'ownLine',
        isLargestFirst: true,
        ...by(({ users, groups }) => users + groups),
        cell: ({ name }) => <Summary name={name} loader={loader} show={(one) => <Attached summary={one} />} />,
      },
      {
        id: 'changed',
        header: t('columns.changed'),
        width: '190px',
        onPhone: 'hidden',
        isHiddenAtFirst: true,
        isLargestFirst: true,
        ...byFact(
          client,
          ({ name }: Policy) => factQuery(savedAs(name), name, saves),
          ({ time }) => time || undefined,
        ),
        cell: ({ name }) => (
          <FactCell
            cachedAs={savedAs(name)}
            item={name}
            loader={saves}
            show={({ time }) => (time === '' ? <Unknown reason={t('notSaved')} /> : <Timestamp iso={time} />)}
          />
        ),
      },
    ]
  }, [t, client, loader, saves])
}

function loaderOf<Fact extends { name: string }>(
  read: (names: string[], signal: AbortSignal) => Promise<{ policies: Fact[] }>,
): BatchLoader<Fact | null> {
  return createBatchLoader({
    waitMs: 0,
    atMost: POLICY_SUMMARY_LIMIT,
    call: async (names: string[], signal) => {
      const { policies } = await read(names, signal)
      const byName = new Map(policies.map((policy) => [policy.name, policy]))
      return names.map((name) => byName.get(name) ?? null)
    },
  })
}

function summaryQuery(name: string, loader: Loader) {
  return {
    queryKey: [summarizePolicies.id, name],
    queryFn: ({ signal }: { signal: AbortSignal }) => loader.load(name, signal),
    staleTime: FRESH_MS,
  }
}

interface SummaryProps {
  name: string
  loader: Loader
  show: (summary: PolicySummary) => ReactNode
}

function Summary({ name, loader, show }: SummaryProps) {
  const t = useTexts('policies')
  const { data, error } = useQuery<PolicySummary | null, ApiError>({
    ...summaryQuery(name, loader),
    enabled: useSettled(),
  })
  if (data) return show(data)
  if (error === null) return null
  return (
    <span className={layout.muted} title={error.message}>
      {t('attachedTo.unknown')}
    </span>
  )
}

function Attached({ summary: { users, groups } }: { summary: PolicySummary }) {
  const t = useTexts('policies')
  if (users + groups === 0) return <span className={layout.muted}>{t('attachedTo.nobody')}</span>
  const counted = [
    ...(users === 0 ? [] : [t('attachments.users', { count: users })]),
    ...(groups === 0 ? [] : [t('attachments.groups', { count: groups })]),
  ]
  return counted.join(comma())
}
