import { useTranslation } from 'react-i18next'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import classes from './iam-backup.module.css'

/** The name of an entry, marked if it affects the permissions of the session's account. */
export function EntryName({ name, isOwn }: { name: string; isOwn: boolean }) {
  const { t } = useTranslation('iamBackup')
  return (
    <>
      <ObjectName name={name} />
      {isOwn && <span className={classes.you}>{t('you')}</span>}
    </>
  )
}
