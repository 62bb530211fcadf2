import { bucketNameProblem, type Finding, listJobs, preflight, sentence } from '@cooperage/contract'
import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { useInvalidate } from '../../shared/api/use-api.ts'
import { ErrorState } from '../../shared/ErrorState.tsx'
import { ExplainedButton } from '../../shared/ExplainedButton.tsx'
import { ErrorFacts } from '../../shared/feedback/ErrorFacts.tsx'
import { showNotice } from '../../shared/feedback/messages.ts'
import layout from '../../shared/layout.module.css'
import { formatCount } from '../../shared/text/numbers.ts'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { plainName } from '../../shared/text/visible-name.ts'
import { BucketContents } from './BucketContents.tsx'
import type { Choice } from './choice.ts'
import { Findings } from './Findings.tsx'
import classes from './migration.module.css'
import { startMigration } from './start-migration.ts'
import { type CheckedPair, usePreflight } from './use-preflight.ts'

/** Pause in typing after which a name is checked at the target. */
const NAME_DEBOUNCE_MS = 500

const NAME_TWICE: Finding = { what: 'bucket', outcome: 'blocked', why: 'nameTwice', names: [], count: 0 }

interface CheckStepProps {
  choice: Choice
  /** With the buckets whose migrations have started, if one of several couldn't be. */
  onBack: (started: ReadonlySet<string>) => void
  onStarted: () => void
}

/** What becomes of each bucket, before anything is written. */
export function CheckStep({ choice: { server, buckets, taken }, onBack, onStarted }: CheckStepProps) {
  const t = useTexts('migration')
  const invalidate = useInvalidate()
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const [settledNames] = useDebouncedValue(names, NAME_DEBOUNCE_MS)
  const pairs = [...buckets].map((bucket) => ({ bucket, target: settledNames.get(bucket) ?? bucket }))
  const checked = usePreflight(server, pairs).map((pair) => ({ ...pair, findings: findingsOf(pair) }))
  const ready = checked.filter(
    ({ findings }) => findings !== undefined && !findings.some(({ outcome }) => outcome === 'blocked'),
  )
  // After a failure the rest is started, and nothing twice.
  const started = useRef(new Set<string>())
  const inSession = useRef(false)
  const start = useMutation<number, ApiError>({
    mutationFn: async () => {
      for (const { bucket, target, source } of ready) {
        if (started.current.has(bucket)) continue
        const { objects = 0, noncurrent = 0, deleteMarkers = 0, isComplete = false } = source?.contents ?? {}
        const expected = isComplete ? objects + (taken.versions ? noncurrent + deleteMarkers : 0) : 0
        try {
          const job = await startMigration({ server, bucket, target, taken, expected })
          inSession.current ||= job.ends_with_session
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          const message = () => t('startFailed', { bucket: plainName(bucket), message: error.message })
          throw new ApiError({ status: error.status, code: error.code, message, cause: error })
        }
        started.current.add(bucket)
      }
      return started.current.size
    },
    onSuccess: (count) => {
      const text = t('startedSome', { count, number: formatCount(count) })
      showNotice(inSession.current ? `${text} ${t('startedInSession')}` : text)
      onStarted()
    },
    onSettled: () => invalidate(listJobs),
    gcTime: 0,
  })

  function findingsOf({ source, there, target }: CheckedPair) {
    if (source === undefined || there === undefined || bucketNameProblem(target) !== undefined) return undefined
    const isTwice = pairs.filter((pair) => pair.target === target).length > 1
    return [...(isTwice ? [NAME_TWICE] : []), ...preflight(source, there, taken)]
  }
  const isChecking = names !== settledNames || checked.some(({ isFetching }) => isFetching)
  const reason = isChecking ? t('stillChecking') : ready.length === 0 ? t('nothingToStart') : undefined
  return (
    <section className={layout.card} aria-label={t('steps.check')} tabIndex={-1}>
      <h2 className={layout.heading}>{t('checkTitle')}</h2>
      <p className={layout.note}>{t('always')}</p>
      <ul className={classes.checked}>
        {checked.map(({ bucket, source, findings, error, isFetching, refetch }) => (
          <li key={bucket} className={classes.bucket}>
            <h3 className={layout.subheading}>
              <ObjectName name={bucket} />
            </h3>
            {source && <BucketContents contents={source.contents} />}
            <NameThere
              name={names.get(bucket) ?? bucket}
              onChange={(name) => setNames((before) => new Map(before).set(bucket, name))}
            />
            {error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
            {isFetching && (
              <p className={layout.note} role="status">
                {t('checking', { bucket: plainName(bucket) })}
              </p>
            )}
            {findings && <Findings findings={findings} />}
            {findings?.length === 0 && <p className={layout.note}>{t('nothing')}</p>}
          </li>
        ))}
      </ul>
      {start.error && (
        <p className={layout.bad} role="alert">
          {start.error.message} <ErrorFacts error={start.error} detail="code" />
        </p>
      )}
      <div className={layout.buttons}>
        <Button variant="default" onClick={() => onBack(started.current)}>
          {t('back')}
        </Button>
        <ExplainedButton loading={start.isPending} disabledReason={reason} onClick={() => start.mutate()}>
          {t('start', { count: ready.length, number: formatCount(ready.length) })}
        </ExplainedButton>
      </div>
    </section>
  )
}

function NameThere({ name, onChange }: { name: string; onChange: (name: string) => void }) {
  const t = useTexts('migration')
  const problem = bucketNameProblem(name)
  return (
    <TextInput
      className={classes.name ?? ''}
      label={t('nameThere')}
      value={name}
      error={problem && sentence(problem)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
