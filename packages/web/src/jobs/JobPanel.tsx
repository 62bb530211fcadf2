import '../messages/en/jobs.ts'
import { useEffect } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useSession } from '../session/index.ts'
import { JobRow } from './JobRow.tsx'
import classes from './jobs.module.css'
import { keepJobsOf, useJobs } from './jobs.ts'

/** The jobs of this tab, below every page while there are any. */
export function JobPanel() {
  const t = useTexts('jobs')
  const jobs = useJobs()
  const account = useSession()?.accountName
  useEffect(() => {
    if (account !== undefined) keepJobsOf(account)
  }, [account])
  if (jobs.length === 0) return null
  return (
    <section className={classes.panel} aria-label={t('title')}>
      <ul className={classes.rows}>
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} />
        ))}
      </ul>
    </section>
  )
}
