import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiError } from '../api/api-error.ts'
import { ErrorState } from '../ErrorState.tsx'
import { ListFooter } from '../ListPage.tsx'
import { StaleNotice } from '../StaleNotice.tsx'
import { DataTable, type DataTableProps } from './DataTable.tsx'

/** The parts of a query that the table needs. */
export interface TableQuery extends Pick<UseQueryResult<unknown, ApiError>, 'error' | 'isPending' | 'isFetching'> {
  data: unknown
  refetch: () => unknown
}

/** Combines queries whose responses are all needed for the rows. */
export function joinedQuery(...queries: readonly TableQuery[]): TableQuery {
  return {
    data: queries.every(({ data }) => data !== undefined) ? queries : undefined,
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    isPending: queries.some(({ isPending }) => isPending),
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const query of queries) query.refetch()
    },
  }
}

export interface QueryTableProps<T> extends Omit<DataTableProps<T>, 'isLoading' | 'instead'> {
  /** The response that the rows are from. */
  query: TableQuery
  /** Default: repeats the query. */
  onRetry?: () => void
  /** Shown if there are no rows. */
  empty: ReactNode
  /** Shown in the last line once there is a response. */
  count: ReactNode
}

/** A table of the rows of one call, with its states: loading, failed, out of date, empty. */
export function QueryTable<T>({ query, onRetry, empty, count, ...table }: QueryTableProps<T>) {
  const { data, error, isPending, isFetching } = query
  const retry =
    onRetry ??
    (() => {
      query.refetch()
    })
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
