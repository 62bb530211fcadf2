import '../../messages/en/tenant-wizard.ts'
import { type ConsoleKey, createTenant, listTenants } from '@cooperage/contract'
import { Button, Switch } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useCallback, useEffect, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { AppLink } from '../../navigation/AppLink.tsx'
import { useNavigation } from '../../navigation/navigation.ts'
import { tenantsPath } from '../../navigation/paths/tenants.ts'
import { useApiMutation } from '../../shared/api/use-api.ts'
import { explained } from '../../shared/ExplainedButton.tsx'
import { ModalSnackbar } from '../../shared/feedback/ModalSnackbar.tsx'
import layout from '../../shared/layout.module.css'
import { PageHeader } from '../../shared/PageHeader.tsx'
import { setLoadingProgress } from '../../shared/system-state.ts'
import { useCurrentInView } from '../../shared/use-current-in-view.ts'
import { usePageTitle } from '../../shared/use-page-title.ts'
import { useStepFocus } from '../../shared/use-step-focus.ts'
import classes from '../tenants.module.css'
import { AffinityStep } from './AffinityStep.tsx'
import { ConfigureStep } from './ConfigureStep.tsx'
import { CreatedDialog } from './CreatedDialog.tsx'
import { EncryptionStep } from './EncryptionStep.tsx'
import { IdentityStep } from './IdentityStep.tsx'
import { NameStep } from './NameStep.tsx'
import { PreviewStep } from './PreviewStep.tsx'
import { tenantPayload } from './payload.ts'
import { SecurityStep } from './SecurityStep.tsx'
import { SizeStep } from './SizeStep.tsx'
import { useFacts } from './use-facts.ts'
import { problemsOf } from './validity.ts'
import { type Step, startForm, stepsOf, type WizardForm } from './wizard-form.ts'

/** The wizard that creates tenants (spec operator-mode 2). Leaving the page resets it. */
export function CreateTenantPage() {
  const t = useTexts('tenantWizard')
  usePageTitle(t('title'))
  const { push } = useNavigation()
  const [form, setForm] = useState(startForm)
  const [isAdvanced, setAdvanced] = useState(false)
  const [step, setStep] = useState<Step>('nameTenant')
  const [created, setCreated] = useState<readonly ConsoleKey[]>()
  const change = useCallback((part: Partial<WizardForm>) => setForm((known) => ({ ...known, ...part })), [])
  const wizardFacts = useFacts(form, change)
  const { facts, parts } = wizardFacts
  const client = useQueryClient()
  const create = useApiMutation(createTenant, {
    gcTime: 0,
    onSuccess: ({ console }) => setCreated(console),
  })
  const { isPending } = create
  useEffect(() => {
    setLoadingProgress(isPending ? 50 : 100)
    return () => setLoadingProgress(100)
  }, [isPending])

  const steps = stepsOf(isAdvanced)
  const list = useCurrentInView<HTMLOListElement>(step)
  const heading = useStepFocus<HTMLHeadingElement>(step)
  const index = Math.max(0, steps.indexOf(step))
  const problems = problemsOf(step, form, facts)
  const firstInvalid = steps.find((one) => Object.keys(problemsOf(one, form, facts)).length > 0)
  const isValid = Object.keys(problems).length === 0 && parts.installed
  const isLast = step === 'preview'
  const isBlocked = isLast ? firstInvalid !== undefined : !isValid
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBlocked || isPending) return
    if (isLast) create.mutate({ body: tenantPayload(form, facts, parts) })
    else setStep(steps[index + 1] ?? step)
  }
  const props = { form, change, facts, problems }
  const close = () => {
    // Else the list would appear without the new tenant first.
    client.removeQueries({ queryKey: [listTenants.id] })
    push(tenantsPath())
  }
  return (
    <div className={layout.page}>
      <AppLink to={tenantsPath()} className={`${layout.row} ${layout.back}`}>
        <IconArrowLeft size={16} aria-hidden="true" /> {t('back')}
      </AppLink>
      <PageHeader title={t('title')}>
        <Switch
          label={t('advanced')}
          checked={isAdvanced}
          onChange={(event) => {
            const next = event.currentTarget.checked
            setAdvanced(next)
            if (!stepsOf(next).includes(step)) setStep('nameTenant')
          }}
        />
      </PageHeader>
      {!parts.installed && (
        <p className={classes.problem} role="alert">
          {t('notInstalled')}
        </p>
      )}
      <div className={classes.wizard}>
        <ol className={classes.steps} ref={list} aria-label={t('steps.label')}>
          {steps.map((one, place) => (
            <li key={one} className={classes.step} aria-current={one === step ? 'step' : undefined}>
              <span className={classes.number} aria-hidden="true">
                {place + 1}
              </span>
              {place < index ? (
                <button type="button" className={classes.visited} onClick={() => setStep(one)}>
                  {t(`steps.${one}`)}
                </button>
              ) : (
                t(`steps.${one}`)
              )}
            </li>
          ))}
        </ol>
        <form className={layout.card} onSubmit={submit} aria-label={t(`steps.${step}`)}>
          <div>
            <h2 ref={heading} tabIndex={-1} className={layout.heading}>
              {t(`steps.${step}`)}
            </h2>
            <p className={layout.note}>{t(`purposes.${step}`)}</p>
          </div>
          {step === 'nameTenant' && <NameStep {...props} {...wizardFacts} />}
          {step === 'configure' && <ConfigureStep {...props} parts={parts} />}
          {step === 'affinity' && <AffinityStep {...props} />}
          {step === 'identityProvider' && <IdentityStep {...props} />}
          {step === 'security' && <SecurityStep {...props} parts={parts} />}
          {step === 'encryption' && <EncryptionStep {...props} />}
          {step === 'tenantSize' && <SizeStep {...props} {...wizardFacts} />}
          {isLast && <PreviewStep {...props} parts={parts} />}
          <ModalSnackbar error={create.error} notice={undefined} />
          <div className={`${layout.buttons} ${classes.wizardButtons}`}>
            <Button variant="default" onClick={() => push(tenantsPath())}>
              {t('cancel')}
            </Button>
            {index > 0 && (
              <Button variant="default" onClick={() => setStep(steps[index - 1] ?? step)}>
                {t('previous')}
              </Button>
            )}
            <Button type="submit" loading={isPending} {...explained(isBlocked ? t('invalid') : undefined)}>
              {t(isLast ? 'create' : 'next')}
            </Button>
          </div>
        </form>
      </div>
      {created && <CreatedDialog tenant={form.tenantName} keys={created} onClose={close} />}
    </div>
  )
}
