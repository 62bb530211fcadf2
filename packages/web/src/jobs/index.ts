/** The interface of jobs for pages. */
export { BY_USER, type JobBatch, type JobFailure, type NewJob } from './job-list.ts'
export { jobs } from './jobs.ts'
export { runInParallel } from './run-in-parallel.ts'
