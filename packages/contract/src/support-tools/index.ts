export * from './api-calls.ts'
export * from './inspect.ts'
export * from './locks.ts'
export * from './profiles.ts'
