import type { UserDetails } from '@cooperage/contract'
import { IconUsersGroup, IconUsersPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { SetGroupsModal } from '../groups/index.ts'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import type { TableQuery } from '../shared/table/QueryTable.tsx'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { useUserChangesDenied } from './index.ts'
import { UserNames } from './UserNames.tsx'

export function UserGroups({ user, query }: { user: UserDetails; query: TableQuery }) {
  const { t } = useTranslation('userPage')
  const { button, dialog } = useAddToGroups(user)
  return (
    <>
      <UserNames
        kind="groups"
        names={user.memberOf}
        query={query}
        empty={{ icon: IconUsersGroup, title: t('groups.empty'), hint: t('groups.emptyHint') }}
        add={button}
      />
      {dialog}
    </>
  )
}

/** The button and its dialog, which sets all groups of the user. */
export function useAddToGroups(user: UserDetails, isSecondary = false) {
  const { t } = useTranslation('userPage')
  const denied = useUserChangesDenied(user.source)
  const { open, dialog } = useDialogs({
    groups: (close) => <SetGroupsModal users={[user.accessKey]} onClose={close} />,
  })
  const button = (
    <ExplainedButton
      variant={isSecondary ? 'default' : 'filled'}
      leftSection={<IconUsersPlus size={16} />}
      disabledReason={denied.addToGroup}
      onClick={() => open('groups')}
    >
      {t('addToGroups')}
    </ExplainedButton>
  )
  return { button, dialog }
}
