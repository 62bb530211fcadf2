/** What pages may do with jobs. */
export type { JobFailure, JobPart, NewJob } from './job-list.ts'
export { jobs } from './jobs.ts'
