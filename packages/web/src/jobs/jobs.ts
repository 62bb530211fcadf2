import { useSyncExternalStore } from 'react'
import { warnBeforeClose } from '../shared/warn-before-close.ts'
import { type Job, JobList } from './job-list.ts'

/** The jobs of this tab. They are kept outside the pages, so they continue while the user navigates. */
export const jobs = new JobList()
warnBeforeClose(jobs)

let owner: string | undefined

/** Called after sign-in: the jobs of another account are discarded. */
export function keepJobsOf(account: string): void {
  if (owner !== undefined && owner !== account) jobs.clear()
  owner = account
}

export function useJobs(): readonly Job[] {
  return useSyncExternalStore(jobs.subscribe, jobs.snapshot)
}
