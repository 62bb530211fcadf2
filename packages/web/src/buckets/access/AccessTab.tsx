import '../../messages/en/bucket.ts'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigation } from '../../navigation/navigation.ts'
import { bucketPath } from '../../navigation/paths/buckets.ts'
import { PolicySimulator } from '../../policies/index.ts'
import { useSession } from '../../session/index.ts'
import { LinkTabs } from '../../shared/LinkTabs.tsx'
import { NotFoundPage } from '../../shared/NotFoundPage.tsx'
import type { BucketTabProps } from '../detail/tab-props.ts'
import classes from './AccessTab.module.css'
import { AnonymousRules } from './anonymous/AnonymousRules.tsx'
import { BucketPolicies } from './BucketPolicies.tsx'
import { BucketUsers } from './BucketUsers.tsx'

const PARTS = ['policies', 'users', 'anonymous', 'simulator'] as const

/**
 * Access to a bucket: policies of accounts, users, anonymous access by the bucket policy, and the policy simulator. The tab
 * Users needs the page that its rows open.
 */
export function AccessTab({ bucket, rest }: BucketTabProps) {
  const { t } = useTranslation('bucket')
  const { replace } = useNavigation()
  const isBare = rest === ''
  useEffect(() => {
    if (isBare) replace(bucketPath(bucket, 'access/policies'))
  }, [isBare, bucket, replace])
  const hasUsers = useSession()?.pages.includes('/users') === true
  if (isBare) return null
  const parts = PARTS.filter((id) => id !== 'users' || hasUsers)
  const current = parts.find((id) => id === rest)
  if (current === undefined) return <NotFoundPage />

  return (
    <div className={classes.access} data-fits={current !== 'simulator' || undefined}>
      <LinkTabs
        label={t('access.label')}
        current={current}
        tabs={parts.map((id) => ({ id, label: t(`access.${id}`), to: bucketPath(bucket, `access/${id}`) }))}
      />
      {current === 'policies' && <BucketPolicies bucket={bucket} />}
      {current === 'users' && <BucketUsers bucket={bucket} />}
      {current === 'anonymous' && <AnonymousRules bucket={bucket} />}
      {current === 'simulator' && <PolicySimulator bucket={bucket} />}
    </div>
  )
}
