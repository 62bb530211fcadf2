import {
  getReplicationStatus,
  listUnreplicated,
  retryReplication,
  type UnreplicatedVersion,
  type WatchedTarget,
} from '@cooperage/contract'
import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCopyCheck, IconLock, IconRepeat } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { type ApiError, failureReason } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { useApiQuery, useInvalidate } from '../../shared/api/use-api.ts'
import { EmptyState } from '../../shared/EmptyState.tsx'
import { showError, showNotice } from '../../shared/feedback/messages.ts'
import layout from '../../shared/layout.module.css'
import { StateMark, type Tone } from '../../shared/StateMark.tsx'
import type { Column, RowAction } from '../../shared/table/columns.tsx'
import { ResourceList } from '../../shared/table/ResourceList.tsx'
import type { Selection } from '../../shared/table/selection.ts'
import { formatCount } from '../../shared/text/numbers.ts'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { comma } from '../../shared/text/punctuation.ts'
import { RelativeTime } from '../../shared/text/RelativeTime.tsx'
import { plainName } from '../../shared/text/visible-name.ts'
import { useDenied } from '../index.ts'
import classes from './replication.module.css'
import { idOf, listedOf, retryAll, selectedAfter } from './retry.ts'

type Version = UnreplicatedVersion

const NONE: readonly Version[] = []
const NOTHING: Selection = new Set()
const nameOf = ({ key }: Version) => key
/** What has no time comes first. */
const timeOf = (iso: string) => Date.parse(iso) || 0
const TONES: Readonly<Record<Version['state'], Tone>> = {
  failed: 'bad',
  pending: 'warn',
  new: 'muted',
  unknown: 'warn',
}
/** After typing. */
const WAIT_MS = 400

/** The versions that aren't replicated, which can be tried again. */
export function UnreplicatedList({ bucket, targets }: { bucket: string; targets: readonly WatchedTarget[] }) {
  const t = useTexts('replication')
  const { listUnreplicated: denied } = useDenied(bucket, 'listUnreplicated')
  if (denied === undefined) return <Versions bucket={bucket} targets={targets} />
  return (
    <>
      <h2 className={layout.heading}>{t('unreplicated.heading')}</h2>
      <EmptyState icon={IconLock} title={t('unreplicated.label')} hint={denied} />
    </>
  )
}

