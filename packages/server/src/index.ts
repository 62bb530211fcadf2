/** The console's server: an HTTP interface to a storage server. */
export { buildApp } from './app.ts'
export {
  type LoginMode,
  type MetricsSettings,
  type OpenIdSettings,
  SESSION_HOURS,
  type ServerSettings,
} from './shared/settings.ts'
export { type RunningServer, startServer } from './start-server.ts'
