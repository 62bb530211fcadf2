import { useTranslation } from 'react-i18next'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import classes from './AttachmentNames.module.css'

/** More names than these nobody reads in a dialog. */
const MOST = 12

/** The users or groups that have a policy, as a short list. */
export function AttachmentNames({ label, names }: { label: string; names: readonly string[] }) {
  const { t } = useTranslation('policies')
  if (names.length === 0) return null
  return (
    <div>
      <p className={classes.label}>{label}</p>
      <ul className={classes.names} aria-label={label}>
        {names.slice(0, MOST).map((name) => (
          <li key={name}>
            <ObjectName name={name} />
          </li>
        ))}
        {names.length > MOST && <li className={classes.more}>{t('save.more', { count: names.length - MOST })}</li>}
      </ul>
    </div>
  )
}