function Versions({ bucket, targets }: { bucket: string; targets: readonly WatchedTarget[] }) {
  const t = useTexts('replication')
  const [typed, setTyped] = useState('')
  const [prefix] = useDebouncedValue(typed, WAIT_MS)
  const list = useApiQuery(listUnreplicated, { params: { bucket }, query: { prefix } })
  const rows = list.data?.items ?? NONE
  const end = list.data?.end
  const [chosen, setChosen] = useState(NOTHING)
  const selected = useMemo(() => listedOf(chosen, rows), [chosen, rows])
  const invalidate = useInvalidate()
  const { mutate: queue } = useMutation<Awaited<ReturnType<typeof retryAll>>, ApiError, readonly Version[]>({
    mutationFn: (versions) =>
      retryAll(versions, (group) => call(retryReplication, { params: { bucket }, body: { versions: group } })),
    onSuccess: ({ failures }, versions) => {
      const [first] = failures
      setChosen((before) => selectedAfter(before, versions, { failures }))
      const count = versions.length - failures.length
      if (first === undefined) {
        showNotice(t('unreplicated.retried', { count, number: formatCount(count) }))
        return
      }
      const message = t('unreplicated.retryFailed', {
        queued: formatCount(count),
        failed: formatCount(failures.length),
        key: plainName(first.key),
        reason: failureReason(first),
      })
      showError({ message, detailedMessage: '' })
    },
    onError: (error) => showError(error),
    // A failure may be that of a later call.
    onSettled: () => invalidate(listUnreplicated, getReplicationStatus),
  })
  const columns = useColumns(targets)
  const actions = useMemo<RowAction<Version>[]>(
    () => [{ id: 'retry', label: t('unreplicated.retry'), icon: IconRepeat, onSelect: (version) => queue([version]) }],
    [t, queue],
  )
  return (
    <div className={layout.tabList}>
      <ResourceList
        id="unreplicated"
        query={list}
        label={t('unreplicated.label')}
        columns={columns}
        rows={rows}
        rowId={idOf}
        rowName={nameOf}
        actions={actions}
        selection={{
          selected,
          onChange: setChosen,
          actions: [
            {
              id: 'retry',
              label: t('unreplicated.retry'),
              icon: IconRepeat,
              onSelect: () => queue(rows.filter((version) => selected.has(idOf(version)))),
            },
          ],
        }}
        filters={
          <>
            <h2 className={`${layout.heading} ${classes.heading}`}>{t('unreplicated.heading')}</h2>
            <TextInput
              aria-label={t('unreplicated.prefix')}
              placeholder={t('unreplicated.prefix')}
              maxLength={1024}
              value={typed}
              onChange={(event) => {
                setTyped(event.currentTarget.value)
                setChosen(NOTHING)
              }}
            />
          </>
        }
        above={
          end === 'most' || end === 'time' ? <p className={layout.muted}>{t(`unreplicated.ends.${end}`)}</p> : null
        }
        empty={{
          icon: IconCopyCheck,
          title: t(end === 'time' ? 'unreplicated.emptyTime' : 'unreplicated.empty'),
          hint: `${t('unreplicated.emptyHint')} ${t('unreplicated.deletions')}`,
        }}
        emptyFilter={
          prefix === '' || end === 'time' ? undefined : { icon: IconCopyCheck, title: t('unreplicated.emptyFilter') }
        }
        count={(count) => count > 0 && t('unreplicated.count', { count, number: formatCount(count) })}
      />
    </div>
  )
}

function useColumns(targets: readonly WatchedTarget[]): Column<Version>[] {
  const t = useTexts('replication')
  return useMemo(() => {
    const bucketOf = (arn: string) => targets.find((target) => target.arn === arn)?.bucket ?? arn
    const stateOf = ({ state, isDeleteMarker }: Version) =>
      `${t(`unreplicated.states.${state}`)}${isDeleteMarker ? `${comma()}${t('unreplicated.deleteMarker')}` : ''}`
    return [
      {
        id: 'object',
        header: t('unreplicated.columns.object'),
        width: 'minmax(180px, 2fr)',
        name: nameOf,
      },
      {
        id: 'state',
        header: t('unreplicated.columns.state'),
        width: 'minmax(140px, 1fr)',
        text: stateOf,
        cell: (version) => <StateMark tone={TONES[version.state]} text={stateOf(version)} />,
      },
      {
        id: 'targets',
        header: t('unreplicated.columns.targets'),
        width: 'minmax(100px, 1fr)',
        onPhone: 'hidden',
        text: ({ targets: arns }) => arns.map(bucketOf).join(comma()),
      },
      {
        id: 'modified',
        header: t('unreplicated.columns.modified'),
        width: '150px',
        onPhone: 'hidden',
        compare: (a, b) => timeOf(a.modifiedAt) - timeOf(b.modifiedAt),
        cell: ({ modifiedAt }) => (modifiedAt === '' ? '–' : <RelativeTime iso={modifiedAt} />),
      },
      {
        id: 'tried',
        header: t('unreplicated.columns.tried'),
        width: '150px',
        isNamedOnPhone: true,
        compare: (a, b) => timeOf(a.triedAt) - timeOf(b.triedAt),
        cell: ({ triedAt }) => (triedAt === '' ? t('unreplicated.never') : <RelativeTime iso={triedAt} />),
      },
      {
        id: 'version',
        header: t('unreplicated.columns.version'),
        width: 'minmax(160px, 1fr)',
        isHiddenAtFirst: true,
        name: ({ versionId }) => versionId,
        cell: ({ versionId }) => <ObjectName name={versionId} />,
      },
    ]
  }, [t, targets])
}
