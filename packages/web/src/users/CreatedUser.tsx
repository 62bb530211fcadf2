import { useTexts } from '../messages/use-texts.ts'
import { ApiError } from '../shared/api/api-error.ts'
import { CreatedKeys } from '../shared/fields/CreatedKeys.tsx'
import { ModalForm } from '../shared/ModalForm.tsx'
import { OutcomeList } from '../shared/outcomes/OutcomeList.tsx'
import type { Outcome } from '../shared/outcomes/run-each.ts'

interface CreatedUserProps {
  name: string
  /** Shown if the secret key was generated. */
  keys: { accessKey: string; secretKey: string } | undefined
  steps: readonly ('user' | 'key' | 'groups' | 'policies')[]
  outcomes: ReadonlyMap<string, Outcome>
  onRetry: () => void
  isRetrying: boolean
  onClose: () => void
}

/** What was done for a new user and what failed, and its keys, which no call shows again. */
export function CreatedUser({ name, keys, steps, outcomes, onRetry, isRetrying, onClose }: CreatedUserProps) {
  const t = useTexts(['users', 'shared'])
  const isComplete = ![...outcomes.values()].some((outcome) => outcome instanceof ApiError)
  return (
    <ModalForm
      title={isComplete ? t('created.title', { name }) : t('form.title')}
      onClose={onClose}
      closeLabel={t('created.done')}
      onSubmit={isComplete ? onClose : onRetry}
      submitLabel={isComplete ? t('created.done') : t('shared:retry')}
      hasOneButton={isComplete}
      call={{ isPending: isRetrying, error: null }}
      isKeptOpen={keys !== undefined}
    >
      {!isComplete && (
        <>
          <p role="status">{t('created.partly', { name })}</p>
          <OutcomeList
            label={t('created.steps')}
            ids={steps}
            nameOf={(step) => t(`created.step.${step as (typeof steps)[number]}`)}
            outcomes={outcomes}
            words={{ pending: t('created.pending'), done: t('created.stepDone') }}
          />
          <p>{t('created.partlyHint')}</p>
        </>
      )}
      {keys && (
        <>
          <p>{t('created.once')}</p>
          <CreatedKeys
            accessKey={{ label: t('created.accessKey'), value: keys.accessKey }}
            secretKey={{ label: t('created.secretKey'), value: keys.secretKey }}
          />
        </>
      )}
    </ModalForm>
  )
}
