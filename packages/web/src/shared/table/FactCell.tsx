import type { Unread } from '@cooperage/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type ApiError, failureReason } from '../api/api-error.ts'
import type { BatchLoader } from '../api/batch-loader.ts'
import { Unknown } from '../text/Unknown.tsx'
import { useSettled } from './use-settled.ts'

/** How long a fact is used without a request. */
const FRESH_MS = 60_000

interface FactCellProps<Fact> {
  /** What it is cached as: the call, then the thing and the fact. */
  cachedAs: readonly [call: string, ...names: string[]]
  item: string
  loader: BatchLoader<Fact | null>
  show: (fact: Fact) => ReactNode
}

/** The query of a fact, also for {@link byFact}. */
export function factQuery<Fact>(
  cachedAs: FactCellProps<Fact>['cachedAs'],
  item: string,
  loader: BatchLoader<Fact | null>,
) {
  return {
    queryKey: cachedAs,
    queryFn: ({ signal }: { signal: AbortSignal }) => loader.load(item, signal),
    staleTime: FRESH_MS,
  }
}

/** What a call says of a row on screen, once scrolling has settled. What can't be read is a dash that says why. */
export function FactCell<Fact extends { unread: Unread }>({ cachedAs, item, loader, show }: FactCellProps<Fact>) {
  const { data, error } = useQuery<Fact | null, ApiError>({
    ...factQuery(cachedAs, item, loader),
    enabled: useSettled(),
  })
  if (data?.unread) return <Unknown reason={failureReason(data.unread)} />
  if (data) return show(data)
  return error && <Unknown reason={error.message} />
}
