import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useTexts } from '../messages/use-texts.ts'
import { CloseButton } from './CloseButton.tsx'
import classes from './page.module.css'

interface SearchBoxProps {
  /** Placeholder and accessible name of the field: 'Search Buckets'. */
  label: string
  value: string
  onChange: (value: string) => void
  /** What Enter does with the typed text; in a form, Enter submits the form if this is absent. */
  onEnter?: () => void
}

/** Filters the page while typing; Escape clears it. */
export function SearchBox({ label, value, onChange, onEnter }: SearchBoxProps) {
  const t = useTexts()
  return (
    <TextInput
      className={classes.search}
      type="search"
      size="sm"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      rightSection={value === '' ? null : <CloseButton label={t('clearSearch')} onClick={() => onChange('')} />}
      // Mantine's own way to keep a dialog open: Escape only clears the search.
      data-mantine-stop-propagation={value !== '' || undefined}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing && onEnter) {
          event.preventDefault()
          onEnter()
        }
        if (event.key !== 'Escape' || value === '') return
        event.preventDefault()
        onChange('')
      }}
    />
  )
}
