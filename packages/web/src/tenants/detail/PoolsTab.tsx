import type { TenantDetails, TenantPool } from '@cooperage/contract'
import { IconDatabase, IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { clusterTone } from '../../shared/cluster-tone.ts'
import { EmptyState } from '../../shared/EmptyState.tsx'
import { ExplainedButton } from '../../shared/ExplainedButton.tsx'
import { ListFooter, Toolbar } from '../../shared/ListPage.tsx'
import { NoMatch } from '../../shared/NoMatch.tsx'
import { SearchBox } from '../../shared/SearchBox.tsx'
import { StateMark } from '../../shared/StateMark.tsx'
import type { Column } from '../../shared/table/columns.tsx'
import { DataTable } from '../../shared/table/DataTable.tsx'
import { Bytes } from '../../shared/text/Bytes.tsx'
import { formatCount } from '../../shared/text/numbers.ts'
import { useDialogs } from '../../shared/use-dialogs.tsx'
import { AddPoolDialog, useDenied } from '../index.ts'
import classes from '../tenants.module.css'

const nameOf = ({ name }: TenantPool) => name
const volumesOf = ({ servers, volumes_per_server }: TenantPool) => servers * volumes_per_server
const capacityOf = (pool: TenantPool) => volumesOf(pool) * pool.volume_configuration.size

export function PoolsTab({ tenant }: { tenant: TenantDetails }) {
  const t = useTexts('tenants')
  const [search, setSearch] = useState('')
  const { open, dialog } = useDialogs({ add: (close) => <AddPoolDialog tenant={tenant} onClose={close} /> })
  const { changeTenant: denied } = useDenied(tenant.namespace, 'changeTenant')
  const rows = tenant.pools.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
  const columns = useMemo<Column<TenantPool>[]>(
    () => [
      {
        id: 'name',
        header: t('pools.columns.name'),
        width: 'minmax(120px, 1fr)',
        text: nameOf,
      },
      {
        id: 'capacity',
        header: t('pools.columns.capacity'),
        width: '110px',
        number: capacityOf,
        cell: (pool) => <Bytes bytes={capacityOf(pool)} />,
      },
      {
        id: 'servers',
        header: t('pools.columns.servers'),
        width: '140px',
        isNamedOnPhone: true,
        isUnsorted: true,
        number: ({ servers }) => servers,
      },
      {
        id: 'volumes',
        header: t('pools.columns.volumes'),
        width: '100px',
        isNamedOnPhone: true,
        isUnsorted: true,
        number: volumesOf,
      },
      {
        id: 'class',
        header: t('pools.columns.storageClass'),
        width: 'minmax(110px, 0.7fr)',
        onPhone: 'hidden',
        cell: ({ volume_configuration: { storage_class_name } }) => storage_class_name || t('pools.defaultClass'),
      },
      {
        id: 'state',
        header: t('pools.columns.state'),
        width: 'minmax(110px, 0.7fr)',
        onPhone: 'hidden',
        cell: ({ state }) => state && <StateMark tone={clusterTone(state)} text={state} />,
      },
    ],
    [t],
  )
  return (
    <div className={classes.table}>
      <Toolbar>
        <SearchBox label={t('pools.filter')} value={search} onChange={setSearch} />
        <ExplainedButton leftSection={<IconPlus size={16} />} disabledReason={denied} onClick={() => open('add')}>
          {t('pools.expand')}
        </ExplainedButton>
      </Toolbar>
      <DataTable
        id="tenant-pools"
        label={t('tabs.pools')}
        columns={columns}
        rows={rows}
        rowId={nameOf}
        rowName={nameOf}
        isLoading={false}
        instead={
          tenant.pools.length > 0 ? (
            <NoMatch search={search} />
          ) : (
            <EmptyState icon={IconDatabase} title={t('pools.empty')} />
          )
        }
      />
      <ListFooter>{t('pools.count', { count: rows.length, number: formatCount(rows.length) })}</ListFooter>
      {dialog}
    </div>
  )
}
