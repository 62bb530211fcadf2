import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import type { ApiError } from '../shared/api/api-error.ts'
import { ErrorState } from '../shared/ErrorState.tsx'
import { Loading } from '../shared/Loading.tsx'
import layout from '../shared/layout.module.css'
import { StaleNotice } from '../shared/StaleNotice.tsx'
import { RelativeTime } from '../shared/text/RelativeTime.tsx'

export type PartQuery<T> = UseQueryResult<T, ApiError>

interface PartProps<T> {
  query: PartQuery<T>
  /** What it shows says how old it is. */
  hasOwnAge?: boolean
  children: (data: T) => ReactNode
}

/** What one call says, with its age. A denial is a line that names the permission: the other parts are as important. */
export function Part<T>({ query, hasOwnAge = false, children }: PartProps<T>) {
  const t = useTexts('activity')
  const { data, error, isFetching, dataUpdatedAt } = query
  const retry = () => void query.refetch()
  if (data === undefined) {
    if (error === null) return <Loading />
    const isFinal = error.status === 403 || error.code === 'NotInThisSetup'
    if (isFinal) return <p className={layout.note}>{error.message}</p>
    return <ErrorState error={error} onRetry={retry} isRetrying={isFetching} />
  }
  return (
    <>
      {error && <StaleNotice error={error} onRetry={retry} />}
      {children(data)}
      {!hasOwnAge && (
        <p className={layout.note}>
          {t('asOf')} <RelativeTime iso={new Date(dataUpdatedAt).toISOString()} />
        </p>
      )}
    </>
  )
}
