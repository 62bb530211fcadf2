import type { AdminRoute } from '../call.ts'
import { clientSpeed, clientSpeedExtraTime } from '../operations/info/client-speed.ts'
import { dataUsageInfo } from '../operations/info/data-usage-info.ts'
import { driveSpeed } from '../operations/info/drive-speed.ts'
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
  ['DriveSpeedtest', 'POST speedtest/drive', 'admin:OBDInfo', driveSpeed],
  ['ClientDevNull', 'POST speedtest/client/devnull', 'admin:BandwidthMonitor', clientSpeed],
  ['ClientDevNullExtraTime', 'POST speedtest/client/devnull/extratime', 'admin:BandwidthMonitor', clientSpeedExtraTime],
  ['Metrics', 'GET metrics', 'admin:ServerInfo', realtimeMetrics],
]
