import type { PolicyCatalogue, PolicyFinding } from '@cooperage/contract'
import { ActionIcon, NativeSelect, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCopy, IconTrash } from '@tabler/icons-react'
import { useTexts } from '../../messages/use-texts.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import { ActionChooser } from '../actions/ActionChooser.tsx'
import { ConditionFields } from './ConditionFields.tsx'
import { Findings } from './Findings.tsx'
import { PrincipalFields, ResourceFields } from './ResourceFields.tsx'
import {
  type KeptPart,
  type VisualStatement,
  withCopy,
  withListed,
  withMoved,
  withoutListed,
  withoutStatement,
  withText,
} from './statements.ts'
import { ValueList } from './ValueList.tsx'
import classes from './visual.module.css'

export interface StatementProps {
  statement: VisualStatement
  index: number
  text: string
  /** The bucket whose policy it is; '' for policies of accounts. */
  bucket: string
  catalogue: PolicyCatalogue | undefined
  /** Absent if the policy can't be changed. */
  onChange: ((text: string) => void) | undefined
  /** Shows a part of the JSON. */
  onEditJson: (part: { from: number; to: number }) => void
}

interface StatementCardProps extends StatementProps {
  count: number
  findings: readonly PolicyFinding[]
}

/** A statement: effect, principals, actions, resources and conditions, and what only the JSON shows. */
export function StatementCard(props: StatementCardProps) {
  const { statement, index, count, text, bucket, catalogue, findings, onChange, onEditJson } = props
  const t = useTexts('policyEditor')
  const { sid, effect, lists, principals, kept } = statement
  const number = index + 1
  const keptNames = new Set(kept.map(({ name }) => name.toLowerCase()))
  const isShown = (name: string) => !keptNames.has(name)
  const title = sid === '' ? t('statement', { number }) : t('statementNamed', { number, sid: plainName(sid) })
  return (
    <section className={classes.card} aria-label={title} data-effect={effect}>
      <div className={classes.head}>
        <h4>{title}</h4>
        {onChange && <Tools index={index} count={count} text={text} onChange={onChange} />}
      </div>
      <Findings findings={findings} />
      <div className={classes.pair}>
        {isShown('effect') && (
          <NativeSelect
            label={t('effect')}
            disabled={onChange === undefined}
            data={[
              ...(effect === '' ? [{ value: '', label: t('effects.none') }] : []),
              { value: 'Allow', label: t('effects.Allow') },
              { value: 'Deny', label: t('effects.Deny') },
            ]}
            value={effect}
            onChange={(event) => onChange?.(withText(text, index, 'Effect', event.currentTarget.value))}
          />
        )}
        {isShown('sid') && (
          <TextInput
            label={t('sid')}
            readOnly={onChange === undefined}
            value={sid}
            onChange={(event) => onChange?.(withText(text, index, 'Sid', event.currentTarget.value))}
          />
        )}
      </div>
      {isShown('principal') && isShown('notprincipal') && (bucket !== '' || principals !== undefined) && (
        <PrincipalFields {...props} />
      )}
      {isShown('action') && isShown('notaction') && (
        <div className={classes.part}>
          <h5>{t('actions')}</h5>
          <ValueList
            label={t('actions')}
            values={lists.Action ?? []}
            empty={t('noActions')}
            onRemove={onChange && ((name) => onChange(withoutListed(text, index, 'Action', name)))}
            onEditJson={() => onEditJson(statement)}
          />
          {onChange && (
            <details>
              <summary>{t('chooseActions')}</summary>
              <ActionChooser
                actions={catalogue?.actions ?? []}
                chosen={lists.Action ?? []}
                onAdd={(name) => onChange(withListed(text, index, 'Action', name))}
                onRemove={(name) => onChange(withoutListed(text, index, 'Action', name))}
                hasPatterns
              />
            </details>
          )}
        </div>
      )}
      {isShown('resource') && isShown('notresource') && <ResourceFields {...props} />}
      {isShown('condition') && <ConditionFields {...props} />}
      <Kept parts={kept} onEditJson={onEditJson} />
    </section>
  )
}

interface ToolsProps {
  index: number
  count: number
  text: string
  onChange: (text: string) => void
}

function Tools({ index, count, text, onChange }: ToolsProps) {
  const t = useTexts('policyEditor')
  const number = index + 1
  const tools = [
    { label: t('up', { number }), Icon: IconArrowUp, isThere: index > 0, run: () => withMoved(text, index - 1) },
    { label: t('down', { number }), Icon: IconArrowDown, isThere: number < count, run: () => withMoved(text, index) },
    { label: t('copy', { number }), Icon: IconCopy, isThere: true, run: () => withCopy(text, index) },
    { label: t('remove', { number }), Icon: IconTrash, isThere: true, run: () => withoutStatement(text, index) },
  ]
  return (
    <div>
      {tools.map(
        ({ label, Icon, isThere, run }) =>
          isThere && (
            <ActionIcon
              key={label}
              variant="subtle"
              color="neutral"
              size={32}
              aria-label={label}
              title={label}
              onClick={() => onChange(run())}
            >
              <Icon size={16} />
            </ActionIcon>
          ),
      )}
    </div>
  )
}

/** What the form can't show, as it is written. */
function Kept({ parts, onEditJson }: { parts: readonly KeptPart[]; onEditJson: (part: KeptPart) => void }) {
  const t = useTexts('policyEditor')
  if (parts.length === 0) return null
  return (
    <div className={classes.part}>
      <h5>{t('kept')}</h5>
      {parts.map((part) => (
        <div key={part.from} className={classes.kept}>
          <pre>{part.text}</pre>
          <button type="button" aria-label={t('editJsonOf', { name: part.name })} onClick={() => onEditJson(part)}>
            {t('editJson')}
          </button>
        </div>
      ))}
    </div>
  )
}
