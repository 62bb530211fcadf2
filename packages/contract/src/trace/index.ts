/** Live trace of the storage server's calls. */
export * from './trace.ts'
