import { formatBytes, getReplicationStatus, type ReplicationStatus } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../messages/use-texts.ts'
import { failureReason } from '../../shared/api/api-error.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { EmptyState } from '../../shared/EmptyState.tsx'
import { ErrorState } from '../../shared/ErrorState.tsx'
import { FactList } from '../../shared/FactList.tsx'
import { ErrorFacts } from '../../shared/feedback/ErrorFacts.tsx'
import { Loading } from '../../shared/Loading.tsx'
import layout from '../../shared/layout.module.css'
import { RefreshButton } from '../../shared/RefreshButton.tsx'
import { StaleNotice } from '../../shared/StaleNotice.tsx'
import { StateMark } from '../../shared/StateMark.tsx'
import { formatCount } from '../../shared/text/numbers.ts'
import { sentences } from '../../shared/text/sentences.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import { WarningNote } from '../../shared/WarningNote.tsx'
import classes from './replication.module.css'
import { TargetCard } from './TargetCard.tsx'
import { targetCheck } from './target-check.ts'
import { UnreplicatedList } from './UnreplicatedList.tsx'
import { useReturns } from './use-returns.ts'

const REFRESH_MS = 30_000
/** While a resync is running. */
const FAST_REFRESH_MS = 3_000

/** How the replication of a bucket goes: its targets, and what isn't replicated. */
export function StatusPart({ bucket }: { bucket: string }) {
  const t = useTexts('replication')
  const input = { params: { bucket } }
  const status = useApiQuery(getReplicationStatus, input, { refreshMs: REFRESH_MS })
  const isResyncing = status.data?.targets.some(({ resync }) => resync?.state === 'running') === true
  // A second observer of the same call: each asks as often as it needs to.
  useApiQuery(getReplicationStatus, input, { refreshMs: FAST_REFRESH_MS, enabled: isResyncing })
  const retry = () => void status.refetch()
  const { data, error } = status
  if (data === undefined) {
    if (error) return <ErrorState error={error} onRetry={retry} isRetrying={status.isFetching} />
    return <Loading />
  }
  if (data.targets.length === 0) {
    return <EmptyState icon={IconCopy} title={t('watch.noRules')} hint={t('watch.noRulesHint')} />
  }
  return (
    <>
      {error && <StaleNotice error={error} onRetry={retry} />}
      <Targets bucket={bucket} status={data} isFetching={status.isFetching} onRefresh={retry} />
      <UnreplicatedList bucket={bucket} targets={data.targets} />
    </>
  )
}

interface TargetsProps {
  bucket: string
  status: ReplicationStatus
  isFetching: boolean
  onRefresh: () => void
}

function Targets({ bucket, status: { targets, counts }, isFetching, onRefresh }: TargetsProps) {
  const t = useTexts('replication')
  const check = useQuery(targetCheck(bucket, targets))
  const returns = useReturns(bucket, targets)
  const versions = ({ count, bytes }: { count: number; bytes: number }) =>
    t('watch.versions', { count, number: formatCount(count), size: formatBytes(bytes) })
  const refresh = () => {
    onRefresh()
    if (check.data !== undefined) void check.refetch()
  }
  return (
    <>
      <div className={classes.line}>
        <h2 className={`${layout.heading} ${classes.heading}`}>{t('watch.targets')}</h2>
        <RefreshButton what={t('watch.targets')} isBusy={isFetching} onClick={refresh} />
        <Button variant="default" loading={check.isFetching} onClick={() => void check.refetch()}>
          {t('watch.check')}
        </Button>
      </div>
      {counts ? (
        <FactList
          className={layout.line}
          aria-label={t('watch.summary')}
          facts={[
            [t('watch.queued'), versions(counts.queued)],
            [
              t('watch.received'),
              <span key="received" title={t('watch.since')}>
                {versions(counts.received)}
              </span>,
            ],
          ]}
        />
      ) : (
        <p className={layout.muted}>{t('watch.notCounted')}</p>
      )}
      <div role="status">
        {check.data?.problem === '' && <StateMark tone="good" text={t('watch.checkFine')} />}
        {check.data && check.data.problem !== '' && (
          <WarningNote>
            {sentences([
              failureReason({ message: check.data.problem, text: check.data.text }),
              t('watch.words', { words: plainName(check.data.words) }),
            ])}
          </WarningNote>
        )}
        {check.error && (
          <WarningNote>
            {check.error.message} <ErrorFacts error={check.error} detail="code" />
          </WarningNote>
        )}
      </div>
      <div className={classes.targets}>
        {targets.map((target) => (
          <TargetCard
            key={target.arn}
            bucket={bucket}
            target={target}
            direction={returns.get(target.arn) ?? 'unknown'}
          />
        ))}
      </div>
    </>
  )
}
