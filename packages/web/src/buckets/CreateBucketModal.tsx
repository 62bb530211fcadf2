import '../messages/en/buckets.ts'
import '../messages/en/create-bucket.ts'
import { type CreationOutcome, createBucket, sentence } from '@cooperage/contract'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { bucketPath } from '../navigation/paths/buckets.ts'
import { folderPath } from '../navigation/paths/objects.ts'
import { useSession } from '../session/index.ts'
import { useApiMutation } from '../shared/api/use-api.ts'
import { showNotice } from '../shared/feedback/messages.ts'
import { ModalForm } from '../shared/ModalForm.tsx'
import list from '../shared/outcomes/outcomes.module.css'
import { StateMark } from '../shared/StateMark.tsx'
import { CreationFields } from './create/CreationFields.tsx'
import { CREATION_DEFAULTS, creationProblem, toCreation } from './create/creation-form.ts'
import { retrySteps } from './create/retry-steps.ts'
import { useBucketWrites } from './use-buckets.ts'

interface CreateBucketModalProps {
  onClose: () => void
}

/** Creates and configures a bucket. If a setting fails, the dialog shows the outcome and retries the rest. */
export function CreateBucketModal({ onClose }: CreateBucketModalProps) {
  const t = useTexts(['createBucket', 'shared'])
  const [form, setForm] = useState(CREATION_DEFAULTS)
  const [steps, setSteps] = useState<CreationOutcome[]>()
  const [isRetrying, setRetrying] = useState(false)
  const noteWrites = useBucketWrites()
  const wanted = toCreation(form)
  const { pages = [] } = useSession() ?? {}

  const applyOutcomes = (outcomes: CreationOutcome[]) => {
    if (outcomes.some(({ done }) => !done)) return setSteps(outcomes)
    const { name } = wanted
    showNotice(t('created', { name }), [
      ...(pages.includes('/object-browser/:bucket') ? [{ label: t('upload'), to: folderPath(name) }] : []),
      ...(pages.includes('/buckets/:bucket') ? [{ label: t('settings'), to: bucketPath(name) }] : []),
    ])
    onClose()
  }
  const create = useApiMutation(createBucket, {
    onSuccess: async (response) => {
      await noteWrites('created', [wanted.name])
      applyOutcomes(response.steps)
    },
  })
  const retry = async (failed: CreationOutcome[]) => {
    setRetrying(true)
    try {
      applyOutcomes(await retrySteps(wanted, failed))
    } finally {
      setRetrying(false)
    }
  }

  if (steps) {
    return (
      <ModalForm
        title={t('title')}
        onClose={onClose}
        closeLabel={t('done')}
        onSubmit={() => void retry(steps)}
        submitLabel={t('shared:retry')}
        call={{ isPending: isRetrying, error: null }}
      >
        <p role="status">{t('partly', { name: wanted.name })}</p>
        <CreationSteps steps={steps} />
        <p>{t('partlyHint')}</p>
      </ModalForm>
    )
  }
  const problem = creationProblem(form)
  // The field shows the error, once, and keeps showing it.
  const isNameRefused = create.error?.code === 'InvalidBucketName'
  const nameRefusal = isNameRefused && create.variables?.body.name === wanted.name ? create.error?.message : undefined
  return (
    <ModalForm
      title={t('title')}
      onClose={onClose}
      onClear={() => {
        setForm(CREATION_DEFAULTS)
        create.reset()
      }}
      onSubmit={() => create.mutate({ body: wanted })}
      submitLabel={t('shared:save')}
      call={{ isPending: create.isPending, error: isNameRefused ? null : create.error }}
      disabledReason={problem && t(problem)}
    >
      <CreationFields form={form} onChange={setForm} nameRefusal={nameRefusal} />
    </ModalForm>
  )
}

/** The steps of the creation: what is done, and what failed and why. */
function CreationSteps({ steps }: { steps: readonly CreationOutcome[] }) {
  const t = useTexts('createBucket')
  return (
    <ul className={list.list} aria-label={t('stepsLabel')}>
      {steps.map(({ step, done, reason, text }) => (
        <li key={step} className={list.row}>
          <b>{t(`steps.${step}`)}</b>
          <StateMark tone={done ? 'good' : 'bad'} text={done ? t('stepDone') : (sentence(text) ?? reason)} />
        </li>
      ))}
    </ul>
  )
}
