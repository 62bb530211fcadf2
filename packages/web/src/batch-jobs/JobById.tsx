import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import layout from '../shared/layout.module.css'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { CancelJobDialog, JobDialog, useDenied } from './index.ts'

const ID = /^[\w:-]{1,128}$/

/** For who may view or cancel jobs, but not list them: a job whose ID they know. */
export function JobById() {
  const t = useTexts('batchJobs')
  const denied = useDenied('', 'describe', 'cancel')
  const [typed, setTyped] = useState('')
  const id = typed.trim()
  const { open, dialog } = useDialogs({
    details: (close, named: string) => <JobDialog id={named} job={undefined} onClose={close} />,
    cancel: (close, named: string) => <CancelJobDialog id={named} onClose={close} />,
  })
  if (denied.describe !== undefined && denied.cancel !== undefined) return null
  const invalid = ID.test(id) ? undefined : t('byId.invalid')
  return (
    <section className={layout.card} aria-labelledby="job-by-id">
      <h2 className={layout.heading} id="job-by-id">
        {t('byId.title')}
      </h2>
      <p className={layout.note}>{t('byId.what')}</p>
      <div className={layout.form}>
        <TextInput
          label={t('byId.label')}
          description={t('byId.example')}
          maxLength={128}
          error={id === '' ? undefined : invalid}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <div className={layout.buttons}>
          <ExplainedButton
            variant="default"
            disabledReason={denied.describe ?? invalid}
            onClick={() => open('details', id)}
          >
            {t('details.action')}
          </ExplainedButton>
          <ExplainedButton
            variant="default"
            disabledReason={denied.cancel ?? invalid}
            onClick={() => open('cancel', id)}
          >
            {t('cancel.action')}
          </ExplainedButton>
        </div>
      </div>
      {dialog}
    </section>
  )
}
