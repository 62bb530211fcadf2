import type { UserDetails } from '@cooperage/contract'
import { IconUsersGroup, IconUsersPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SetGroupsModal } from '../groups/index.ts'
import { EmptyState } from '../shared/EmptyState.tsx'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import type { TableQuery } from '../shared/table/QueryTable.tsx'
import { useUserChangesDenied } from './index.ts'
import { UserNames } from './UserNames.tsx'

export function UserGroups({ user, query }: { user: UserDetails; query: TableQuery }) {
  const { t } = useTranslation('userPage')
  return (
    <UserNames
      kind="groups"
      names={user.memberOf}
      query={query}
      empty={<EmptyState icon={IconUsersGroup} title={t('groups.empty')} hint={t('groups.emptyHint')} />}
      buttons={<AddToGroups user={user} />}
    />
  )
}

/** The button and its dialog, which sets all groups of the user. */
export function AddToGroups({ user, isSecondary = false }: { user: UserDetails; isSecondary?: boolean }) {
  const { t } = useTranslation('userPage')
  const denied = useUserChangesDenied(user.source)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ExplainedButton
        variant={isSecondary ? 'default' : 'filled'}
        leftSection={<IconUsersPlus size={16} />}
        disabledReason={denied.addToGroup}
        onClick={() => setOpen(true)}
      >
        {t('addToGroups')}
      </ExplainedButton>
      {isOpen && <SetGroupsModal users={[user.accessKey]} onClose={() => setOpen(false)} />}
    </>
  )
}
