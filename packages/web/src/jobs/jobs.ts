import { useSyncExternalStore } from 'react'
import { type Job, JobList } from './job-list.ts'

/** The jobs of this tab. They live outside the pages: one goes on working elsewhere while they run. */
export const jobs = new JobList()
jobs.subscribe(warnWhileOpen)

let owner: string | undefined

/** Somebody is signed in (again): what another has begun is nothing to them. */
export function jobsBelongTo(account: string): void {
  if (owner !== undefined && owner !== account) jobs.clear()
  owner = account
}

export function useJobs(): readonly Job[] {
  return useSyncExternalStore(jobs.subscribe, jobs.snapshot)
}

let isWarning = false

/** Lets the browser ask before the tab is closed on work that would be cut off, and only then. */
function warnWhileOpen(): void {
  if (jobs.isOpen === isWarning) return
  isWarning = jobs.isOpen
  if (isWarning) window.addEventListener('beforeunload', ask)
  else window.removeEventListener('beforeunload', ask)
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
