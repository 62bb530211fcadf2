import '../messages/en/garage.ts'
import { type GarageNode, getGarageHealth, getGarageLayout, listGarageNodes } from '@cooperage/contract'
import { IconServer } from '@tabler/icons-react'
import { useMemo } from 'react'
import { type Translate, useTexts } from '../messages/use-texts.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { ListPage } from '../shared/ListPage.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import { SettingCard, settingsClass } from '../shared/SettingCard.tsx'
import { StateMark, type Tone } from '../shared/StateMark.tsx'
import type { Column } from '../shared/table/columns.tsx'
import { ResourceList } from '../shared/table/ResourceList.tsx'
import { Bytes } from '../shared/text/Bytes.tsx'
import { formatAge, formatCount } from '../shared/text/numbers.ts'
import { usePageTitle } from '../shared/use-page-title.ts'

const NONE: readonly GarageNode[] = []
const HEALTH_TONES: Readonly<Record<'healthy' | 'degraded' | 'unavailable' | 'unknown', Tone>> = {
  healthy: 'good',
  degraded: 'warn',
  unavailable: 'bad',
  unknown: 'muted',
}
const REFRESH_MS = 30_000
const idOf = ({ id }: GarageNode) => id
const nameOf = ({ hostname, id }: GarageNode) => hostname || id
const textsOf = ({ hostname, id, address, role }: GarageNode) => [hostname, id, address, role?.zone ?? '']

/** Nodes, health and layout of a Garage cluster, which its own command changes. */
export function ClusterPage() {
  const t = useTexts('garage')
  usePageTitle(t('cluster.title'))
  const health = useApiQuery(getGarageHealth, {}, { refreshMs: REFRESH_MS })
  const layout = useApiQuery(getGarageLayout, {}, { refreshMs: REFRESH_MS })
  return (
    <ListPage>
      <PageHeader title={t('cluster.title')} below={t('cluster.purpose')} />
      <div className={settingsClass}>
        <SettingCard label={t('cluster.health')} query={health}>
          {({ status }) => ({
            value: <StateMark tone={HEALTH_TONES[status]} text={t(`cluster.status.${status}`)} />,
            note: t(`cluster.statusNote.${status}`),
          })}
        </SettingCard>
        <SettingCard label={t('cluster.nodesUp')} query={health}>
          {({ storageNodes, storageNodesUp, knownNodes, connectedNodes }) => ({
            value: t('cluster.nodesUpValue', { up: storageNodesUp, all: storageNodes }),
            note: t('cluster.connected', { count: knownNodes, connected: connectedNodes }),
          })}
        </SettingCard>
        <SettingCard label={t('cluster.partitions')} query={health}>
          {({ partitions, partitionsAllOk, partitionsQuorum }) => ({
            value: t('cluster.partitionsValue', { ok: partitionsAllOk, all: partitions }),
            note: t('cluster.partitionsNote', { quorum: partitionsQuorum }),
          })}
        </SettingCard>
        <SettingCard label={t('cluster.layout')} query={layout}>
          {({ version, zoneRedundancy: zones, stagedChanges }) => ({
            value: t('cluster.layoutValue', { version }),
            note: (
              <>
                <p>{t(`cluster.redundancy.${zones === 'maximum' ? 'maximum' : 'number'}`, { zones })}</p>
                {stagedChanges > 0 && <p>{t('cluster.staged', { count: stagedChanges })}</p>}
              </>
            ),
          })}
        </SettingCard>
      </div>
      <NodeList />
    </ListPage>
  )
}

function NodeList() {
  const t = useTexts('garage')
  const list = useApiQuery(listGarageNodes, {}, { refreshMs: REFRESH_MS })
  const columns = useMemo<Column<GarageNode>[]>(
    () => [
      { id: 'node', header: t('cluster.columns.node'), width: 'minmax(140px, 1fr)', name: nameOf },
      {
        id: 'state',
        header: t('cluster.columns.state'),
        width: 'minmax(110px, 190px)',
        onPhone: 'shortened',
        text: (node) => stateOf(node, t),
        cell: (node) => (
          <StateMark tone={node.up ? (node.draining ? 'warn' : 'good') : 'bad'} text={stateOf(node, t)} />
        ),
      },
      {
        id: 'zone',
        header: t('cluster.columns.zone'),
        width: '120px',
        isNamedOnPhone: true,
        text: ({ role }) => role?.zone ?? t('cluster.noRole'),
      },
      {
        id: 'capacity',
        header: t('cluster.columns.capacity'),
        width: '110px',
        isNamedOnPhone: true,
        compare: (a, b) => (a.role?.capacity ?? 0) - (b.role?.capacity ?? 0),
        cell: ({ role }) => {
          if (role === null) return '–'
          return role.capacity === null ? t('cluster.gateway') : <Bytes bytes={role.capacity} />
        },
      },
      {
        id: 'data',
        header: t('cluster.columns.data'),
        width: '190px',
        onPhone: 'hidden',
        compare: (a, b) => (a.data?.available ?? 0) - (b.data?.available ?? 0),
        cell: ({ data }) => <Free disk={data} />,
      },
      {
        id: 'metadata',
        header: t('cluster.columns.metadata'),
        width: '190px',
        onPhone: 'hidden',
        compare: (a, b) => (a.metadata?.available ?? 0) - (b.metadata?.available ?? 0),
        cell: ({ metadata }) => <Free disk={metadata} />,
      },
      {
        id: 'version',
        header: t('cluster.columns.version'),
        width: '120px',
        onPhone: 'hidden',
        text: ({ version }) => version,
      },
    ],
    [t],
  )
  return (
    <ResourceList
      id="garage-nodes"
      query={list}
      label={t('cluster.nodes')}
      columns={columns}
      rows={list.data ?? NONE}
      rowId={idOf}
      rowName={nameOf}
      search={{ label: t('cluster.search'), texts: textsOf }}
      empty={{ icon: IconServer, title: t('cluster.empty'), hint: t('cluster.emptyHint') }}
      count={(count) => t('cluster.count', { count, number: formatCount(count) })}
    />
  )
}

type Words = Translate<'garage'>

function stateOf({ up, draining, lastSeenSeconds }: GarageNode, t: Words): string {
  if (up) return t(draining ? 'cluster.draining' : 'cluster.up')
  return lastSeenSeconds === null
    ? t('cluster.down')
    : t('cluster.downSince', { age: formatAge(lastSeenSeconds * 1000) })
}

function Free({ disk }: { disk: GarageNode['data'] }) {
  const t = useTexts('garage')
  if (disk === null) return '–'
  return (
    <>
      <Bytes bytes={disk.available} /> {t('cluster.ofTotal')} <Bytes bytes={disk.total} />
    </>
  )
}
