import { listBucketUsers } from '@cooperage/contract'
import { IconEye, IconUser } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigation } from '../../navigation/navigation.ts'
import { userPath } from '../../navigation/paths/users.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { NamedRows } from './NamedRows.tsx'
import { useHasPage } from './use-has-page.ts'

/** The users with a policy that gives access to the bucket. */
export function BucketUsers({ bucket }: { bucket: string }) {
  const { t } = useTranslation('bucket')
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
