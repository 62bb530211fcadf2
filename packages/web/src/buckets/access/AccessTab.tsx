import '../../messages/en/bucket.ts'
import { listBucketPolicies, listBucketUsers } from '@cooperage/contract'
import { IconEye, IconShieldLock, IconUser } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useCurrentPrefix, useNavigation } from '../../navigation/navigation.ts'
import { bucketPath } from '../../navigation/paths/buckets.ts'
import { policyPath } from '../../navigation/paths/policies.ts'
import { userPath } from '../../navigation/paths/users.ts'
import { BucketPrincipals, PolicySimulator } from '../../policies/index.ts'
import { useHasAdmin, useHasGarage, useHasIam, useSession } from '../../session/index.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { LinkTabs } from '../../shared/LinkTabs.tsx'
import { NotFoundPage } from '../../shared/NotFoundPage.tsx'
import classes from '../detail/bucket.module.css'
import type { BucketTabProps } from '../detail/tabs.ts'
import { GarageBucketKeys } from '../index.ts'
import { AnonymousRules } from './anonymous/AnonymousRules.tsx'
import { NamedRows } from './NamedRows.tsx'

const PARTS = ['principals', 'policies', 'users', 'anonymous', 'simulator'] as const
/** What S3 has. */
const S3_PARTS = ['anonymous'] as const
/** Garage has no bucket policies. */
const GARAGE_PARTS = ['keys'] as const

/**
 * Access to a bucket: who can do what, policies of accounts, users, anonymous access by the bucket policy, and the policy
 * simulator. The tab Users needs the page that its rows open.
 */
export function AccessTab({ bucket, rest }: BucketTabProps) {
  const t = useTexts('bucket')
  const { replace } = useNavigation()
  const isBare = rest === ''
  const hasAccounts = [useHasAdmin(), useHasIam()].includes(true)
  const hasUsers = useSession()?.pages.includes('/users') === true
  const s3Parts = useHasGarage() ? GARAGE_PARTS : S3_PARTS
  const parts = hasAccounts ? PARTS.filter((id) => id !== 'users' || hasUsers) : s3Parts
  const prefix = useCurrentPrefix()
  // Where the specification has the area begin (core-console 2).
  const first = hasAccounts ? 'policies' : s3Parts[0]
  useEffect(() => {
    if (isBare) replace(bucketPath(bucket, `access/${first}`))
  }, [isBare, bucket, first, replace])
  if (isBare) return null
  const current = parts.find((id) => id === rest)
  if (current === undefined) return <NotFoundPage />

  return (
    <div className={classes.access} data-fits={current !== 'simulator' || undefined}>
      <LinkTabs
        label={t('access.label')}
        current={current}
        tabs={parts.map((id) => ({ id, label: t(`access.${id}`), to: bucketPath(bucket, `access/${id}`) }))}
      />
      {current === 'principals' && <BucketPrincipals bucket={bucket} prefix={prefix} />}
      {current === 'policies' && <BucketPolicies bucket={bucket} />}
      {current === 'users' && <BucketUsers bucket={bucket} />}
      {current === 'keys' && <GarageBucketKeys bucket={bucket} />}
      {current === 'anonymous' && <AnonymousRules bucket={bucket} />}
      {current === 'simulator' && <PolicySimulator bucket={bucket} />}
    </div>
  )
}

/** The policies of accounts that give access to the bucket. */
function BucketPolicies({ bucket }: { bucket: string }) {
  const t = useTexts('bucket')
  const { push } = useNavigation()
  const list = useApiQuery(listBucketPolicies, { params: { bucket } })
  const names = list.data?.policies.map(({ name }) => name)
  const open = useHasPage('/policies/:policy') ? (name: string) => push(policyPath(name)) : undefined
  return (
    <NamedRows
      label={t('access.policies')}
      header={t('access.policyName')}
      names={names}
      query={list}
      open={open}
      viewIcon={IconEye}
      icon={IconShieldLock}
      empty={t('access.noPolicies')}
      emptyHint={t('access.noPoliciesHint')}
      count={t('access.policyCount', { count: names?.length ?? 0 })}
    />
  )
}

/** The users with a policy that gives access to the bucket. */
function BucketUsers({ bucket }: { bucket: string }) {
  const t = useTexts('bucket')
  const { push } = useNavigation()
  const list = useApiQuery(listBucketUsers, { params: { bucket } })
  const open = useHasPage('/users/:user') ? (name: string) => push(userPath(name)) : undefined
  return (
    <NamedRows
      label={t('access.users')}
      header={t('access.accessKey')}
      names={list.data}
      query={list}
      open={open}
      viewIcon={IconEye}
      icon={IconUser}
      empty={t('access.noUsers')}
      emptyHint={t('access.noUsersHint')}
      count={t('access.userCount', { count: list.data?.length ?? 0 })}
    />
  )
}

/** Whether the session may open pages of a pattern such as `/policies/:policy`, whatever the parameter is called. */
function useHasPage(pattern: string): boolean {
  const base = pattern.slice(0, pattern.indexOf(':'))
  return useSession()?.pages.some((page) => page.startsWith(`${base}:`)) === true
}
