import '../detail/bucket-messages.ts'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigation } from '../../app/navigation.ts'
import { paths } from '../../app/paths.ts'
import { useSession } from '../../session/index.ts'
import { LinkTabs } from '../../shared/LinkTabs.tsx'
import { NotFoundPage } from '../../shell/index.ts'
import type { BucketTabProps } from '../detail/tab-props.ts'
import classes from './AccessTab.module.css'
import { BucketPolicies } from './BucketPolicies.tsx'
import { BucketUsers } from './BucketUsers.tsx'

/** Who reaches a bucket by a policy: the policies, and the users. The Users tab needs the page that its rows lead to. */
export function AccessTab({ bucket, rest }: BucketTabProps) {
  const { t } = useTranslation('bucket')
  const { replace } = useNavigation()
  const isBare = rest === ''
  useEffect(() => {
    if (isBare) replace(paths.bucket(bucket, 'access/policies'))
  }, [isBare, bucket, replace])
  const hasUsers = useSession()?.pages.includes('/users') === true
  if (isBare) return null
  if (rest !== 'policies' && !(rest === 'users' && hasUsers)) return <NotFoundPage />

  return (
    <div className={classes.access}>
      <LinkTabs
        label={t('access.label')}
        current={rest}
        tabs={(hasUsers ? (['policies', 'users'] as const) : (['policies'] as const)).map((id) => ({
          id,
          label: t(`access.${id}`),
          to: paths.bucket(bucket, `access/${id}`),
        }))}
      />
      {rest === 'users' ? <BucketUsers bucket={bucket} /> : <BucketPolicies bucket={bucket} />}
    </div>
  )
}
