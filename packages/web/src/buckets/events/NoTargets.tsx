import { useTranslation } from 'react-i18next'
import classes from './NoTargets.module.css'

const COMMANDS = [
  'mc admin config set ALIAS notify_webhook:NAME endpoint=https://hooks.example.net/events',
  'mc admin service restart ALIAS',
]

/** Explains how to add a target if there is none. */
export function NoTargets() {
  const { t } = useTranslation('bucketEvents')
  return (
    <div className={classes.note} role="note">
      <p className={classes.title}>{t('noTargets')}</p>
      <p>{t('howTo')}</p>
      {COMMANDS.map((command) => (
        <code key={command} className={classes.command}>
          {command}
        </code>
      ))}
    </div>
  )
}
