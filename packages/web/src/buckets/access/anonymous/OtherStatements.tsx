import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './OtherStatements.module.css'

interface OtherStatementsProps {
  /** Places in the policy of the statements that are no rules. */
  numbers: readonly number[]
  /** Undefined while the policy is not read yet. */
  onOpen: (() => void) | undefined
}

/** Says that the policy holds more than rules tell, and leads to its editor. */
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
