import { listBuckets } from '@cooperage/contract'
import { NativeSelect, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useSession } from '../../session/index.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { ExplainedButton } from '../../shared/ExplainedButton.tsx'
import type { StatementProps } from './StatementCard.tsx'
import { withListed, withoutListed, withoutPrincipal, withPrincipal } from './statements.ts'
import { ValueList } from './ValueList.tsx'
import classes from './visual.module.css'

const KINDS = ['objects', 'bucket', 'arn'] as const
type Kind = (typeof KINDS)[number]

const ARN = 'arn:aws:s3:::'

/** What a statement is about: buckets and objects, by name or as ARN. */
export function ResourceFields({ statement, index, text, bucket, onChange, onEditJson }: StatementProps) {
  const t = useTexts('policyEditor')
  const id = useId()
  const [kind, setKind] = useState<Kind>('objects')
  const [name, setName] = useState(bucket)
  const [prefix, setPrefix] = useState('')
  const [arn, setArn] = useState(ARN)
  const enabled = useSession()?.pages.includes('/buckets') === true && onChange !== undefined
  const { data } = useApiQuery(listBuckets, { query: { names_only: true } }, { staleTime: 60_000, enabled })
  const written = { objects: `${ARN}${name}/${prefix}*`, bucket: `${ARN}${name}`, arn }[kind].trim()
  const isMissing = kind === 'arn' ? arn.trim() === ARN || arn.trim() === '' : name.trim() === ''
  const values = statement.lists.Resource ?? []
  const add = () => {
    onChange?.(withListed(text, index, 'Resource', written))
    setPrefix('')
    setArn(ARN)
  }
  const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const
  return (
    <div className={classes.part}>
      <h5>{t('resources')}</h5>
      <ValueList
        label={t('resources')}
        values={values}
        empty={t('noResources')}
        onRemove={onChange && ((value) => onChange(withoutListed(text, index, 'Resource', value)))}
        onEditJson={() => onEditJson(statement)}
      />
      {onChange && (
        <div className={classes.adding}>
          <NativeSelect
            aria-label={t('resourceKind')}
            data={KINDS.map((value) => ({ value, label: t(`resourceKinds.${value}`) }))}
            value={kind}
            onChange={(event) => setKind(KINDS.find((one) => one === event.currentTarget.value) ?? kind)}
          />
          {kind === 'arn' ? (
            <TextInput
              {...plain}
              aria-label={t('arn')}
              value={arn}
              onChange={(event) => setArn(event.currentTarget.value)}
            />
          ) : (
            <TextInput
              {...plain}
              aria-label={t('bucket')}
              placeholder={t('bucket')}
              list={id}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
          {kind === 'objects' && (
            <TextInput
              {...plain}
              aria-label={t('prefix')}
              placeholder={t('prefix')}
              value={prefix}
              onChange={(event) => setPrefix(event.currentTarget.value)}
            />
          )}
          <ExplainedButton
            variant="default"
            disabledReason={isMissing ? t('missing.bucket') : values.includes(written) ? t('listed') : undefined}
            onClick={add}
          >
            {t('addResource')}
          </ExplainedButton>
          <datalist id={id}>
            {data?.buckets.map((one) => (
              <option key={one.name} value={one.name} />
            ))}
          </datalist>
        </div>
      )}
    </div>
  )
}

/** Whom a bucket policy is about. */
export function PrincipalFields({ statement, index, text, onChange, onEditJson }: StatementProps) {
  const t = useTexts('policyEditor')
  const [typed, setTyped] = useState('')
  const values = statement.principals ?? []
  const wanted = typed.trim() || '*'
  return (
    <div className={classes.part}>
      <h5>{t('principals')}</h5>
      <ValueList
        label={t('principals')}
        values={values}
        empty={t('noPrincipals')}
        onRemove={onChange && ((value) => onChange(withoutPrincipal(text, index, value)))}
        onEditJson={() => onEditJson(statement)}
      />
      {onChange && (
        <div className={classes.adding}>
          <TextInput
            aria-label={t('principal')}
            placeholder={t('principalHint')}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <ExplainedButton
            variant="default"
            disabledReason={values.includes(wanted) ? t('listed') : undefined}
            onClick={() => {
              onChange(withPrincipal(text, index, wanted))
              setTyped('')
            }}
          >
            {t('addPrincipal')}
          </ExplainedButton>
        </div>
      )}
    </div>
  )
}
