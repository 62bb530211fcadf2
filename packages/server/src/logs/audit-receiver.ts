import { auditTokenOf } from '../shared/audit-store/open-archive.ts'
import type { ServerSettings } from '../shared/settings.ts'
import { INGEST_PATH } from './ingest.ts'

/** Where a storage server sends its audit log to the console at `origin`; undefined if the console doesn't keep it. */
export async function auditReceiver(
  settings: ServerSettings,
  origin: string,
): Promise<{ url: string; token: string } | undefined> {
  if ((settings.auditStore ?? 'off') === 'off') return undefined
  return { url: `${origin}${INGEST_PATH}`, token: await auditTokenOf(settings) }
}
