/** What pages may do with jobs. */
export { BY_HAND, type JobFailure, type JobPart, type NewJob } from './job-list.ts'
export { jobs } from './jobs.ts'
export { severalAtOnce } from './several-at-once.ts'
