/** Health report of the storage servers. */
import { AppError, watchDiagnostics } from '@cooperage/contract'
import { HEALTH_PARTS, healthInfo } from '@cooperage/storage-client'
import type { Registry } from '../shared/feature.ts'
import { withoutSecrets } from '../shared/redacted.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { partsOf } from './report-parts.ts'
import { withoutSecretArguments } from './secret-arguments.ts'

/** Time after the deadline in which the server can still complete the report. */
const GRACE_MS = 10_000

export function diagnosticsView({ sockets }: Registry): void {
  sockets.withSession(watchDiagnostics, async function* ({ query: { deadline }, storage, signal }) {
    const late = AbortSignal.timeout(Math.min(milliseconds(deadline) + GRACE_MS, 2 ** 31 - 1))
    const ending = AbortSignal.any([signal, late])
    const expected = HEALTH_PARTS.length
    let report: Record<string, unknown> | undefined
    try {
      for await (report of healthInfo({ ...storage, signal: ending }, deadline)) {
        yield { timestamp: timestampOf(report), parts: partsOf(report), expected, isComplete: false, report: {} }
      }
    } catch (error) {
      if (late.aborted && !signal.aborted) throw new AppError('StorageTimeout')
      await withStorageErrors({ action: 'admin:OBDInfo', feature: 'health reports' }, Promise.reject(error))
    }
    if (report === undefined) throw new AppError('HealthReportFailed')
    const safe = withoutSecretArguments(withoutSecrets(report)) as Record<string, unknown>
    yield { timestamp: timestampOf(report), parts: partsOf(safe), expected, isComplete: true, report: safe }
  })
}

const UNITS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000 }

/** `1h` in milliseconds. */
function milliseconds(duration: string): number {
  return Number.parseInt(duration, 10) * (UNITS[duration.slice(-1)] ?? 0)
}

function timestampOf({ timestamp }: Record<string, unknown>): string {
  return typeof timestamp === 'string' ? timestamp : new Date().toISOString()
}
