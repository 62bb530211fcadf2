/** Groups of built-in users. */
export * from './groups.ts'
