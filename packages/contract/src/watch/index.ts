/** Live changes of a bucket. */
export * from './watch.ts'
