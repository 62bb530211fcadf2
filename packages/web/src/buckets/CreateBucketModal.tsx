import './buckets-messages.ts'
import { bucketNameProblem, createBucket } from '@cooperage/contract'
import { Switch, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../session/index.ts'
import { useApiMutation } from '../shared/api/use-api.ts'
import { showNotice } from '../shared/feedback/messages.ts'
import { ModalForm } from '../shared/ModalForm.tsx'
import { useBucketWrites } from './use-buckets.ts'

/** Pause in typing after which a name's problem is said (spec core-console 9). */
const NAME_DEBOUNCE_MS = 1000

interface CreateBucketModalProps {
  onClose: () => void
}

export function CreateBucketModal({ onClose }: CreateBucketModalProps) {
  const { t } = useTranslation(['buckets', 'shared'])
  const isDistributed = useSession()?.distributedMode === true
  const [name, setName] = useState('')
  const [versioning, setVersioning] = useState(false)
  const [settledName] = useDebouncedValue(name, NAME_DEBOUNCE_MS)
  const noteWrites = useBucketWrites()
  const create = useApiMutation(createBucket, {
    onSuccess: async () => {
      await noteWrites('created', [name.trim()])
      showNotice(t('form.created', { name: name.trim() }))
      onClose()
    },
  })

  const problem = settledName === name && name.trim() !== '' ? bucketNameProblem(name.trim()) : undefined
  const clear = () => {
    setName('')
    setVersioning(false)
    create.reset()
  }

  return (
    <ModalForm
      title={t('form.title')}
      onClose={onClose}
      onClear={clear}
      onSubmit={() => create.mutate({ body: { name: name.trim(), versioning } })}
      submitLabel={t('shared:save')}
      isPending={create.isPending}
      disabledReason={name.trim() === '' ? t('form.nameMissing') : undefined}
      error={create.error}
    >
      <TextInput
        label={t('form.name')}
        description={t('form.nameHint')}
        placeholder={t('form.namePlaceholder')}
        error={problem && t('form.nameProblem', { reason: problem })}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Switch
        label={t('form.versioning')}
        description={isDistributed ? t('form.versioningHint') : t('form.notDistributed')}
        disabled={!isDistributed}
        checked={versioning}
        onChange={(event) => setVersioning(event.currentTarget.checked)}
      />
    </ModalForm>
  )
}
