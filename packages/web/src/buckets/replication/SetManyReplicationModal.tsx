import { useStepFocus } from '../../shared/use-step-focus.ts'
import '../../messages/en/replication.ts'
import { getReplication, listExternalBuckets, MAX_HEALTH_CHECK_PERIOD, setReplication } from '@cooperage/contract'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { useApiMutation, useInvalidate } from '../../shared/api/use-api.ts'
import { showNotice } from '../../shared/feedback/messages.ts'
import { ModalForm } from '../../shared/ModalForm.tsx'
import bucket from '../detail/bucket.module.css'
import { AssignStep } from './AssignStep.tsx'
import {
  type Assignment,
  afterResponse,
  assignedRows,
  firstAssignments,
  keptAssignments,
  toRequest,
} from './assignment.ts'
import { RemoteFields } from './RemoteFields.tsx'
import { REMOTE_DEFAULTS, remoteProblem, toListRequest } from './remote-form.ts'
import classes from './replication.module.css'
import { type WizardStep, WizardSteps } from './WizardSteps.tsx'

interface SetManyReplicationModalProps {
  buckets: readonly string[]
  onClose: () => void
  /** Called with the buckets whose replication is set up. */
  onSet: (buckets: readonly string[]) => void
}

/** Replicates several buckets to one other server, in two steps (spec core-console 2, 4). */
export function SetManyReplicationModal({ buckets, onClose, onSet }: SetManyReplicationModalProps) {
  const t = useTexts('replication')
  const [step, setStep] = useState<WizardStep>('remote')
  const [form, setForm] = useState(REMOTE_DEFAULTS)
  const [remote, setRemote] = useState<readonly string[]>([])
  const [rows, setRows] = useState<Assignment[]>()
  // The selection changes while buckets are set up; the wizard is about the original one.
  const [selected] = useState(buckets)
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const invalidate = useInvalidate()
  const fields = useStepFocus<HTMLDivElement>(step, '[data-first-field]')

  const list = useApiMutation(listExternalBuckets, {
    gcTime: 0,
    onSuccess: (response) => {
      const names = response.buckets.map(({ name }) => name)
      setRemote(names)
      setRows((known) => (known ? keptAssignments(known, names) : firstAssignments(selected, names)))
      setStep('buckets')
    },
  })
  const create = useApiMutation(setReplication, {
    gcTime: 0,
    onSuccess: ({ replicationState }) => {
      if (replicationState.length === 0) {
        return setRefusal(new ApiError({ status: 200, message: t('form.nothingApplied') }))
      }
      const before = rows ?? []
      const after = afterResponse(before, replicationState)
      const left = new Set(after.rows.map(({ bucket }) => bucket))
      onSet(before.map(({ bucket }) => bucket).filter((bucket) => !left.has(bucket)))
      void invalidate(getReplication)
      if (after.done > 0) showNotice(t('several.saved', { count: after.done }))
      if (after.failed === 0) return onClose()
      setRows(after.rows)
    },
  })
  const back = () => setStep('remote')
  const isLast = step === 'buckets'
  const problem = () => {
    if (isLast) return assignedRows(rows ?? []).length === 0 ? t('several.chooseOne') : undefined
    const found = remoteProblem(form)
    return found && t(`remote.${found}`, { max: MAX_HEALTH_CHECK_PERIOD })
  }
  const submit = () => {
    setRefusal(null)
    if (isLast) create.mutate({ body: toRequest(form, rows ?? []) })
    else list.mutate({ body: toListRequest(form) })
  }
  return (
    <ModalForm
      title={t('several.title')}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={t(isLast ? 'several.create' : 'several.next')}
      back={isLast ? { label: t('several.back'), onClick: back } : undefined}
      call={{ isPending: list.isPending || create.isPending, error: isLast ? (create.error ?? refusal) : list.error }}
      disabledReason={problem()}
      isWide
    >
      <WizardSteps current={step} onBack={back} />
      <p className={bucket.note} role="note">
        {t('several.note')}
      </p>
      <div ref={fields} className={classes.fields}>
        {isLast ? (
          <AssignStep rows={rows ?? []} onChange={setRows} remote={remote} />
        ) : (
          <>
            <p className={classes.origins}>
              {t('several.originHint', { count: selected.length })} {selected.join(', ')}
            </p>
            <RemoteFields value={form} onChange={setForm} />
          </>
        )}
      </div>
    </ModalForm>
  )
}
