import { ErrorFacts } from '../../shared/feedback/ErrorFacts.tsx'
import '../../messages/en/compare-buckets.ts'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconArrowsDiff, IconDownload } from '@tabler/icons-react'
import { type FormEvent, useMemo, useState } from 'react'
import { useJobToServer } from '../../jobs/use-job-to-server.ts'
import { useServerJob } from '../../jobs/use-server-job.tsx'
import { useTexts } from '../../messages/use-texts.ts'
import { PlaceOn, ServerSelect } from '../../servers/index.ts'
import { useSession } from '../../session/index.ts'
import { ExplainedButton } from '../../shared/ExplainedButton.tsx'
import layout from '../../shared/layout.module.css'
import { saveFile } from '../../shared/save-file.ts'
import type { Column } from '../../shared/table/columns.tsx'
import { ResourceList } from '../../shared/table/ResourceList.tsx'
import { Bytes } from '../../shared/text/Bytes.tsx'
import { formatCount } from '../../shared/text/numbers.ts'
import type { BucketTabProps } from '../detail/tabs.ts'
import classes from './compare.module.css'
import { DIFFERENCES, type Difference, type DifferenceKind } from './compare-listings.ts'
import type { Place } from './read-side.ts'
import { type Comparison, SHOWN, useComparison } from './use-comparison.ts'

const textsOf = ({ name }: Difference) => [name]

/** Compares the bucket with another one, here or on another storage server. */
export function CompareTab({ bucket }: BucketTabProps) {
  const t = useTexts(['compareBuckets', 'bucket'])
  const [folder, setFolder] = useState('')
  const [there, setThere] = useState({ server: '', bucket: '', folder: '' })
  const { comparison, start, stop, file } = useComparison()
  const { status, error } = comparison
  const places: [Place, Place] = [
    { server: '', bucket, prefix: prefixOf(folder) },
    { server: there.server, bucket: there.bucket, prefix: prefixOf(there.folder) },
  ]
  const isSame = there.server === '' && there.bucket === bucket && places[0].prefix === places[1].prefix
  const reason = there.bucket === '' ? t('noBucket') : isSame ? t('same') : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason === undefined) void start(...places)
  }
  return (
    <div className={classes.tab}>
      <form className={classes.form} onSubmit={submit}>
        <h2 className={layout.subheading}>{t('bucket:more.compare')}</h2>
        <p className={layout.note}>{t('purpose')}</p>
        <div className={classes.fields}>
          <TextInput
            label={t('here')}
            description={t('hereHint')}
            value={folder}
            onChange={(event) => setFolder(event.currentTarget.value)}
          />
          <ServerSelect value={there.server} onChange={(server) => setThere({ server, bucket: '', folder: '' })} />
          <PlaceOn
            server={there.server}
            bucket={there.bucket}
            onBucket={(name) => setThere({ ...there, bucket: name })}
            folder={there.folder}
            onFolder={(path) => setThere({ ...there, folder: path })}
          />
        </div>
        <div className={layout.buttons}>
          {status === 'running' ? (
            <Button variant="default" onClick={stop}>
              {t('stop')}
            </Button>
          ) : (
            <ExplainedButton
              leftSection={<IconArrowsDiff size={16} />}
              disabledReason={reason}
              onClick={() => void start(...places)}
            >
              {t('start')}
            </ExplainedButton>
          )}
        </div>
      </form>
      {error !== '' && (
        <p className={layout.bad} role="alert">
          {error}
        </p>
      )}
      <Differences
        comparison={comparison}
        file={file}
        onAgain={() => void (reason === undefined && start(...places))}
      />
    </div>
  )
}

interface DifferencesProps {
  comparison: Comparison
  file: () => Blob
  onAgain: () => void
}

