import { checkBatchJob, describeBatchJob, listBatchJobs, MAX_JOB_YAML, startBatchJob } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { useChange } from '../shared/api/use-change.ts'
import { CodeEditor } from '../shared/code-editor/CodeEditor.tsx'
import { ErrorState } from '../shared/ErrorState.tsx'
import { Loading } from '../shared/Loading.tsx'
import layout from '../shared/layout.module.css'
import { ModalForm } from '../shared/ModalForm.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { CheckedJob } from './CheckedJob.tsx'
import { JobFields } from './JobFields.tsx'
import { jobCompletions } from './job-completions.ts'
import { isWarning, jobFindings } from './job-findings.ts'
import { formProblem, jobYaml, NEW_JOB } from './job-yaml.ts'

/** Defines a job in a form or as YAML, has it checked, and starts it. */
export function StartJobModal({ yaml: given, onClose }: { yaml?: string; onClose: () => void }) {
  const t = useTexts('batchJobs')
  const [form, setForm] = useState(NEW_JOB)
  const [edited, setEdited] = useState(given)
  const yaml = edited ?? jobYaml(form)
  const lintSource = useMemo(() => jobFindings(t), [t])
  const check = useChange(checkBatchJob, { changes: [] })
  const start = useChange(startBatchJob, {
    changes: [listBatchJobs],
    notice: ({ id }) => t('start.done', { id: plainName(id) }),
    onDone: onClose,
  })

  if (check.data) {
    const { type, findings, places } = check.data
    const isWrong = findings.some((finding) => !isWarning(finding))
    const isDestructive = type === 'expire' && !isWrong
    return (
      <ModalForm
        key="checked"
        title={t('start.title')}
        submitLabel={t('start.action')}
        back={{
          label: t('start.back'),
          onClick: () => {
            start.reset()
            check.reset()
          },
        }}
        call={start}
        isErrorKept
        isWide
        isKeptOpen
        isDestructive={isDestructive}
        typedName={isDestructive ? places[0]?.bucket : undefined}
        disabledReason={isWrong ? t('start.problemsLeft') : undefined}
        onSubmit={() => start.mutate({ body: { yaml } })}
        onClose={onClose}
      >
        <CheckedJob job={check.data} />
      </ModalForm>
    )
  }
  const problem =
    edited === undefined
      ? formProblem(form)
      : edited.trim() === ''
        ? ('yaml' as const)
        : edited.length > MAX_JOB_YAML
          ? ('yamlLong' as const)
          : undefined
  return (
    <ModalForm
      key="typed"
      title={t('start.title')}
      submitLabel={t('start.check')}
      call={check}
      isErrorKept
      isWide
      isKeptOpen
      disabledReason={problem && t(`start.missing.${problem}`)}
      onSubmit={() => check.mutate({ body: { yaml } })}
      onClose={onClose}
    >
      {edited === undefined ? (
        <>
          <JobFields form={form} onChange={(part) => setForm((before) => ({ ...before, ...part }))} />
          <div className={layout.buttons}>
            <Button variant="default" onClick={() => setEdited(jobYaml(form))}>
              {t('start.asYaml')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <CodeEditor
            language="yaml"
            label={t('start.yaml')}
            description={t('start.yamlHint')}
            value={edited}
            onChange={setEdited}
            completions={jobCompletions}
            lintSource={lintSource}
          />
          <div className={layout.row}>
            <Button variant="default" onClick={() => setEdited(undefined)}>
              {t('start.asForm')}
            </Button>
            <p className={layout.note}>{t('start.asFormNote')}</p>
          </div>
        </>
      )}
    </ModalForm>
  )
}

/** The same, with the definition of a job that there was. Its secrets have to be entered again. */
export function StartAgainModal({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts('batchJobs')
  const { data, error, isFetching, refetch } = useApiQuery(describeBatchJob, { query: { id } })
  if (data) return <StartJobModal yaml={data.yaml} onClose={onClose} />
  return (
    <ModalForm
      title={t('start.title')}
      submitLabel={t('details.close')}
      hasOneButton
      isWide
      onSubmit={onClose}
      onClose={onClose}
    >
      {error ? <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} /> : <Loading />}
    </ModalForm>
  )
}
