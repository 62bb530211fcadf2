export * from './batch-jobs.ts'
export * from './job-fields.ts'
