import type { LifecycleRuleView } from '@cooperage/contract'
import { useTexts } from '../../messages/use-texts.ts'
import classes from '../detail/bucket.module.css'
import { ruleText } from './rule-text.ts'

/** Everything that a rule does. */
export function RuleDetails({ rule }: { rule: LifecycleRuleView }) {
  const t = useTexts('lifecycle')
  const lines = ruleText(t, rule)
  if (lines.length === 0) return null
  return (
    <div>
      <p className={classes.ruleTitle}>{t('editing.does')}</p>
      <ul className={classes.ruleLines}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}
