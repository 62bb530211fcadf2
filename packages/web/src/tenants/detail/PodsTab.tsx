import { listPods, type Pod } from '@cooperage/contract'
import { IconBox, IconTrash } from '@tabler/icons-react'
import { useEffect, useMemo } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useNavigation } from '../../navigation/navigation.ts'
import { podPath } from '../../navigation/paths/tenants.ts'
import { clusterTone } from '../../shared/cluster-tone.ts'
import { showError } from '../../shared/feedback/messages.ts'
import { useClusterQuery } from '../../shared/live/use-cluster-query.ts'
import { Simulated } from '../../shared/Simulated.tsx'
import { StateMark } from '../../shared/StateMark.tsx'
import type { Column, RowAction } from '../../shared/table/columns.tsx'
import { ResourceList } from '../../shared/table/ResourceList.tsx'
import { formatCount } from '../../shared/text/numbers.ts'
import { RelativeTime } from '../../shared/text/RelativeTime.tsx'
import { useDialogs } from '../../shared/use-dialogs.tsx'
import { formatElapsed, isoOfSeconds } from '../elapsed.ts'
import { DeletePodDialog, useDenied } from '../index.ts'
import classes from '../tenants.module.css'

const NONE: readonly Pod[] = []
const nameOf = ({ name }: Pod) => name
const textsOf = ({ name }: Pod) => [name]

export function PodsTab({ namespace, tenant }: { namespace: string; tenant: string }) {
  const t = useTexts('tenants')
  const { push } = useNavigation()
  const list = useClusterQuery(listPods, { params: { namespace, tenant } }, { resource: 'pods', namespace })
  const { error } = list
  useEffect(() => {
    if (error) showError({ message: t('pods.failed'), detailedMessage: error.message })
  }, [error, t])
  const { open, dialog } = useDialogs({
    delete: (close, { name }: Pod) => (
      <DeletePodDialog namespace={namespace} tenant={tenant} pod={name} onClose={close} />
    ),
  })
  const { deletePod: deletionDenied } = useDenied(namespace, 'deletePod')
  const columns = useMemo<Column<Pod>[]>(
    () => [
      {
        id: 'name',
        header: t('pods.columns.name'),
        width: 'minmax(198px, 1fr)',
        text: ({ name }) => name,
        cell: ({ name, simulated }) => (
          <>
            {name}
            {simulated && <Simulated />}
          </>
        ),
      },
      {
        id: 'status',
        header: t('pods.columns.status'),
        width: '118px',
        text: ({ status }) => status,
        cell: ({ status }) => status && <StateMark tone={clusterTone(status)} text={status} />,
      },
      {
        id: 'age',
        header: t('pods.columns.age'),
        width: '176px',
        compare: (a, b) => b.timeCreated - a.timeCreated,
        cell: ({ timeCreated }) => <RelativeTime iso={isoOfSeconds(timeCreated)} format={formatElapsed} />,
      },
      {
        id: 'ip',
        header: t('pods.columns.ip'),
        width: '130px',
        onPhone: 'hidden',
        cell: ({ podIP }) => <bdi>{podIP}</bdi>,
      },
      {
        id: 'restarts',
        header: t('pods.columns.restarts'),
        width: '94px',
        onPhone: 'hidden',
        number: ({ restarts }) => restarts,
      },
      {
        id: 'node',
        header: t('pods.columns.node'),
        width: 'minmax(84px, 0.1fr)',
        onPhone: 'hidden',
        text: ({ node }) => node,
        cell: ({ node }) => <span title={node}>{node}</span>,
      },
    ],
    [t],
  )
  const actions = useMemo<RowAction<Pod>[]>(
    () => [
      {
        id: 'delete',
        label: t('pods.delete.action'),
        icon: IconTrash,
        isDestructive: true,
        disabledReason: () => deletionDenied,
        onSelect: (pod) => open('delete', pod),
      },
    ],
    [t, open, deletionDenied],
  )
  return (
    <div className={classes.table}>
      <ResourceList
        id="pods"
        query={list}
        search={{ label: t('pods.search'), texts: textsOf }}
        label={t('tabs.pods')}
        columns={columns}
        rows={list.data ?? NONE}
        rowId={nameOf}
        rowName={nameOf}
        onOpen={({ name }) =>
          () =>
            push(podPath(namespace, tenant, name))
          }
        actions={actions}
        empty={{ icon: IconBox, title: t('pods.empty'), hint: t('pods.emptyHint') }}
        count={(count) => t('pods.count', { count, number: formatCount(count) })}
      />
      {dialog}
    </div>
  )
}
