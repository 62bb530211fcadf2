import type { UserDetails } from '@cooperage/contract'
import { IconUsersGroup, IconUsersPlus } from '@tabler/icons-react'
import { SetGroupsModal } from '../groups/index.ts'
import { useTexts } from '../messages/use-texts.ts'
import { groupPath } from '../navigation/paths/groups.ts'
import { useSession } from '../session/index.ts'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { NameList } from '../shared/table/NameList.tsx'
import type { TableQuery } from '../shared/table/QueryTable.tsx'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { useUserChangesDenied } from './index.ts'

export function UserGroups({ user, query }: { user: UserDetails; query: TableQuery }) {
  const t = useTexts('userPage')
  const hasGroupPage = useSession()?.pages.some((page) => page.startsWith('/groups/:')) === true
  const { button, dialog } = useAddToGroups(user)
  return (
    <>
      <NameList
        texts={{
          list: t('groups.list'),
          column: t('groups.name'),
          search: t('groups.search'),
          count: (count) => t('groups.count', { count }),
        }}
        names={user.memberOf}
        query={query}
        empty={{ icon: IconUsersGroup, title: t('groups.empty'), hint: t('groups.emptyHint') }}
        add={button}
        view={hasGroupPage ? { label: t('view'), pathOf: groupPath } : undefined}
      />
      {dialog}
    </>
  )
}

/** The button and its dialog, which sets all groups of the user. */
export function useAddToGroups(user: UserDetails, isSecondary = false) {
  const t = useTexts('userPage')
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
