import { IconSearchOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from './EmptyState.tsx'

interface NoMatchProps {
  search: string
  /** Where the search has not looked, when somebody may think that it has. */
  notSearched?: string | undefined
}

/** What a list says when a search leaves nothing of it. */
export function NoMatch({ search, notSearched }: NoMatchProps) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<IconSearchOff size={28} stroke={1.5} />}
      title={t('noMatchTitle')}
      hint={[t('noMatch', { search: search.trim() }), notSearched].filter(Boolean).join(' ')}
    />
  )
}
