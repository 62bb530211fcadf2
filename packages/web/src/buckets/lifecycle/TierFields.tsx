import { listTiers, tierName } from '@cooperage/contract'
import { NativeSelect, TextInput } from '@mantine/core'
import { useTexts } from '../../messages/use-texts.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import classes from '../detail/bucket.module.css'
import type { RuleForm } from './rule-form.ts'

interface TierFieldsProps {
  value: RuleForm
  onChange: (value: RuleForm) => void
}

/**
 * The tier of a transition. If tiers can't be listed, that isn't an error (spec core-console 8): a note says so, and accounts
 * without permission to list tiers can still type a name.
 */
export function TierFields({ value, onChange }: TierFieldsProps) {
  const t = useTexts('lifecycle')
  const tiers = useApiQuery(listTiers, {}, { staleTime: 0 })
  const { storageClass, noncurrentClass } = value
  if (tiers.error?.code === 'NotInThisSetup') {
    return <p className={classes.note}>{t('form.noTierSupport', { message: tiers.error.message })}</p>
  }
  const setClass = (name: string) => onChange({ ...value, storageClass: name })
  const setNoncurrent = (name: string) => onChange({ ...value, noncurrentClass: name })
  if (tiers.error) {
    return (
      <>
        <TextInput
          label={t('form.storageClass')}
          description={t('form.tierNotListed', { message: tiers.error.message })}
          value={storageClass}
          onChange={(event) => setClass(event.currentTarget.value)}
        />
        <TextInput
          label={t('form.noncurrentClass')}
          placeholder={t('form.sameClass')}
          value={noncurrentClass}
          onChange={(event) => setNoncurrent(event.currentTarget.value)}
        />
      </>
    )
  }
  const names = (tiers.data?.items ?? []).map(tierName).filter((name) => name !== '')
  if (tiers.data && names.length === 0) return <p className={classes.note}>{t('form.noTiers')}</p>
  const options = names.map((name) => ({ value: name, label: name }))
  return (
    <>
      <NativeSelect
        label={t('form.storageClass')}
        data={[{ value: '', label: t('form.chooseClass') }, ...options]}
        value={storageClass}
        onChange={(event) => setClass(event.currentTarget.value)}
      />
      <NativeSelect
        label={t('form.noncurrentClass')}
        data={[{ value: '', label: t('form.sameClass') }, ...options]}
        value={noncurrentClass}
        onChange={(event) => setNoncurrent(event.currentTarget.value)}
      />
    </>
  )
}
