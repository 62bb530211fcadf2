import type { ComponentProps } from 'react'
import type { ApiError } from '../api/api-error.ts'
import { EmptyState } from '../EmptyState.tsx'
import { ErrorState } from '../ErrorState.tsx'
import { NoMatch } from '../NoMatch.tsx'

interface TablePlaceholderProps {
  /** Why nothing could be loaded; null if something was. */
  error: ApiError | null | undefined
  onRetry: () => void
  isRetrying: boolean
  /** There are rows, but the search hides them all. */
  isFiltered: boolean
  search: string
  /** What the search hasn't covered. */
  notSearched?: string | undefined
  /** The empty state. */
  empty: ComponentProps<typeof EmptyState>
}

/** Replaces the rows, for a table's `instead`: a failure or a denial, a search without a match, an empty state. */
export function TablePlaceholder(props: TablePlaceholderProps) {
  const { error, onRetry, isRetrying, isFiltered, search, notSearched, empty } = props
  if (error) return <ErrorState error={error} onRetry={onRetry} isRetrying={isRetrying} />
  return isFiltered ? <NoMatch search={search} notSearched={notSearched} /> : <EmptyState {...empty} />
}
