import '../messages/en/policies.ts'
import { getPolicy } from '@cooperage/contract'
import { IconTrash } from '@tabler/icons-react'
import { useTexts } from '../messages/use-texts.ts'
import { useCurrentPath, useCurrentTab, useNavigation } from '../navigation/navigation.ts'
import { parsePolicyPath, policiesPath, policyPath } from '../navigation/paths/policies.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { ErrorState } from '../shared/ErrorState.tsx'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { LinkTabs } from '../shared/LinkTabs.tsx'
import { Loading } from '../shared/Loading.tsx'
import layout from '../shared/layout.module.css'
import { NotFoundPage } from '../shared/NotFoundPage.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import { DeletePolicyDialog, PolicySimulator, useChangesDenied } from './index.ts'
import { PolicyAttachments } from './PolicyAttachments.tsx'
import { PolicyDetails } from './PolicyDetails.tsx'

const TABS = ['details', 'users', 'groups', 'simulator'] as const
type Tab = (typeof TABS)[number]

/** /policies/{policyName}; the tab is in the query, since a name can contain slashes. */
export function PolicyPage() {
  const name = parsePolicyPath(useCurrentPath())
  const current = useCurrentTab()
  const tab = TABS.find((one) => one === (current || 'details'))
  if (name === undefined || tab === undefined) return <NotFoundPage />
  // The key resets the page for another policy: no unsaved text carries over.
  return <PolicyFrame key={name} name={name} tab={tab} />
}

function PolicyFrame({ name, tab }: { name: string; tab: Tab }) {
  const t = useTexts(['policies', 'shared'])
  const { push } = useNavigation()
  const policy = useApiQuery(getPolicy, { query: { name } })
  const denied = useChangesDenied()
  const { open, dialog } = useDialogs({
    delete: (close) => <DeletePolicyDialog name={name} onClose={close} onDeleted={() => push(policiesPath())} />,
  })
  usePageTitle(name)
  const isMissing = policy.error?.code === 'NoSuchPolicy'
  const failure = policy.error && !policy.data && (
    <ErrorState error={policy.error} onRetry={() => void policy.refetch()} isRetrying={policy.isFetching} />
  )
  const content = () => {
    if (tab === 'users' || tab === 'groups') return <PolicyAttachments key={tab} name={name} kind={tab} />
    if (failure) return failure
    if (!policy.data) return <Loading />
    return tab === 'simulator' ? (
      <PolicySimulator document={policy.data.policy} />
    ) : (
      <PolicyDetails name={name} policy={policy.data} />
    )
  }
  return (
    <div className={layout.page}>
      <PageHeader
        title={<ObjectName name={name} />}
        crumbs={[
          { to: policiesPath(), label: t('title') },
          { to: policyPath(name), label: <ObjectName name={name} /> },
        ]}
      >
        {!isMissing && (
          <ExplainedButton
            variant="default"
            leftSection={<IconTrash size={16} />}
            disabledReason={denied('deletePolicy', name)}
            onClick={() => open('delete')}
          >
            {t('actions.delete')}
          </ExplainedButton>
        )}
      </PageHeader>
      {!isMissing && (
        <LinkTabs
          label={t('tabs.label')}
          current={tab}
          tabs={TABS.map((id) => ({ id, label: t(`tabs.${id}`), to: policyPath(name, id === 'details' ? '' : id) }))}
        />
      )}
      {isMissing ? failure : content()}
      {dialog}
    </div>
  )
}
