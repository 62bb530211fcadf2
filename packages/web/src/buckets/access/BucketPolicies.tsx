import { listBucketPolicies } from '@cooperage/contract'
import { IconEye, IconShieldLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigation } from '../../navigation/navigation.ts'
import { policyPath } from '../../navigation/paths/policies.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { NamedRows } from './NamedRows.tsx'
import { useHasPage } from './use-has-page.ts'

/** The policies of accounts that give access to the bucket. */
export function BucketPolicies({ bucket }: { bucket: string }) {
  const { t } = useTranslation('bucket')
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
