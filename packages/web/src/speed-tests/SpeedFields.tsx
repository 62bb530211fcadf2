import { formatBytes, SECTOR_BYTES, SPEED_TEST_LIMITS, type SpeedTest } from '@cooperage/contract'
import { Switch, TextInput } from '@mantine/core'
import { useTexts } from '../messages/use-texts.ts'
import { SizeField } from '../shared/fields/SizeField.tsx'
import type { SizeInput } from '../shared/fields/size.ts'
import { formatCount } from '../shared/text/numbers.ts'
import { blockLimits, type SpeedField, type SpeedForm, secondsOf, wrongFields } from './speed-form.ts'
import classes from './speed-tests.module.css'

interface SpeedFieldsProps {
  kind: SpeedTest
  form: SpeedForm
  isDisabled: boolean
  onChange: (form: SpeedForm) => void
}

const SIZE_UNITS = ['KiB', 'MiB', 'GiB'] as const

/** The options of a test. */
export function SpeedFields({ kind, form, isDisabled, onChange }: SpeedFieldsProps) {
  const t = useTexts('speedTests')
  const wrong = wrongFields(kind, form)
  const rangeOf = (field: SpeedField) => {
    const inCounts = ({ min, max }: { min: number; max: number }) => ({ min: formatCount(min), max: formatCount(max) })
    const inBytes = ({ min, max }: { min: number; max: number }) => ({ min: formatBytes(min), max: formatBytes(max) })
    if (field === 'seconds') return inCounts(secondsOf(kind))
    if (field === 'concurrency') return inCounts(SPEED_TEST_LIMITS.concurrency)
    if (field === 'blockSize') return inBytes(blockLimits(form))
    return inBytes(SPEED_TEST_LIMITS[field as 'size' | 'fileSize'])
  }
  const errorOf = (field: SpeedField) => {
    if (!wrong.includes(field)) return undefined
    if (field === 'bucket') return t('wrong.bucket')
    const isInSectors = field === 'blockSize' || field === 'fileSize'
    if (isInSectors) return t('wrong.sectors', { sector: formatBytes(SECTOR_BYTES), ...rangeOf(field) })
    return t('wrong.range', rangeOf(field))
  }
  const count = (field: 'seconds' | 'concurrency') => (
    <TextInput
      label={t(`fields.${field}`)}
      description={field === 'concurrency' || kind === 'object' ? t(`hints.${field}`) : undefined}
      inputMode="numeric"
      disabled={isDisabled}
      value={form[field]}
      error={errorOf(field)}
      onChange={(event) => onChange({ ...form, [field]: event.currentTarget.value })}
    />
  )
  const size = (field: 'size' | 'blockSize' | 'fileSize') => (
    <SizeField
      label={t(`fields.${field}`)}
      description={t(`hints.${field}`)}
      units={SIZE_UNITS}
      isDisabled={isDisabled}
      value={form[field]}
      error={errorOf(field)}
      onChange={(value: SizeInput) => onChange({ ...form, [field]: value })}
    />
  )
  const choice = (field: 'tune' | 'serial') => (
    <Switch
      className={classes.whole ?? ''}
      label={t(`fields.${field}`)}
      description={t(`hints.${field}`)}
      disabled={isDisabled}
      checked={form[field]}
      onChange={(event) => onChange({ ...form, [field]: event.currentTarget.checked })}
    />
  )
  return (
    <div className={classes.fields}>
      {kind === 'object' && (
        <>
          {size('size')}
          {count('seconds')}
          {count('concurrency')}
          <TextInput
            label={t('fields.bucket')}
            description={t('hints.bucket')}
            disabled={isDisabled}
            value={form.bucket}
            error={errorOf('bucket')}
            onChange={(event) => onChange({ ...form, bucket: event.currentTarget.value })}
          />
          {choice('tune')}
        </>
      )}
      {kind === 'drive' && (
        <>
          {size('fileSize')}
          {size('blockSize')}
          {choice('serial')}
        </>
      )}
      {(kind === 'network' || kind === 'client') && count('seconds')}
    </div>
  )
}
