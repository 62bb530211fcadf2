/** The tools for operators: live views, the audit log, the dashboard. */
import type { Options } from '../../options.ts'
import type { Row } from '../../result.ts'
import { measureAuditLog } from './audit-log.ts'
import { measureDashboard } from './dashboard.ts'
import { measureLiveViews } from './live-views.ts'

export async function measureTools(options: Options): Promise<Row[]> {
  const rows: Row[] = []
  for (const measure of [measureLiveViews, measureAuditLog, measureDashboard]) rows.push(...(await measure(options)))
  return rows
}
