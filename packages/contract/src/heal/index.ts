/** Healing of erasure-coded data. */
export * from './heal.ts'
