export * from './api-calls.ts'
export * from './locks.ts'
