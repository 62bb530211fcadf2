import { useSyncExternalStore } from 'react'
import { warnBeforeClose } from '../shared/warn-before-close.ts'
import { type Job, JobList } from './job-list.ts'

/** The jobs of this tab. They live outside the pages: one goes on working elsewhere while they run. */
export const jobs = new JobList()
warnBeforeClose(jobs)

let owner: string | undefined

/** Somebody is signed in (again): what another has begun is nothing to them. */
export function jobsBelongTo(account: string): void {
  if (owner !== undefined && owner !== account) jobs.clear()
  owner = account
}

export function useJobs(): readonly Job[] {
  return useSyncExternalStore(jobs.subscribe, jobs.snapshot)
}
