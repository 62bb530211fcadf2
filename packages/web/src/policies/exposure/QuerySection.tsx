import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import type { ApiError } from '../../shared/api/api-error.ts'
import { ErrorState } from '../../shared/ErrorState.tsx'
import layout from '../../shared/layout.module.css'
import { StaleNotice } from '../../shared/StaleNotice.tsx'

interface QuerySectionProps<T> {
  title: string
  hint: string
  query: UseQueryResult<T, ApiError>
  children: (data: T) => ReactNode
}

/** A section of the page with the result of one call, or its failure. */
export function QuerySection<T>({ title, hint, query, children }: QuerySectionProps<T>) {
  const id = useId()
  const { data, error, isFetching } = query
  const retry = () => void query.refetch()
  return (
    <section className={layout.card} aria-labelledby={id} aria-busy={query.isPending}>
      <h2 id={id} className={layout.heading}>
        {title}
      </h2>
      <p className={layout.note}>{hint}</p>
      {error && data === undefined && <ErrorState error={error} onRetry={retry} isRetrying={isFetching} />}
      {error && data !== undefined && <StaleNotice error={error} onRetry={retry} />}
      {data !== undefined && children(data)}
    </section>
  )
}
