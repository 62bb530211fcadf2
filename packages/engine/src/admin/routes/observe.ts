import type { AdminRoute } from '../call.ts'
import { consoleLog } from '../operations/observe/console-log.ts'
import { service } from '../operations/observe/service.ts'
import { trace } from '../operations/observe/trace.ts'

/** Monitoring and service control. */
export const OBSERVE_ROUTES: readonly AdminRoute[] = [
  ['Trace', 'GET trace', 'admin:ServerTrace', trace],
  ['ConsoleLog', 'GET log', 'admin:ConsoleLog', consoleLog],
  ['Service', 'POST service?action', null, service],
]
