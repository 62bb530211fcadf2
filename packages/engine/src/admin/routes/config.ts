import {
  clearConfigHistoryKv,
  listConfigHistoryKv,
  restoreConfigHistoryKv,
} from '../operations/config/config-history.ts'
import { delConfigKv } from '../operations/config/del-config-kv.ts'
import { exportConfig } from '../operations/config/export-config.ts'
import { getConfigKv } from '../operations/config/get-config-kv.ts'
import { helpConfigKv } from '../operations/config/help-config-kv.ts'
import { importConfig } from '../operations/config/import-config.ts'
import { setConfigKv } from '../operations/config/set-config-kv.ts'
import type { AdminRoute } from '../route.ts'

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
