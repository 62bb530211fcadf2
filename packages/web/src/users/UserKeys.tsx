import { useTranslation } from 'react-i18next'
import { AccessKeyList } from '../access-keys/AccessKeyList.tsx'
import classes from './UserPage.module.css'
import { SetPoliciesButton } from './UserPolicies.tsx'

/** The access keys of a user. The user's policies limit what they can do, which is why there is a button for them. */
export function UserKeys({ name }: { name: string }) {
  const { t } = useTranslation('userPage')
  return (
    <div className={classes.list}>
      <AccessKeyList user={name} buttons={<SetPoliciesButton name={name} label={t('assignPolicies')} isSecondary />} />
    </div>
  )
}
