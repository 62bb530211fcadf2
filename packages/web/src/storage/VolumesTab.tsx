import { formatBytes, listVolumeClaims, type VolumeClaim } from '@cooperage/contract'
import { IconDatabase, IconEye } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { tenantPath } from '../navigation/paths/tenants.ts'
import { clusterTone } from '../shared/cluster-tone.ts'
import { useClusterQuery } from '../shared/live/use-cluster-query.ts'
import { Simulated } from '../shared/Simulated.tsx'
import { StateMark } from '../shared/StateMark.tsx'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { ResourceList } from '../shared/table/ResourceList.tsx'
import { formatCount } from '../shared/text/numbers.ts'

const NONE: readonly VolumeClaim[] = []
const idOf = ({ namespace, name }: VolumeClaim) => `${namespace}/${name}`
const nameOf = ({ name }: VolumeClaim) => name
const textsOf = ({ name }: VolumeClaim) => [name]

export function VolumesTab() {
  const t = useTexts('clusterStorage')
  const list = useClusterQuery(listVolumeClaims, {}, { resource: 'volumes' })
  const columns = useMemo<Column<VolumeClaim>[]>(
    () => [
      {
        id: 'name',
        header: t('volumes.columns.name'),
        width: 'minmax(220px, 1.4fr)',
        text: ({ name }) => name,
        cell: ({ name, simulated }) => (
          <>
            {name}
            {simulated && <Simulated />}
          </>
        ),
      },
      {
        id: 'namespace',
        header: t('volumes.columns.namespace'),
        width: 'minmax(110px, 0.7fr)',
        onPhone: 'hidden',
        text: ({ namespace }) => namespace,
      },
      {
        id: 'status',
        header: t('volumes.columns.status'),
        width: '130px',
        text: ({ status }) => status,
        cell: ({ status }) => status && <StateMark tone={clusterTone(status)} text={status} />,
      },
      {
        id: 'tenant',
        header: t('volumes.columns.tenant'),
        width: 'minmax(140px, 1fr)',
        onPhone: 'shortened',
        text: ({ tenant }) => tenant,
        cell: ({ namespace, tenant }) => `${namespace}/${tenant}`,
      },
      {
        id: 'capacity',
        header: t('volumes.columns.capacity'),
        width: '100px',
        // Kubernetes keeps the form in which a quantity was sent: '100Gi', or a count of bytes.
        cell: ({ capacity }) => (/^\d+$/.test(capacity) ? formatBytes(Number(capacity)) : capacity),
      },
      {
        id: 'class',
        header: t('volumes.columns.storageClass'),
        width: 'minmax(110px, 0.7fr)',
        onPhone: 'hidden',
        cell: ({ storageClass }) => storageClass,
      },
    ],
    [t],
  )
  const actions = useMemo<RowAction<VolumeClaim>[]>(
    () => [
      {
        id: 'view',
        label: t('volumes.view'),
        icon: IconEye,
        to: ({ namespace, tenant }) => tenantPath(namespace, tenant),
      },
    ],
    [t],
  )
  return (
    <ResourceList
      id="volumes"
      query={list}
      search={{ label: t('volumes.search'), texts: textsOf }}
      label={t('tabs.volumes')}
      columns={columns}
      rows={list.data?.pvcs ?? NONE}
      rowId={idOf}
      rowName={nameOf}
      actions={actions}
      empty={{ icon: IconDatabase, title: t('volumes.empty'), hint: t('volumes.emptyHint') }}
      count={(count) => t('volumes.count', { count, number: formatCount(count) })}
    />
  )
}
