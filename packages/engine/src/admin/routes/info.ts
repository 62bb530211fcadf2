import type { AdminRoute } from '../call.ts'
import { dataUsageInfo } from '../operations/info/data-usage-info.ts'
import { healthInfo } from '../operations/info/health-info.ts'
import { realtimeMetrics } from '../operations/info/realtime-metrics.ts'
import { serverInfo } from '../operations/info/server-info.ts'
import { storageInfo } from '../operations/info/storage-info.ts'

/** Information on the server and its storage. */
export const INFO_ROUTES: readonly AdminRoute[] = [
  ['ServerInfo', 'GET info', 'admin:ServerInfo', serverInfo],
  ['StorageInfo', 'GET storageinfo', 'admin:StorageInfo', storageInfo],
  ['DataUsageInfo', 'GET datausageinfo', 'admin:DataUsageInfo', dataUsageInfo],
  ['HealthInfo', 'GET healthinfo', 'admin:OBDInfo', healthInfo],
  ['HealthInfo', 'GET obdinfo', 'admin:OBDInfo', healthInfo],
  ['Metrics', 'GET metrics', 'admin:ServerInfo', realtimeMetrics],
]
