import type { ComponentProps } from 'react'
import type { ApiError } from '../api/api-error.ts'
import { EmptyState } from '../EmptyState.tsx'
import { ErrorState } from '../ErrorState.tsx'
import { NoMatch } from '../NoMatch.tsx'

interface TablePlaceholderProps {
  /** Why nothing could be read; a refusal names what is missing. Null when something could. */
  error: ApiError | null | undefined
  onRetry: () => void
  isRetrying: boolean
  /** There are rows, and the search hides them all. */
  isFiltered: boolean
  search: string
  /** Where the search has not looked. */
  notSearched?: string | undefined
  /** What the list says when there is nothing. */
  empty: ComponentProps<typeof EmptyState>
}

/** What stands in place of rows, for a table's `instead`: a failure or a refusal, a search without a match, an empty list. */
export function TablePlaceholder(props: TablePlaceholderProps) {
  const { error, onRetry, isRetrying, isFiltered, search, notSearched, empty } = props
  if (error) return <ErrorState error={error} onRetry={onRetry} isRetrying={isRetrying} />
  return isFiltered ? <NoMatch search={search} notSearched={notSearched} /> : <EmptyState {...empty} />
}
