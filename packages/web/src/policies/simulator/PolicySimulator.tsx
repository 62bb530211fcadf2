import '../../messages/en/policies.ts'
import { listAccessSubjects, simulatePolicies } from '@cooperage/contract'
import { Button, NativeSelect, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useSimulatedRequest } from '../../navigation/navigation.ts'
import { useApiMutation, useApiQuery } from '../../shared/api/use-api.ts'
import { explained } from '../../shared/ExplainedButton.tsx'
import { ModalSnackbar } from '../../shared/feedback/ModalSnackbar.tsx'
import layout from '../../shared/layout.module.css'
import { JsonPolicyEditor } from '../editor/JsonPolicyEditor.tsx'
import { START_TEXT } from '../start-text.ts'
import { ActionName } from './ActionName.tsx'
import { Conditions } from './Conditions.tsx'
import { SimulationView } from './SimulationView.tsx'
import { missingIn, needsName, type SimulationForm, toSimulation } from './simulation-form.ts'
import classes from './simulator.module.css'

const KINDS = ['me', 'user', 'group', 'service-account', 'anonymous', 'document'] as const
const LISTS = { user: 'users', group: 'groups', 'service-account': 'serviceAccounts' } as const

interface PolicySimulatorProps {
  /** An initial policy: the simulation is then about this policy only. */
  document?: string
  /** An initial bucket. */
  bucket?: string
  /** An account that it starts with. */
  subject?: { kind: 'me' } | { kind: 'user' | 'group'; name: string }
}

/** The policy simulator: principal, action, resource and conditions; the result names the deciding statement. */
export function PolicySimulator({ document, bucket = '', subject }: PolicySimulatorProps) {
  const t = useTexts('policies')
  const named = useSimulatedRequest()
  const [form, setForm] = useState<SimulationForm>({
    kind:
      subject?.kind ?? KINDS.find((one) => one === named.principal) ?? (document === undefined ? 'user' : 'document'),
    name: subject && 'name' in subject ? subject.name : named.name,
    policy: document ?? START_TEXT,
    action: named.action,
    resource: bucket || named.resource,
    conditions: [],
    bucket: '',
    sessionPolicy: undefined,
  })
  const [submitted, setSubmitted] = useState<SimulationForm>()
  const ask = useApiMutation(simulatePolicies)
  const change = (part: Partial<SimulationForm>) => setForm((now) => ({ ...now, ...part }))
  const missing = missingIn(form)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (missing !== undefined || ask.isPending) return
    setSubmitted(form)
    ask.mutate(toSimulation(form))
  }
  const { kind } = form
  return (
    <div className={classes.question}>
      <p className={layout.note}>{t('simulator.intro')}</p>
      <form className={classes.form} onSubmit={submit} aria-label={t('tabs.simulator')}>
        <NativeSelect
          label={t('simulator.subject')}
          data={KINDS.map((value) => ({ value, label: t(`simulator.kinds.${value}`) }))}
          value={kind}
          onChange={(event) => change({ kind: KINDS.find((one) => one === event.currentTarget.value) ?? kind })}
        />
        {needsName(kind) && <SubjectName kind={kind} name={form.name} onChange={(name) => change({ name })} />}
        {kind === 'document' && (
          <div className={classes.whole}>
            <JsonPolicyEditor
              label={t('simulator.pasted')}
              value={form.policy}
              onChange={(policy) => change({ policy })}
            />
          </div>
        )}
        <ActionName action={form.action} onChange={(action) => change({ action })} />
        <TextInput
          label={t('simulator.resource')}
          description={t('simulator.resourceHint')}
          value={form.resource}
          onChange={(event) => change({ resource: event.currentTarget.value })}
        />
        <Conditions conditions={form.conditions} onChange={(conditions) => change({ conditions })} />
        <Switch
          className={classes.whole}
          label={t('simulator.sessionPolicy')}
          checked={form.sessionPolicy !== undefined}
          onChange={(event) => change({ sessionPolicy: event.currentTarget.checked ? START_TEXT : undefined })}
        />
        {form.sessionPolicy !== undefined && (
          <div className={classes.whole}>
            <JsonPolicyEditor
              label={t('simulator.sessionText')}
              value={form.sessionPolicy}
              onChange={(sessionPolicy) => change({ sessionPolicy })}
            />
          </div>
        )}
        <div className={classes.whole}>
          <Button type="submit" loading={ask.isPending} {...explained(missing && t(`simulator.missing.${missing}`))}>
            {t('simulator.check')}
          </Button>
        </div>
      </form>
      <ModalSnackbar error={ask.error} />
      {ask.data && submitted && !ask.isPending && <SimulationView result={ask.data} request={submitted} />}
    </div>
  )
}

function SubjectName(props: { kind: keyof typeof LISTS; name: string; onChange: (name: string) => void }) {
  const { kind, name, onChange } = props
  const t = useTexts('policies')
  const id = useId()
  const { data } = useApiQuery(listAccessSubjects, {}, { staleTime: 30_000 })
  const unread = data?.unread.find(({ list }) => list === LISTS[kind])
  return (
    <>
      <TextInput
        label={t(`simulator.names.${kind}`)}
        description={unread && t('simulator.listUnread', { permission: unread.permission })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        list={id}
        value={name}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <datalist id={id}>
        {data?.[LISTS[kind]].map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </>
  )
}
