export type { Log, LogEntry } from './log.ts'
export { type RootCredentials, RootCredentialsError } from './root-credentials.ts'
export { type EngineOptions, type RunningEngine, startEngine } from './start-engine.ts'
export { StoreError } from './store/store.ts'
