import { StateIcon } from '../shared/StateMark.tsx'
import { healthState } from './health.ts'
import '../messages/en/tenants.ts'
import { listTenants, type TenantEntry } from '@cooperage/contract'
import { IconEye, IconPlus, IconStack2, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useNavigation } from '../navigation/navigation.ts'
import { addTenantPath, tenantPath } from '../navigation/paths/tenants.ts'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { ListPage } from '../shared/ListPage.tsx'
import { useClusterQuery } from '../shared/live/use-cluster-query.ts'
import { PageHeader } from '../shared/PageHeader.tsx'
import { Simulated } from '../shared/Simulated.tsx'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { placedButton, ResourceList } from '../shared/table/ResourceList.tsx'
import { Bytes } from '../shared/text/Bytes.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import { DeleteTenantDialog, useDenied, useDeniedDeletions } from './index.ts'

const NONE: readonly TenantEntry[] = []
const idOf = ({ namespace, name }: TenantEntry) => `${namespace}/${name}`
const nameOf = ({ name }: TenantEntry) => name
const textsOf = ({ name, namespace }: TenantEntry) => [name, namespace]

/** /tenants (spec operator-mode 2). */
export function TenantsPage() {
  const t = useTexts('tenants')
  usePageTitle(t('title'))
  const { push } = useNavigation()
  const list = useClusterQuery(listTenants, {}, { resource: 'tenants' })
  const rows = list.data?.tenants ?? NONE
  const { createTenant: createDenied } = useDenied('', 'createTenant')
  const deletionDenied = useDeniedDeletions(rows.map(({ namespace }) => namespace))
  const { open, dialog } = useDialogs({
    delete: (close, tenant: TenantEntry) => <DeleteTenantDialog {...tenant} onClose={close} />,
  })
  const columns = useMemo<Column<TenantEntry>[]>(
    () => [
      {
        id: 'name',
        header: t('columns.name'),
        width: 'minmax(200px, 0.8fr)',
        text: ({ name }) => name,
        cell: ({ name, health_status, simulated }) => (
          <>
            <StateIcon {...healthState(t, health_status)} /> <ObjectName name={name} />
            {simulated && <Simulated />}
          </>
        ),
      },
      {
        id: 'namespace',
        header: t('columns.namespace'),
        width: 'minmax(120px, 0.6fr)',
        text: ({ namespace }) => namespace,
      },
      {
        id: 'capacity',
        header: t('columns.capacity'),
        width: '110px',
        number: ({ total_size }) => total_size,
        cell: ({ total_size }) => <Bytes bytes={total_size} />,
      },
      {
        id: 'pools',
        header: t('columns.pools'),
        width: '120px',
        onPhone: 'hidden',
        number: ({ pool_count }) => pool_count,
      },
      {
        id: 'state',
        header: t('columns.state'),
        width: 'minmax(160px, 1.2fr)',
        onPhone: 'shortened',
        text: ({ currentState }) => currentState,
      },
    ],
    [t],
  )
  const actions = useMemo<RowAction<TenantEntry>[]>(
    () => [
      {
        id: 'view',
        label: t('view'),
        icon: IconEye,
        to: ({ namespace, name }) => tenantPath(namespace, name),
      },
      {
        id: 'delete',
        label: t('delete.action'),
        icon: IconTrash,
        isDestructive: true,
        disabledReason: ({ namespace }) => deletionDenied.get(namespace),
        onSelect: (tenant) => open('delete', tenant),
      },
    ],
    [t, open, deletionDenied],
  )
  const add = placedButton(
    list,
    rows,
    <ExplainedButton
      leftSection={<IconPlus size={16} />}
      disabledReason={createDenied}
      onClick={() => push(addTenantPath())}
    >
      {t('create')}
    </ExplainedButton>,
  )
  return (
    <ListPage>
      <PageHeader title={t('title')} below={t('purpose')}>
        {add.usual}
      </PageHeader>
      <ResourceList
        id="tenants"
        query={list}
        search={{ label: t('search'), texts: textsOf }}
        label={t('title')}
        columns={columns}
        rows={rows}
        rowId={idOf}
        rowName={nameOf}
        onOpen={({ namespace, name }) =>
          () =>
            push(tenantPath(namespace, name))
          }
        actions={actions}
        empty={{ icon: IconStack2, title: t('empty'), hint: t('emptyHint'), action: add.whenEmpty }}
        count={(count) => t('count', { count, number: formatCount(count) })}
      />
      {dialog}
    </ListPage>
  )
}
