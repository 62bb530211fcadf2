import type { listPoolDrives, listPools, Pool, PoolDrives, Rebalance, RouteResponse } from '@cooperage/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import type { ApiError } from '../shared/api/api-error.ts'
import { CopyButton } from '../shared/CopyButton.tsx'
import { ErrorState } from '../shared/ErrorState.tsx'
import { Loading } from '../shared/Loading.tsx'
import layout from '../shared/layout.module.css'
import { StaleNotice } from '../shared/StaleNotice.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { nameList } from '../shared/text/punctuation.ts'
import { WarningNote } from '../shared/WarningNote.tsx'
import { DriveLegend } from './DriveMap.tsx'
import { drivesByPool, type Grouping, type MarkedDrive } from './drive-marks.ts'
import { versionsOf } from './node-versions.ts'
import { PoolCard } from './PoolCard.tsx'
import classes from './pools.module.css'
import { RebalanceCard } from './RebalanceCard.tsx'

interface PoolsOverviewProps {
  pools: UseQueryResult<RouteResponse<typeof listPools>, ApiError>
  rebalance: UseQueryResult<Rebalance, ApiError>
  drives: UseQueryResult<RouteResponse<typeof listPoolDrives>, ApiError>
  marked: readonly MarkedDrive[] | undefined
}

const NONE: readonly never[] = []

/**
 * The pools with their drives, and what moves data between them. Each part needs another permission, so that each says what it
 * lacks.
 */
export function PoolsOverview({ pools, rebalance, drives, marked }: PoolsOverviewProps) {
  const [grouping, setGrouping] = useState<Grouping>('set')
  const ofPools = useMemo(() => drivesByPool(marked ?? NONE), [marked])
  const known = pools.data?.items ?? NONE
  // Without a list of pools their drives are still shown, and drives without a pool beside those that have one.
  const ids = [...new Set([...known.map(({ id }) => id), ...[...ofPools.keys()].filter((id) => id >= 0)])]
  if (ofPools.has(-1)) ids.push(-1)
  if (pools.isPending || (drives.isPending && known.length === 0)) return <Loading />
  return (
    <>
      <Failures queries={[pools, drives]} />
      {drives.data && <NodeWarnings nodes={drives.data.nodes} />}
      {marked && marked.length > 0 && <DriveLegend drives={marked} grouping={grouping} onGroup={setGrouping} />}
      {ids.map((id) => (
        <PoolCard
          key={id}
          id={id}
          pool={known.find((pool) => pool.id === id)}
          pools={known}
          rebalance={rebalance.data}
          drives={ofPools.get(id) ?? NONE}
          grouping={grouping}
        />
      ))}
      <RebalanceCard query={rebalance} pools={known} />
      {known.length > 0 && <AddPool pools={known} />}
    </>
  )
}

/** What couldn't be loaded, in the place of what it is about. */
function Failures({ queries }: { queries: readonly UseQueryResult<unknown, ApiError>[] }) {
  return queries.map((query, index) => {
    const retry = () => void query.refetch()
    if (!query.error) return null
    // biome-ignore lint/suspicious/noArrayIndexKey: there are always the same
    if (query.data !== undefined) return <StaleNotice key={index} error={query.error} onRetry={retry} />
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: there are always the same
      <div key={index} className={layout.card}>
        <ErrorState error={query.error} onRetry={retry} isRetrying={query.isFetching} />
      </div>
    )
  })
}

function NodeWarnings({ nodes }: { nodes: PoolDrives['nodes'] }) {
  const t = useTexts('pools')
  const versions = versionsOf(nodes)
  return (
    <div role="status" className={layout.notes}>
      {nodes
        .filter(({ state }) => state !== 'online')
        .map(({ endpoint, state }) => (
          <WarningNote key={endpoint}>{t('offlineNode', { node: endpoint, state })}</WarningNote>
        ))}
      {versions.length > 1 && (
        <WarningNote>
          {t('mixedVersions', {
            versions: nameList(versions.map(({ version, count }) => `${version} (${formatCount(count)})`)),
          })}
        </WarningNote>
      )}
    </div>
  )
}

/** A pool is an argument at the start of the servers, so there is no button for it. */
function AddPool({ pools }: { pools: readonly Pool[] }) {
  const t = useTexts('pools')
  const present = pools.filter(({ decommission }) => decommission.state !== 'complete').map(({ cmdline }) => cmdline)
  const command = `minio server ${[...present, NEW_POOL].join(' ')}`
  return (
    <section className={layout.card} aria-labelledby="add-pool">
      <h2 className={layout.heading} id="add-pool">
        {t('add.title')}
      </h2>
      <p className={layout.note}>{t('add.what')}</p>
      <div className={classes.command}>
        <code>{command}</code>
        <CopyButton text={command} what={t('add.command')} />
      </div>
      <p className={layout.note}>{t('add.after')}</p>
    </section>
  )
}

/** How the documentation of MinIO writes the drives of further servers. */
const NEW_POOL = 'https://minio{5...8}.example.net/mnt/drive{1...4}'
