import { WATCHED_EVENTS, type WatchedEvent } from '@cooperage/contract'
import { NativeSelect, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CheckList, LiveFilters } from '../shared/live/LiveFilters.tsx'

export interface WatchForm {
  bucket: string
  prefix: string
  suffix: string
  events: readonly WatchedEvent[]
}

export const FIRST_FORM: WatchForm = { bucket: '', prefix: '', suffix: '', events: WATCHED_EVENTS }

interface WatchFiltersProps {
  form: WatchForm
  buckets: readonly string[]
  onChange: (part: Partial<WatchForm>) => void
  isLocked: boolean
}

/** Which events the storage server is asked for. */
export function WatchFilters({ form, buckets, onChange, isLocked }: WatchFiltersProps) {
  const { t } = useTranslation('watch')
  const input = (name: 'prefix' | 'suffix') => (
    <TextInput
      label={t(name)}
      value={form[name]}
      maxLength={1024}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <LiveFilters label={t('filters')} lockedReason={isLocked ? t('locked') : undefined}>
      <NativeSelect
        label={t('bucket')}
        value={form.bucket}
        onChange={(event) => onChange({ bucket: event.currentTarget.value })}
        data={[{ value: '', label: t('selectBucket'), disabled: true }, ...buckets]}
      />
      {input('prefix')}
      {input('suffix')}
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
