import '../messages/en/policies.ts'
import { listPolicies, type Policy } from '@cooperage/contract'
import { IconEye, IconPlus, IconShieldLock, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../navigation/AppLink.tsx'
import { useCurrentTab, useNavigation } from '../navigation/navigation.ts'
import { policiesPath, policyPath } from '../navigation/paths/policies.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { LinkTabs } from '../shared/LinkTabs.tsx'
import { ListPage } from '../shared/ListPage.tsx'
import layout from '../shared/layout.module.css'
import { PageHeader } from '../shared/PageHeader.tsx'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { ResourceList } from '../shared/table/ResourceList.tsx'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import { CreatePolicyModal, DeletePolicyDialog, ExposurePage, PolicySimulator, useDenied } from './index.ts'

const TABS = ['list', 'simulator', 'exposure'] as const
const NONE: readonly Policy[] = []
const nameOf = (policy: Policy) => policy.name
const textsOf = ({ name }: Policy) => [name]

export function PoliciesPage() {
  const { t } = useTranslation(['policies', 'shared'])
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
  const { t } = useTranslation(['policies', 'shared'])
  const { push } = useNavigation()
  const list = useApiQuery(listPolicies, {})
  const { open, dialog } = useDialogs({
    delete: (close, name: string) => <DeletePolicyDialog name={name} onClose={close} />,
  })
  const { deletePolicy } = useDenied('', 'deletePolicy')

  const columns = useMemo<Column<Policy>[]>(
    () => [
      {
        id: 'name',
        header: t('columns.name'),
        width: 'minmax(220px, 1fr)',
        name: nameOf,
        cell: ({ name }) => (
          <AppLink to={policyPath(name)} tabIndex={-1}>
            <ObjectName name={name} />
          </AppLink>
        ),
      },
    ],
    [t],
  )
  const actions = useMemo<RowAction<Policy>[]>(
    () => [
      {
        id: 'view',
        label: t('actions.view'),
        icon: IconEye,
        onSelect: ({ name }) => push(policyPath(name)),
      },
      {
        id: 'delete',
        label: t('actions.delete'),
        icon: IconTrash,
        isDestructive: true,
        disabledReason: () => deletePolicy,
        onSelect: ({ name }) => open('delete', name),
      },
    ],
    [t, push, open, deletePolicy],
  )
  return (
    <>
      <ResourceList
        query={list}
        label={t('title')}
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
