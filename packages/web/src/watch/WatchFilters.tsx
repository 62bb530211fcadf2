import { MAX_WATCHED_PREFIXES, WATCHED_EVENTS, type WatchedEvent } from '@cooperage/contract'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTexts } from '../messages/use-texts.ts'
import layout from '../shared/layout.module.css'
import { CheckList, LiveFilters } from '../shared/live/LiveFilters.tsx'

interface WatchForm {
  bucket: string
  /** One field for each; empty ones don't count unless all are. */
  prefixes: readonly string[]
  suffix: string
  events: readonly WatchedEvent[]
}

export const FIRST_FORM: WatchForm = { bucket: '', prefixes: [''], suffix: '', events: WATCHED_EVENTS }

interface WatchFiltersProps {
  form: WatchForm
  buckets: readonly string[]
  onChange: (part: Partial<WatchForm>) => void
  isLocked: boolean
}

/** Filters that the storage server applies to events. */
export function WatchFilters({ form, buckets, onChange, isLocked }: WatchFiltersProps) {
  const t = useTexts('watch')
  const { prefixes } = form
  const input = (label: string, value: string, onText: (text: string) => void) => (
    <TextInput
      key={label}
      label={label}
      value={value}
      maxLength={1024}
      // Object keys aren't prose.
      autoCapitalize="off"
      onChange={(event) => onText(event.currentTarget.value)}
    />
  )
  return (
    <LiveFilters label={t('filters')} lockedReason={isLocked ? t('locked') : undefined}>
      <NativeSelect
        className={layout.wide ?? ''}
        label={t('bucket')}
        value={form.bucket}
        onChange={(event) => onChange({ bucket: event.currentTarget.value })}
        data={[{ value: '', label: t('selectBucket'), disabled: true }, ...buckets]}
      />
      {prefixes.map((prefix, at) =>
        input(at === 0 ? t('prefix') : t('furtherPrefix', { number: at + 1 }), prefix, (text) =>
          onChange({ prefixes: prefixes.with(at, text) }),
        ),
      )}
      {input(t('suffix'), form.suffix, (suffix) => onChange({ suffix }))}
      {prefixes.length < MAX_WATCHED_PREFIXES && (
        <Button
          variant="subtle"
          px={4}
          leftSection={<IconPlus size={16} />}
          disabled={isLocked}
          onClick={() => onChange({ prefixes: [...prefixes, ''] })}
        >
          {t('addPrefix')}
        </Button>
      )}
      <CheckList
        label={t('events')}
        options={WATCHED_EVENTS.map((event) => ({ value: event, label: t(`kinds.${event}`) }))}
        chosen={form.events}
        onChange={(event, isChosen) =>
          onChange({
            events: WATCHED_EVENTS.filter((one) => (one === event ? isChosen : form.events.includes(one))),
          })
        }
      />
    </LiveFilters>
  )
}
