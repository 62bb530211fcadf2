import { type ClusterDrive, type FormatIssue, listDrives } from '@cooperage/contract'
import { IconEraser, IconServer2, IconServerOff } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { clusterTone } from '../shared/cluster-tone.ts'
import { EmptyState } from '../shared/EmptyState.tsx'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { useClusterQuery } from '../shared/live/use-cluster-query.ts'
import { Simulated } from '../shared/Simulated.tsx'
import { StateMark } from '../shared/StateMark.tsx'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { ResourceList } from '../shared/table/ResourceList.tsx'
import type { Selection } from '../shared/table/selection.ts'
import { Bytes } from '../shared/text/Bytes.tsx'
import { leftToRight } from '../shared/text/intl.ts'
import { LongText } from '../shared/text/LongText.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { FormatDialog, IssuesDialog, useDenied } from './index.ts'

const NONE: readonly ClusterDrive[] = []
const NOTHING: Selection = new Set()
/** Identifies a drive in calls. */
const idOf = ({ node, drive }: ClusterDrive) => `${node}:${drive}`
const textsOf = ({ drive }: ClusterDrive) => [drive]

export function DrivesTab() {
  const t = useTexts('clusterStorage')
  const list = useClusterQuery(listDrives, {}, { resource: 'drives' })
  const all = list.data?.drives ?? NONE
  const permissions = useDenied('', 'directpv', 'direct-csi')
  const formatDenied = list.data && permissions[list.data.manager]
  const [selected, setSelected] = useState(NOTHING)
  const { open, dialog } = useDialogs({
    format: (close, what: { drives: readonly string[]; isAll: boolean }) => (
      <FormatDialog
        {...what}
        onClose={close}
        onDone={(issues) => {
          setSelected(NOTHING)
          if (issues.length > 0) open('issues', issues)
        }}
      />
    ),
    issues: (close, issues: readonly FormatIssue[]) => <IssuesDialog issues={issues} onClose={close} />,
  })
  const columns = useMemo<Column<ClusterDrive>[]>(
    () => [
      {
        id: 'drive',
        header: t('drives.columns.drive'),
        width: 'minmax(140px, 1fr)',
        text: ({ drive }) => drive,
        cell: ({ drive, simulated }) => (
          <>
            {leftToRight(drive)}
            {simulated && <Simulated />}
          </>
        ),
      },
      {
        id: 'capacity',
        header: t('drives.columns.capacity'),
        width: '110px',
        number: ({ capacity }) => capacity,
        cell: ({ capacity }) => <Bytes bytes={capacity} />,
      },
      {
        id: 'allocated',
        header: t('drives.columns.allocated'),
        width: '110px',
        onPhone: 'hidden',
        number: ({ allocated }) => allocated,
        cell: ({ allocated }) => <Bytes bytes={allocated} />,
      },
      {
        id: 'volumes',
        header: t('drives.columns.volumes'),
        width: '104px',
        onPhone: 'hidden',
        number: ({ volumes }) => volumes,
      },
      {
        id: 'node',
        header: t('drives.columns.node'),
        width: 'minmax(110px, 0.7fr)',
        text: ({ node }) => node,
      },
      {
        id: 'status',
        header: t('drives.columns.status'),
        width: 'minmax(130px, 1fr)',
        onPhone: 'shortened',
        text: ({ status }) => status,
        cell: ({ status, message }) => (
          <StateMark
            tone={clusterTone(status)}
            text={<LongText text={message === '' ? status : `${status} (${message})`} />}
          />
        ),
      },
    ],
    [t],
  )
  const actions = useMemo<RowAction<ClusterDrive>[]>(
    () => [
      {
        id: 'format',
        label: t('drives.format'),
        icon: IconEraser,
        isDestructive: true,
        disabledReason: () => formatDenied,
        onSelect: (drive) => open('format', { drives: [idOf(drive)], isAll: false }),
      },
    ],
    [t, open, formatDenied],
  )
  // Any failure shows the notice, and disables the controls (spec operator-mode 2); only this one has nothing to retry.
  const isMissing = list.error?.code === 'DrivesNotManaged'
  const formatReason =
    list.data === undefined ? t('drives.notAvailable') : all.length === 0 ? t('drives.noDrives') : formatDenied
  const notInstalled = (
    <EmptyState
      icon={IconServerOff}
      title={t('drives.notInstalledTitle')}
      hint={t('drives.notInstalled')}
      action={
        <a
          href="https://github.com/minio/directpv/blob/master/docs/installation.md"
          target="_blank"
          rel="noopener noreferrer"
        >
          {t('drives.documentation')}
        </a>
      }
    />
  )
  return (
    <>
      <ResourceList
        id="drives"
        query={list}
        search={{ label: t('drives.search'), texts: textsOf }}
        buttons={
          // Not in red: it's the rarest thing to do here, and its dialog asks.
          <ExplainedButton
            variant="default"
            disabledReason={formatReason}
            onClick={() => open('format', { drives: all.map(idOf), isAll: true })}
          >
            {t('drives.formatAll')}
          </ExplainedButton>
        }
        instead={isMissing && notInstalled}
        label={t('tabs.drives')}
        columns={columns}
        rows={all}
        rowId={idOf}
        rowName={idOf}
        actions={actions}
        selection={{
          selected,
          onChange: setSelected,
          actions: [
            {
              id: 'format',
              label: t('drives.formatSelected'),
              icon: IconEraser,
              isDestructive: true,
              disabledReason: formatReason,
              onSelect: () => open('format', { drives: [...selected], isAll: false }),
            },
          ],
        }}
        empty={{ icon: IconServer2, title: t('drives.empty'), hint: t('drives.emptyHint') }}
        count={(count) => t('drives.count', { count, number: formatCount(count) })}
      />
      {dialog}
    </>
  )
}
