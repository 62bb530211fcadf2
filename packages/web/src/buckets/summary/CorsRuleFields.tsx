import { CORS_METHODS } from '@cooperage/contract'
import { ActionIcon, Textarea, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import fields from '../../shared/fields/fields.module.css'
import classes from '../detail/bucket.module.css'
import { type CorsField, type CorsForm, corsProblems } from './cors-form.ts'

interface CorsRuleFieldsProps {
  number: number
  rule: CorsForm
  /** Just added: gets the focus, and doesn't report missing values yet. */
  isNew: boolean
  onChange: (rule: CorsForm) => void
  onRemove: () => void
}

/** One rule: origins, methods, headers, exposed headers, and the maximum age. */
export function CorsRuleFields({ number, rule, isNew, onChange, onRemove }: CorsRuleFieldsProps) {
  const t = useTexts('bucket')
  const id = useId()
  const first = useRef<HTMLTextAreaElement>(null)
  const [touched, setTouched] = useState(!isNew)
  useEffect(() => {
    if (isNew) first.current?.focus()
  }, [isNew])
  const problems = corsProblems(rule)
  const change = (part: Partial<CorsForm>) => onChange({ ...rule, ...part })
  const problemOf = (field: CorsField) => {
    const problem = problems[field]
    return touched && problem ? t(`summary.cors.problems.${problem}`) : undefined
  }
  const lines = (field: 'origins' | 'headers' | 'exposeHeaders') => ({
    label: t(`summary.cors.${field}`),
    description: t(`summary.cors.${field}Hint`),
    error: problemOf(field),
    value: rule[field],
    autosize: true,
    minRows: 1,
    maxRows: 6,
    spellCheck: false,
    onBlur: () => setTouched(true),
    onChange: (event: { currentTarget: { value: string } }) => change({ [field]: event.currentTarget.value }),
  })
  return (
    <fieldset className={classes.corsRule} aria-labelledby={id}>
      <div className={classes.corsHead}>
        <span id={id} className={classes.corsTitle}>
          {t('summary.cors.rule', { number })}
        </span>
        <ActionIcon
          variant="subtle"
          color="neutral"
          size={32}
          aria-label={t('summary.cors.remove', { number })}
          title={t('summary.cors.remove', { number })}
          onClick={onRemove}
        >
          <IconTrash size={18} />
        </ActionIcon>
      </div>
      <Textarea ref={first} {...lines('origins')} />
      <fieldset className={classes.methods} aria-describedby={problems.methods && `${id}-methods`}>
        <legend className={fields.label}>{t('summary.cors.methods')}</legend>
        {CORS_METHODS.map((method) => (
          <label key={method} className={classes.method}>
            <input
              type="checkbox"
              checked={rule.methods.includes(method)}
              onChange={({ currentTarget: { checked } }) =>
                change({
                  methods: CORS_METHODS.filter((one) => (one === method ? checked : rule.methods.includes(one))),
                })
              }
            />
            {method}
          </label>
        ))}
        {/* A rule starts with a method, so a rule without one was edited that way. */}
        {problems.methods && (
          <p id={`${id}-methods`} className={classes.corsProblem}>
            {t(`summary.cors.problems.${problems.methods}`)}
          </p>
        )}
      </fieldset>
      <div className={classes.corsPair}>
        <Textarea {...lines('headers')} />
        <Textarea {...lines('exposeHeaders')} />
      </div>
      <TextInput
        className={classes.corsAge ?? ''}
        label={t('summary.cors.maxAge')}
        description={t('summary.cors.maxAgeHint')}
        error={problemOf('maxAge')}
        inputMode="numeric"
        value={rule.maxAge}
        onBlur={() => setTouched(true)}
        onChange={(event) => change({ maxAge: event.currentTarget.value })}
      />
    </fieldset>
  )
}
