import { IconSearchOff } from '@tabler/icons-react'
import { useTexts } from '../messages/use-texts.ts'
import { EmptyState } from './EmptyState.tsx'

interface NoMatchProps {
  search: string
  /** What the search hasn't covered, if users may expect it to. */
  notSearched?: string | undefined
}

/** Shown when a search matches nothing. */
export function NoMatch({ search, notSearched }: NoMatchProps) {
  const t = useTexts()
  return (
    <EmptyState
      icon={IconSearchOff}
      title={t('noMatchTitle')}
      hint={[t('noMatch', { search: search.trim() }), notSearched].filter(Boolean).join(' ')}
    />
  )
}
