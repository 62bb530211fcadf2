import '../../messages/en/policies.ts'
import { explainAccess, getPolicyCatalogue, listAccessSubjects, type SubjectKind } from '@cooperage/contract'
import { Button, NativeSelect, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApiMutation, useApiQuery } from '../../shared/api/use-api.ts'
import { ModalSnackbar } from '../../shared/feedback/ModalSnackbar.tsx'
import { PolicyEditor } from '../editor/PolicyEditor.tsx'
import { START_TEXT } from '../start-text.ts'
import { AccessAnswer } from './AccessAnswer.tsx'
import classes from './AccessQuestion.module.css'
import { Conditions } from './Conditions.tsx'
import { missingIn, needsName, type QuestionForm, toQuestion } from './question-form.ts'

const KINDS: readonly SubjectKind[] = ['me', 'user', 'group', 'service-account', 'anonymous', 'document']
const LISTS = { user: 'users', group: 'groups', 'service-account': 'serviceAccounts' } as const

interface AccessQuestionProps {
  /** A policy that it starts with: the question is then what this one allows. */
  document?: string
  /** A bucket that it starts with. */
  bucket?: string
}

/** Why can, why can't: who, what, on which resource, under which conditions; the answer names the statement that decides. */
export function AccessQuestion({ document, bucket = '' }: AccessQuestionProps) {
  const { t } = useTranslation('policies')
  const [form, setForm] = useState<QuestionForm>({
    kind: document === undefined ? 'user' : 'document',
    name: '',
    policy: document ?? START_TEXT,
    action: '',
    resource: bucket,
    conditions: [],
    sessionPolicy: undefined,
  })
  const [asked, setAsked] = useState<QuestionForm>()
  const ask = useApiMutation(explainAccess)
  const change = (part: Partial<QuestionForm>) => setForm((now) => ({ ...now, ...part }))
  const missing = missingIn(form)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (missing !== undefined || ask.isPending) return
    setAsked(form)
    ask.mutate(toQuestion(form))
  }
  const { kind } = form
  return (
    <div className={classes.question}>
      <p className={classes.intro}>{t('why.intro')}</p>
      <form className={classes.form} onSubmit={submit} aria-label={t('tabs.why')}>
        <NativeSelect
          label={t('why.subject')}
          data={KINDS.map((value) => ({ value, label: t(`why.kinds.${value}`) }))}
          value={kind}
          onChange={(event) => change({ kind: KINDS.find((one) => one === event.currentTarget.value) ?? kind })}
        />
        {needsName(kind) && <SubjectName kind={kind} name={form.name} onChange={(name) => change({ name })} />}
        {kind === 'document' && (
          <div className={classes.whole}>
            <PolicyEditor label={t('why.pasted')} value={form.policy} onChange={(policy) => change({ policy })} />
          </div>
        )}
        <ActionName action={form.action} onChange={(action) => change({ action })} />
        <TextInput
          label={t('why.resource')}
          description={t('why.resourceHint')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={form.resource}
          onChange={(event) => change({ resource: event.currentTarget.value })}
        />
        <Conditions conditions={form.conditions} onChange={(conditions) => change({ conditions })} />
        <Switch
          className={classes.whole}
          label={t('why.sessionPolicy')}
          checked={form.sessionPolicy !== undefined}
          onChange={(event) => change({ sessionPolicy: event.currentTarget.checked ? START_TEXT : undefined })}
        />
        {form.sessionPolicy !== undefined && (
          <div className={classes.whole}>
            <PolicyEditor
              label={t('why.sessionText')}
              value={form.sessionPolicy}
              onChange={(sessionPolicy) => change({ sessionPolicy })}
            />
          </div>
        )}
        <div className={classes.whole}>
          <Button
            type="submit"
            loading={ask.isPending}
            disabled={missing !== undefined}
            title={missing && t(`why.missing.${missing}`)}
          >
            {t('why.ask')}
          </Button>
        </div>
      </form>
      <ModalSnackbar error={ask.error} />
      {ask.data && asked && !ask.isPending && <AccessAnswer answer={ask.data} asked={asked} />}
    </div>
  )
}

function SubjectName(props: { kind: keyof typeof LISTS; name: string; onChange: (name: string) => void }) {
  const { kind, name, onChange } = props
  const { t } = useTranslation('policies')
  const id = useId()
  const { data } = useApiQuery(listAccessSubjects, {}, { staleTime: 30_000 })
  const unread = data?.unread.find(({ list }) => list === LISTS[kind])
  return (
    <>
      <TextInput
        label={t(`why.names.${kind}`)}
        description={unread && t('why.listUnread', { permission: unread.permission })}
        list={id}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
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

function ActionName({ action, onChange }: { action: string; onChange: (action: string) => void }) {
  const { t } = useTranslation('policies')
  const id = useId()
  const { data } = useApiQuery(getPolicyCatalogue, {}, { staleTime: Number.POSITIVE_INFINITY })
  return (
    <>
      <TextInput
        label={t('why.action')}
        description={t('why.actionHint')}
        list={id}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={action}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <datalist id={id}>
        {data?.actions.map(({ name }) => !name.includes('*') && <option key={name} value={name} />)}
      </datalist>
    </>
  )
}
