import { getJob, type JobEvent, type ServerJob } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { useTexts } from '../messages/use-texts.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { ErrorState } from '../shared/ErrorState.tsx'
import { FailureReason } from '../shared/feedback/FailureReason.tsx'
import layout from '../shared/layout.module.css'
import { ModalForm } from '../shared/ModalForm.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { Timestamp } from '../shared/text/Timestamp.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import classes from './jobs.module.css'
import { isOpenJob, useJobTitle } from './server-job.ts'

/** Rows of the list of failures; the others are counted. */
const SHOWN = 200
const REFRESH_MS = 2_000

interface JobLogProps {
  job: ServerJob
  onRetry: (job: ServerJob) => void
  onClose: () => void
}

/** What happened to a job, and the objects that it failed on. */
export function JobLog({ job, onRetry, onClose }: JobLogProps) {
  const t = useTexts('serverJobs')
  const titleOf = useJobTitle()
  const isOpen = isOpenJob(job)
  const { data, error, isFetching, refetch } = useApiQuery(
    getJob,
    { params: { id: job.id } },
    { refetchOnMount: 'always', ...(isOpen && { refreshMs: REFRESH_MS }) },
  )
  const eventText = ({ event, account }: JobEvent) =>
    account === '' ? t(`log.${event}`) : t('log.by', { event: t(`log.${event}`), account })
  const whose = { by: job.owner, isElsewhere: job.server !== '' }
  const shown = data?.failures.slice(0, SHOWN) ?? []
  const more = (data?.failed ?? 0) - shown.length
  return (
    <ModalForm
      title={t('log.title')}
      onClose={onClose}
      onSubmit={onClose}
      submitLabel={t('log.close')}
      hasOneButton
      isWide
    >
      <p>
        <ObjectName name={titleOf(job)} />
      </p>
      {error && data === undefined && (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {data && (
        <>
          {data.ends_with_session && isOpen && <p className={layout.note}>{t('log.inSession')}</p>}
          {data.problem !== '' && (
            <p>
              <FailureReason failure={{ message: data.problem, text: data.text }} {...whose} />
            </p>
          )}
          <h3 className={classes.logHeading}>{t('log.events')}</h3>
          <ul className={classes.log}>
            {data.events.map((event, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two events can be equal; the list only grows
              <li key={index} className={classes.logRow}>
                <span>{eventText(event)}</span>
                <Timestamp iso={event.time} isExact />
              </li>
            ))}
          </ul>
          {data.lost.length > 0 && (
            <>
              <h3 className={classes.logHeading}>{t('log.lost', { server: plainName(data.server) })}</h3>
              <ul className={classes.log}>
                {data.lost.map(({ what, count }) => (
                  <li key={what} className={classes.logRow}>
                    {t(`log.losses.${what}`)}
                    <span>{t('done', { count, number: formatCount(count) })}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
      {shown.length > 0 && (
        <>
          <h3 className={classes.logHeading}>{t('log.failures')}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
          <ul className={classes.log} tabIndex={0} aria-label={t('log.failures')}>
            {shown.map(({ path, ...failure }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: versions of an object fail under one path; the list only grows
              <li key={index} className={classes.logRow}>
                <ObjectName name={path} />
                <FailureReason failure={failure} {...whose} />
              </li>
            ))}
            {more > 0 && (
              <li className={classes.logRow}>{t('log.more', { count: more, number: formatCount(more) })}</li>
            )}
          </ul>
          {data?.can_retry && (
            <div className={layout.buttons}>
              <Button variant="default" onClick={() => onRetry(data)}>
                {t('actions.retry')}
              </Button>
            </div>
          )}
        </>
      )}
    </ModalForm>
  )
}
