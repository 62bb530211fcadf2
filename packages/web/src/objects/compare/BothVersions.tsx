import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import type { ApiError } from '../../shared/api/api-error.ts'
import { ErrorState } from '../../shared/ErrorState.tsx'
import layout from '../../shared/layout.module.css'

interface BothVersionsProps<T> {
  before: UseQueryResult<T, ApiError>
  after: UseQueryResult<T, ApiError>
  children: (before: T, after: T) => ReactNode
}

/** Shows what compares two versions once both are loaded, and until then that they are loading, or the first failure. */
export function BothVersions<T>({ before, after, children }: BothVersionsProps<T>) {
  const t = useTexts('compare')
  const failed = [before, after].find(({ error }) => error !== null)
  if (failed?.error) {
    return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} isRetrying={failed.isFetching} />
  }
  if (before.data === undefined || after.data === undefined) {
    return (
      <p role="status" className={layout.note}>
        {t('loading')}
      </p>
    )
  }
  return children(before.data, after.data)
}
