import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './OtherStatements.module.css'

interface OtherStatementsProps {
  /** Positions in the policy of the statements that aren't rules. */
  numbers: readonly number[]
  /** Undefined until the policy is loaded. */
  onOpen: (() => void) | undefined
}

/** Explains that the policy has statements besides the rules, and opens its editor. */
export function OtherStatements({ numbers, onOpen }: OtherStatementsProps) {
  const { t } = useTranslation('anonymousRules')
  return (
    <div className={classes.notice} role="note">
      <p>
        <strong>{t('custom')}</strong> {t('others', { count: numbers.length, numbers: numbers.join(', ') })}
      </p>
      {onOpen && (
        <Button variant="default" size="compact-sm" onClick={onOpen}>
          {t('openEditor')}
        </Button>
      )}
    </div>
  )
}
