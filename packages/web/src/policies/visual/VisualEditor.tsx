import { checkPolicyText, getPolicyCatalogue, type PolicyFinding } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useId } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import layout from '../../shared/layout.module.css'
import { Findings } from './Findings.tsx'
import { StatementCard } from './StatementCard.tsx'
import { visualStatements, withStatement } from './statements.ts'
import classes from './visual.module.css'

const CHECK_AFTER_MS = 400
const NONE: readonly PolicyFinding[] = []

interface VisualEditorProps {
  label: string
  isLabelHidden: boolean
  description: string | undefined
  /** The bucket whose policy it is; '' for policies of accounts. */
  bucket: string
  text: string
  /** Absent if the policy can't be changed. */
  onChange: ((text: string) => void) | undefined
  /** Shows a part of the JSON. */
  onEditJson: (part?: { from: number; to: number }) => void
}

/** The statements of a policy as cards. What they can't show is there to read, and changed in the JSON. */
export function VisualEditor(props: VisualEditorProps) {
  const { label, isLabelHidden, description, bucket, text, onChange, onEditJson } = props
  const t = useTexts('policyEditor')
  const id = useId()
  const { data: catalogue } = useApiQuery(getPolicyCatalogue, {}, { staleTime: Number.POSITIVE_INFINITY })
  const [settled] = useDebouncedValue(text, CHECK_AFTER_MS)
  const check = useApiQuery(checkPolicyText, { body: { policy: settled, bucket } })
  // Their positions are those of the checked text.
  const findings = settled === text ? (check.data?.findings ?? NONE) : NONE
  const statements = visualStatements(text)
  if (statements === undefined) {
    return (
      <section className={classes.statements} aria-label={label}>
        <p>{t('invalid')}</p>
        <div>
          <Button variant="default" size="xs" onClick={() => onEditJson()}>
            {t('editJson')}
          </Button>
        </div>
      </section>
    )
  }
  const inside = (from: number, to: number) => findings.filter((one) => one.from >= from && one.to <= to)
  const others = findings.filter((one) => !statements.some(({ from, to }) => one.from >= from && one.to <= to))
  const add = () => {
    const principal = bucket === '' ? {} : { Principal: { AWS: ['*'] } }
    onChange?.(withStatement(text, { Effect: 'Allow', ...principal, Action: [], Resource: [] }))
  }
  return (
    <section className={classes.statements} aria-labelledby={`${id}-label`}>
      <div id={`${id}-label`} className={isLabelHidden ? layout.hidden : classes.label}>
        {label}
      </div>
      {description && <p className={classes.hint}>{description}</p>}
      <Findings findings={others} />
      {statements.map((statement, index) => (
        <StatementCard
          // biome-ignore lint/suspicious/noArrayIndexKey: a statement has no other identity
          key={index}
          statement={statement}
          index={index}
          count={statements.length}
          text={text}
          bucket={bucket}
          catalogue={catalogue}
          findings={inside(statement.from, statement.to)}
          onChange={onChange}
          onEditJson={onEditJson}
        />
      ))}
      {onChange && (
        <div>
          <Button variant="default" size="xs" leftSection={<IconPlus size={14} />} onClick={add}>
            {t('add')}
          </Button>
        </div>
      )}
    </section>
  )
}
