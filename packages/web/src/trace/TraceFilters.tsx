import { TRACE_KINDS } from '@cooperage/contract'
import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { useTexts } from '../messages/use-texts.ts'
import { CheckList, LiveFilters } from '../shared/live/LiveFilters.tsx'
import classes from './trace.module.css'
import type { TraceForm } from './trace-query.ts'

const METHODS = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE']

interface TraceFiltersProps {
  form: TraceForm
  onChange: (part: Partial<TraceForm>) => void
  isLocked: boolean
}

/** Filters that the storage server applies to calls. */
export function TraceFilters({ form, onChange, isLocked }: TraceFiltersProps) {
  const t = useTexts('trace')
  const input = (name: 'statusCode' | 'funcname' | 'path') => (
    <TextInput
      label={t(name)}
      value={form[name]}
      maxLength={name === 'statusCode' ? 3 : 1024}
      onChange={(event) => {
        const { value } = event.currentTarget
        onChange({ [name]: name === 'statusCode' ? value.replaceAll(/\D/g, '') : value })
      }}
    />
  )
  return (
    <LiveFilters label={t('filters')} lockedReason={isLocked ? t('locked') : undefined}>
      <CheckList
        label={t('calls')}
        options={TRACE_KINDS.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
        chosen={form.kinds}
        onChange={(kind, isChosen) => onChange({ kinds: changedKinds(form.kinds, kind, isChosen) })}
      />
      <TextInput
        label={t('threshold')}
        type="number"
        min={0}
        value={form.threshold}
        onChange={(event) => onChange({ threshold: event.currentTarget.value })}
      />
      {input('statusCode')}
      <NativeSelect
        label={t('method')}
        value={form.method}
        onChange={(event) => onChange({ method: event.currentTarget.value })}
        data={[{ value: '', label: t('anyMethod') }, ...METHODS]}
      />
      {input('funcname')}
      {input('path')}
      <Switch
        className={classes.switch}
        label={t('onlyErrors')}
        checked={form.onlyErrors}
        onChange={(event) => onChange({ onlyErrors: event.currentTarget.checked })}
      />
    </LiveFilters>
  )
}

/** `all` can't be combined: choosing it clears the others, and vice versa. */
function changedKinds(kinds: TraceForm['kinds'], kind: TraceForm['kinds'][number], isChosen: boolean) {
  if (!isChosen) return kinds.filter((one) => one !== kind)
  return kind === 'all' ? ['all' as const] : [...kinds.filter((one) => one !== 'all'), kind]
}
