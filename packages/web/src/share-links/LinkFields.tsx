import { MAX_SHARER_LENGTH } from '@cooperage/contract'
import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { useTexts } from '../messages/use-texts.ts'
import { SecretKeyField } from '../shared/fields/SecretKeyField.tsx'
import { SizeField } from '../shared/fields/SizeField.tsx'
import { LIFE_DAYS, type LinkForm } from './link-form.ts'

interface LinkFieldsProps {
  form: LinkForm
  change: (part: Partial<LinkForm>) => void
}

/** What a link allows besides its target: how long, how often, and with which password. */
export function LinkFields({ form, change }: LinkFieldsProps) {
  const t = useTexts('shareLinks')
  const isUpload = form.kind === 'upload'
  return (
    <>
      <NativeSelect
        label={t('create.life')}
        data={LIFE_DAYS.map((days) => ({ value: days, label: t('create.days', { count: Number(days) }) }))}
        value={form.days}
        onChange={(event) => change({ days: event.currentTarget.value })}
      />
      <TextInput
        label={t(isUpload ? 'create.maxFiles' : 'create.maxUses')}
        description={isUpload ? undefined : t('create.maxUsesHint')}
        inputMode="numeric"
        value={form.maxUses}
        onChange={(event) => change({ maxUses: event.currentTarget.value.trim() })}
      />
      {isUpload && (
        <SizeField
          label={t('create.maxSize')}
          units={['KiB', 'MiB', 'GiB']}
          value={form.maxSize}
          onChange={(maxSize) => change({ maxSize })}
        />
      )}
      <SecretKeyField
        label={t('create.password')}
        description={t('create.passwordHint')}
        isNew
        value={form.password}
        onChange={(password) => change({ password })}
      />
      {!isUpload && (
        <Switch
          label={t('create.direct')}
          description={t('create.directHint')}
          checked={form.isDirect}
          onChange={(event) => change({ isDirect: event.currentTarget.checked })}
        />
      )}
      <TextInput
        label={t('create.sharedBy')}
        description={t('create.sharedByHint')}
        maxLength={MAX_SHARER_LENGTH}
        autoComplete="name"
        value={form.sharedBy}
        onChange={(event) => change({ sharedBy: event.currentTarget.value })}
      />
    </>
  )
}
