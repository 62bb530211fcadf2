/** Jobs that run in the console without a page. */
export * from './jobs.ts'
export * from './report.ts'
export * from './syncs.ts'
