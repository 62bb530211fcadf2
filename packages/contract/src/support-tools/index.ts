export * from './locks.ts'
