import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiError } from '../api/api-error.ts'
import { ErrorState } from '../ErrorState.tsx'
import { ListFooter } from '../ListPage.tsx'
import { StaleNotice } from '../StaleNotice.tsx'
import { DataTable, type DataTableProps } from './DataTable.tsx'

interface QueryTableProps<T> extends Omit<DataTableProps<T>, 'isLoading' | 'instead'> {
  /** The answer that the rows are from. */
  query: Pick<UseQueryResult<unknown, ApiError>, 'data' | 'error' | 'isPending' | 'isFetching' | 'refetch'>
  /** Asks for the rows once more, unless told. */
  onRetry?: () => void
  /** Shown where there are no rows. */
  empty: ReactNode
  /** Said in the last line once there is an answer. */
  count: ReactNode
}

/** A table of what one call answers, with its states: loading, failed, out of date, empty. */
export function QueryTable<T>({ query, onRetry, empty, count, ...table }: QueryTableProps<T>) {
  const { data, error, isPending, isFetching } = query
  const retry = onRetry ?? (() => void query.refetch())
  return (
    <>
      {data !== undefined && error && <StaleNotice error={error} onRetry={retry} />}
      <DataTable
        {...table}
        isLoading={isPending}
        instead={
          error && data === undefined ? <ErrorState error={error} onRetry={retry} isRetrying={isFetching} /> : empty
        }
      />
      <ListFooter>{data !== undefined && count}</ListFooter>
    </>
  )
}
