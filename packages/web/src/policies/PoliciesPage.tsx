import '../messages/en/policies.ts'
import { listPolicies, type Policy, summarizePolicies } from '@cooperage/contract'
import { IconEye, IconPlus, IconShieldLock, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useCurrentTab, useNavigation } from '../navigation/navigation.ts'
import { policiesPath, policyPath } from '../navigation/paths/policies.ts'
import { useApiQuery, useInvalidate } from '../shared/api/use-api.ts'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { LinkTabs } from '../shared/LinkTabs.tsx'
import { ListPage } from '../shared/ListPage.tsx'
import layout from '../shared/layout.module.css'
import { PageHeader } from '../shared/PageHeader.tsx'
import type { RowAction } from '../shared/table/columns.tsx'
import { ResourceList } from '../shared/table/ResourceList.tsx'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import {
  CreatePolicyModal,
  DeletePolicyDialog,
  ExposurePage,
  PolicySimulator,
  useChangesDenied,
  useDenied,
} from './index.ts'
import { usePolicyColumns } from './use-policy-columns.tsx'

const TABS = ['list', 'simulator', 'exposure'] as const
const NONE: readonly Policy[] = []
const nameOf = (policy: Policy) => policy.name
const textsOf = ({ name }: Policy) => [name]

export function PoliciesPage() {
  const t = useTexts(['policies', 'shared'])
  usePageTitle(t('title'))
  const { open, dialog } = useDialogs({ create: (close) => <CreatePolicyModal onClose={close} /> })
  const { createPolicy } = useDenied('', 'createPolicy')
  const current = useCurrentTab()
  const tab = TABS.find((one) => one === current) ?? 'list'
  const head = (
    <>
      <PageHeader title={t('title')} below={t('purpose')}>
        <ExplainedButton
          leftSection={<IconPlus size={16} />}
          disabledReason={createPolicy}
          onClick={() => open('create')}
        >
          {t('create')}
        </ExplainedButton>
      </PageHeader>
      <LinkTabs
        label={t('tabs.label')}
        current={tab}
        tabs={TABS.map((id) => ({ id, label: t(`tabs.${id}`), to: policiesPath(id === 'list' ? '' : id) }))}
      />
      {dialog}
    </>
  )
  // A result can be long: its page scrolls as a whole, while a list scrolls on its own.
  if (tab !== 'list') {
    return (
      <div className={layout.page}>
        {head}
        {tab === 'simulator' ? <PolicySimulator /> : <ExposurePage />}
      </div>
    )
  }
  return (
    <ListPage>
      {head}
      <PolicyList />
    </ListPage>
  )
}

function PolicyList() {
  const t = useTexts(['policies', 'shared'])
  const { push } = useNavigation()
  const list = useApiQuery(listPolicies, {})
  const { open, dialog } = useDialogs({
    delete: (close, name: string) => <DeletePolicyDialog name={name} onClose={close} />,
  })
  const denied = useChangesDenied()
  const invalidate = useInvalidate()

  const columns = usePolicyColumns()
  const actions = useMemo<RowAction<Policy>[]>(
    () => [
      {
        id: 'view',
        label: t('actions.view'),
        icon: IconEye,
        to: ({ name }) => policyPath(name),
      },
      {
        id: 'delete',
        label: t('actions.delete'),
        icon: IconTrash,
        isDestructive: true,
        disabledReason: ({ name }) => denied('deletePolicy', name),
        onSelect: ({ name }) => open('delete', name),
      },
    ],
    [t, open, denied],
  )
  return (
    <>
      <ResourceList
        query={list}
        id="policies"
        label={t('title')}
        onRefresh={() => void invalidate(listPolicies, summarizePolicies)}
        columns={columns}
        rows={list.data?.policies ?? NONE}
        rowId={nameOf}
        rowName={nameOf}
        onOpen={({ name }) =>
          () =>
            push(policyPath(name))
          }
        actions={actions}
        // Spec core-console 5.
        search={{ label: t('search'), texts: textsOf, isCaseSensitive: true }}
        empty={{ icon: IconShieldLock, title: t('empty'), hint: t('emptyHint') }}
        count={(count) => t('count', { count })}
      />
      {dialog}
    </>
  )
}