function Differences({ comparison, file, onAgain }: DifferencesProps) {
  const t = useTexts('compareBuckets')
  const [kind, setKind] = useState<DifferenceKind | ''>('')
  const { status, rows: all, counts, here } = comparison
  const rows = useMemo(() => (kind === '' ? all : all.filter((row) => row.kind === kind)), [all, kind])
  const columns = useMemo<Column<Difference>[]>(
    () => [
      { id: 'name', header: t('columns.name'), width: 'minmax(200px, 2fr)', name: ({ name }) => name },
      {
        id: 'kind',
        header: t('columns.kind'),
        width: 'minmax(140px, 1fr)',
        text: (row) => t(`kinds.${row.kind}`),
      },
      sizeColumn('here', t('columns.here')),
      sizeColumn('there', t('columns.there')),
    ],
    [t],
  )
  const sum = DIFFERENCES.reduce((all, one) => all + counts[one], 0)
  const isIdle = status === 'idle'
  const countsOf = (kinds: readonly (DifferenceKind | 'equal')[]) =>
    kinds.map((one) => t(`counts.${one}`, { count: counts[one], number: formatCount(counts[one]) })).join(' · ')
  const found = DIFFERENCES.filter((one) => counts[one] > 0)
  const said = { running: t('comparing'), done: t('done'), stopped: t('stopped'), failed: '', idle: '' }[status]
  return (
    <>
      {!isIdle && (
        // Busy: screen readers announce the result, not each step.
        <p role="status" aria-busy={status === 'running'} className={classes.summary}>
          {`${said} ${countsOf(['equal', ...found])}`}
        </p>
      )}
      <ResourceList
        query={{ data: all, error: null, isPending: false, isFetching: status === 'running', refetch: () => undefined }}
        label={t('list')}
        columns={columns}
        rows={rows}
        rowId={({ name }) => name}
        rowName={({ name }) => name}
        search={{ label: t('search'), texts: textsOf }}
        filters={
          <NativeSelect
            className={layout.filter ?? ''}
            aria-label={t('shown')}
            data={[
              { value: '', label: t('all') },
              ...DIFFERENCES.map((one) => ({ value: one, label: t(`kinds.${one}`) })),
            ]}
            value={kind}
            onChange={(event) => setKind(event.currentTarget.value as DifferenceKind | '')}
          />
        }
        buttons={
          <>
            {sum > 0 && (
              <Button
                variant="default"
                leftSection={<IconDownload size={16} />}
                onClick={() => saveFile(`${here?.bucket ?? ''}-differences.csv`, file())}
              >
                {t('csv')}
              </Button>
            )}
            {counts.missingThere > 0 && status !== 'running' && (
              <CopyMissing key={comparison.startedAt} comparison={comparison} />
            )}
          </>
        }
        onRefresh={onAgain}
        empty={{
          icon: IconArrowsDiff,
          title: t(isIdle || status === 'running' ? 'initial' : 'none'),
          hint: t(isIdle || status === 'running' ? 'initialHint' : 'noneHint'),
        }}
        above={sum > all.length && <p className={layout.note}>{t('limited', { number: formatCount(SHOWN) })}</p>}
        count={() => countsOf(found)}
      />
    </>
  )
}

/** Starts the job that copies what is missing; what exists there stays as it is. */
function CopyMissing({ comparison: { here, there } }: { comparison: Comparison }) {
  const t = useTexts('compareBuckets')
  // The next comparison shows what the job has done.
  const [isStarted, setStarted] = useState(false)
  const hasJobs = useSession()?.pages.includes('/jobs') === true
  const across = useJobToServer(() => setStarted(true))
  const within = useServerJob({ kind: 'copy', items: 1 }, () => setStarted(true))
  if (here === undefined || there === undefined || !hasJobs || isStarted) return null
  const isAcross = there.server !== ''
  const job = {
    bucket: here.bucket,
    target_bucket: there.bucket,
    units: [{ source: here.prefix, target: there.prefix, contents: { search: '', deep: false } }],
    existing: 'skip' as const,
  }
  const start = () => {
    if (isAcross) across.mutate({ job: { kind: 'copyToServer', server: there.server, ...job }, prefix: there.prefix })
    else within.start({ kind: 'copy', ...job })
  }
  const error = isAcross ? across.error : within.error
  return (
    <>
      <Button loading={across.isPending || within.isPending} onClick={start}>
        {t('copy')}
      </Button>
      {error && (
        <p className={layout.bad} role="alert">
          {error.message} <ErrorFacts error={error} detail="code" />
        </p>
      )}
    </>
  )
}

function sizeColumn(side: 'here' | 'there', header: string): Column<Difference> {
  const sizeOf = (row: Difference) => row[side]?.size ?? -1
  return {
    id: side,
    header,
    width: '130px',
    align: 'end',
    isNamedOnPhone: true,
    cell: (row) => {
      const one = row[side]
      return one && <Bytes bytes={one.size} />
    },
    compare: (a, b) => sizeOf(a) - sizeOf(b),
  }
}

/** '' for the whole bucket. */
function prefixOf(typed: string): string {
  const path = typed.replace(/^\/+|\/+$/g, '')
  return path === '' ? '' : `${path}/`
}
