import type { IamDifference, IamPlanEntry } from '@cooperage/contract'
import '../messages/en/policies.ts'
import { useTexts } from '../messages/use-texts.ts'
import layout from '../shared/layout.module.css'
import { LineDiff } from '../shared/line-diff/LineDiff.tsx'
import { ModalForm } from '../shared/ModalForm.tsx'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { reasonText, valueText } from './entry-text.ts'
import classes from './iam-backup.module.css'

/** What an import changes in one entry, field by field, or why it leaves the entry out. */
export function EntryDialog({ entry, onClose }: { entry: IamPlanEntry; onClose: () => void }) {
  const t = useTexts('iamBackup')
  const { kind, name, change, differences, skipDetails } = entry
  return (
    <ModalForm
      title={t('details.title', { kind: t(`kinds.${kind}`), name: plainName(name) })}
      isWide
      hasOneButton
      onClose={onClose}
      onSubmit={onClose}
      submitLabel={t('details.close')}
    >
      {change === 'skip' && <p>{reasonText(t, entry)}</p>}
      {skipDetails.length > 3 && (
        <ul>
          {skipDetails.map((one) => (
            <li key={one}>
              <ObjectName name={one} />
            </li>
          ))}
        </ul>
      )}
      {differences.map((difference) => (
        <Difference key={difference.field} difference={difference} />
      ))}
    </ModalForm>
  )
}

function Difference({ difference }: { difference: IamDifference }) {
  const t = useTexts('iamBackup')
  const { field, before, after } = difference
  const content = () => {
    if (field === 'secretKey' || field === 'claims') return <p>{t(`values.${field}`)}</p>
    if (field === 'policy') {
      const [from = '', to = ''] = [before[0], after[0]]
      return (
        <>
          {from === '' && <p>{t('values.policyAdded')}</p>}
          {to === '' && <p>{t('values.policyRemoved')}</p>}
          <LineDiff label={t('details.changes')} before={from} after={to} />
        </>
      )
    }
    return (
      <dl className={layout.facts}>
        <dt>{t('details.before')}</dt>
        <dd>{textOf(before)}</dd>
        <dt>{t('details.after')}</dt>
        <dd>{textOf(after)}</dd>
      </dl>
    )
  }
  const textOf = (values: readonly string[]) =>
    values.length > 1 ? values.map(plainName).join(', ') : valueText(t, field, values)
  return (
    <section className={`${layout.stack} ${classes.difference}`}>
      <h3>{t(`fields.${field}`)}</h3>
      {content()}
    </section>
  )
}
