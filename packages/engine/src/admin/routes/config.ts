import type { AdminRoute } from '../call.ts'
import {
  clearConfigHistoryKv,
  listConfigHistoryKv,
  restoreConfigHistoryKv,
} from '../operations/config/config-history.ts'
import {
  delConfigKv,
  exportConfig,
  getConfigKv,
  helpConfigKv,
  importConfig,
  setConfigKv,
} from '../operations/config/config-kv.ts'

const PERMISSION = 'admin:ConfigUpdate'

/** Settings. The same permission covers reading and changing them, as in MinIO. */
export const CONFIG_ROUTES: readonly AdminRoute[] = [
  ['GetConfigKV', 'GET get-config-kv?key', PERMISSION, getConfigKv],
  ['SetConfigKV', 'PUT set-config-kv', PERMISSION, setConfigKv],
  ['DelConfigKV', 'DELETE del-config-kv', PERMISSION, delConfigKv],
  ['HelpConfigKV', 'GET help-config-kv?subSys&key', PERMISSION, helpConfigKv],
  ['GetConfig', 'GET config', PERMISSION, exportConfig],
  ['SetConfig', 'PUT config', PERMISSION, importConfig],
  ['ListConfigHistoryKV', 'GET list-config-history-kv?count', PERMISSION, listConfigHistoryKv],
  ['RestoreConfigHistoryKV', 'PUT restore-config-history-kv?restoreId', PERMISSION, restoreConfigHistoryKv],
  ['ClearConfigHistoryKV', 'DELETE clear-config-history-kv?restoreId', PERMISSION, clearConfigHistoryKv],
]
