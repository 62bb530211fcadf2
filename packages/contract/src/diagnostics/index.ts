/** Health report of the storage servers. */
export * from './diagnostics.ts'
