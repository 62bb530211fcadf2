import { type JsonObject, objectField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { responseLines } from '../live-lines.ts'
import { parsed } from '../send.ts'
import { StorageError } from '../storage-error.ts'
import { sendAdmin } from './send-admin.ts'

/** Everything that describes a server; its performance is not measured, which would slow it down. */
export const HEALTH_PARTS: readonly string[] =
  'minioinfo minioconfig syscpu sysdrivehw sysosinfo sysmem sysnet sysprocess syserrors sysservices replication shard'.split(
    ' ',
  )
/** A report of a cluster with a thousand drives has some megabytes. */
const MAX_REPORT_BYTES = 128 * 1024 * 1024

/**
 * The health report of all servers: each document has all parts so far, and the last one is complete. `deadline` is a duration
 * as servers read it: `1h`. Needs admin:OBDInfo.
 * @throws StorageError
 */
export async function* healthInfo(client: StorageClient, deadline: string): AsyncGenerator<JsonObject> {
  const query = { deadline, ...Object.fromEntries(HEALTH_PARTS.map((name) => [name, 'true'])) }
  const response = await sendAdmin(client, { method: 'GET', path: '/minio/admin/v3/healthinfo', query })
  for await (const line of responseLines(response.body, client.signal, MAX_REPORT_BYTES)) {
    const report = objectField(parsed(() => JSON.parse(line)))
    // A server reports its own failure within a document.
    if (textField(report, 'error') !== '')
      throw new StorageError('refused', 'The health report failed', { code: 'HealthReportFailed', status: 500 })
    yield report
  }
}
