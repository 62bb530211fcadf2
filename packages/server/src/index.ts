/** The console's server: an HTTP interface to a storage server. */
export { buildApp } from './app.ts'
export { auditReceiver } from './logs/index.ts'
export { buildOperatorApp } from './operator-app.ts'
export {
  type ConsoleSettings,
  type CustomTokenSettings,
  type LoginMode,
  type MetricsSettings,
  type OpenIdSettings,
  type OperatorSettings,
  SESSION_HOURS,
  type ServerSettings,
  type SeveralServersSettings,
} from './shared/settings.ts'
export { storageWarning } from './shared/storage-address.ts'
export { type RunningServer, startOperatorServer, startServer, startSeveralServers } from './start-server.ts'
export { MAX_TENANTS_BYTES } from './tenant-proxy/index.ts'
