import { GROUP_SUMMARY_LIMIT, type GroupSummary, summarizeGroups } from '@cooperage/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ApiError } from '../shared/api/api-error.ts'
import { type BatchLoader, createBatchLoader } from '../shared/api/batch-loader.ts'
import { call } from '../shared/api/call.ts'
import { useSettled } from '../shared/table/use-settled.ts'

const FRESH_MS = 5_000

/** `undefined` for a group that no longer exists becomes null: a query must have a result. */
export type SummaryLoader = BatchLoader<GroupSummary | null>

/** Reads what the list shows of the groups on screen, several in one call: servers list only names. */
export function useSummaryLoader(): SummaryLoader {
  return useMemo(() => createBatchLoader({ waitMs: 0, atMost: GROUP_SUMMARY_LIMIT, call: summaries }), [])
}

export function useGroupSummary(name: string, loader: SummaryLoader) {
  return useQuery<GroupSummary | null, ApiError>({ ...groupQuery(name, loader), enabled: useSettled() })
}

export function groupQuery(name: string, loader: SummaryLoader) {
  return {
    queryKey: [summarizeGroups.id, name],
    queryFn: ({ signal }: { signal: AbortSignal }) => loader.load(name, signal),
    staleTime: FRESH_MS,
  }
}

async function summaries(names: string[], signal: AbortSignal): Promise<(GroupSummary | null)[]> {
  const { groups } = await call(summarizeGroups, { body: { groups: names } }, signal)
  const byName = new Map(groups.map((group) => [group.name, group]))
  return names.map((name) => byName.get(name) ?? null)
}
