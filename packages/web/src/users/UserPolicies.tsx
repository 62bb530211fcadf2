import type { UserDetails } from '@cooperage/contract'
import { IconShieldLock } from '@tabler/icons-react'
import { useTexts } from '../messages/use-texts.ts'
import { policyPath } from '../navigation/paths/policies.ts'
import { SetPoliciesModal } from '../policies/index.ts'
import { useSession } from '../session/index.ts'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { NameList } from '../shared/table/NameList.tsx'
import type { TableQuery } from '../shared/table/QueryTable.tsx'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { useDenied } from './index.ts'
import { useAddToGroups } from './UserGroups.tsx'

/** The directly attached policies. */
export function UserPolicies({ user, query }: { user: UserDetails; query: TableQuery }) {
  const t = useTexts('userPage')
  const hasPolicyPage = useSession()?.pages.some((page) => page.startsWith('/policies/:')) === true
  const groups = useAddToGroups(user, true)
  const policies = useSetPolicies(user.accessKey, t('setPolicies'))
  return (
    <>
      <NameList
        texts={{
          list: t('policies.list'),
          column: t('policies.name'),
          search: t('policies.search'),
          count: (count) => t('policies.count', { count }),
        }}
        names={user.policy}
        query={query}
        hint={t('policies.hint')}
        empty={{ icon: IconShieldLock, title: t('policies.empty'), hint: t('policies.emptyHint') }}
        buttons={groups.button}
        add={policies.button}
        view={hasPolicyPage ? { label: t('view'), pathOf: policyPath } : undefined}
      />
      {groups.dialog}
      {policies.dialog}
    </>
  )
}

interface SetPoliciesButtonProps {
  name: string
  label: string
}

/** The button that opens the dialog about the policies of the user. */
export function SetPoliciesButton({ name, label }: SetPoliciesButtonProps) {
  const { button, dialog } = useSetPolicies(name, label, true)
  return (
    <>
      {button}
      {dialog}
    </>
  )
}

/** The button and its dialog, which replaces the policies of the user. */
function useSetPolicies(name: string, label: string, isSecondary = false) {
  const denied = useDenied('', 'attachPolicy')
  const { open, dialog } = useDialogs({
    policies: (close) => <SetPoliciesModal principals={[{ kind: 'user', name }]} onClose={close} />,
  })
  const button = (
    <ExplainedButton
      variant={isSecondary ? 'default' : 'filled'}
      leftSection={<IconShieldLock size={16} />}
      disabledReason={denied.attachPolicy}
      onClick={() => open('policies')}
    >
      {label}
    </ExplainedButton>
  )
  return { button, dialog }
}
