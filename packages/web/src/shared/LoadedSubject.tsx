import { Button } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { AppLink } from '../navigation/AppLink.tsx'
import type { ApiError } from './api/api-error.ts'
import { EmptyState } from './EmptyState.tsx'
import { ErrorState } from './ErrorState.tsx'
import { Loading } from './Loading.tsx'
import { StaleNotice } from './StaleNotice.tsx'

interface LoadedSubjectProps<T> {
  query: { data: T | undefined; error: ApiError | null; isFetching: boolean; refetch: () => unknown }
  /** What is there instead if it doesn't exist, as the error with this code says. */
  missing: { code: string; icon: TablerIcon; title: string; back: { label: string; to: string } }
  children: (subject: T) => ReactNode
}

/** What a page is about, once it is loaded. Instead of it, or above what is out of date, it says why. */
export function LoadedSubject<T>({ query, missing, children }: LoadedSubjectProps<T>) {
  const { data, error, isFetching } = query
  const retry = () => void query.refetch()
  if (error?.code === missing.code) {
    const { icon, title, back } = missing
    return (
      <EmptyState
        icon={icon}
        title={title}
        hint={error.message}
        action={
          <Button variant="default" component={AppLink} to={back.to}>
            {back.label}
          </Button>
        }
      />
    )
  }
  if (data === undefined) {
    return error ? <ErrorState error={error} onRetry={retry} isRetrying={isFetching} /> : <Loading />
  }
  return (
    <>
      {error && <StaleNotice error={error} onRetry={retry} />}
      {children(data)}
    </>
  )
}
