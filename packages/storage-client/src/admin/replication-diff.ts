import { objectField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { responseLines } from '../live-lines.ts'
import { sendAdmin } from './send-admin.ts'

/** Keys have at most 1024 bytes. Callers keep hundreds of these lines. */
const MAX_LINE_BYTES = 64 * 1024

/** A version of an object that isn't replicated to each target. */
export interface DifferingVersion {
  key: string
  /** '' for one from before versioning. */
  versionId: string
  isDeleteMarker: boolean
  /** Milliseconds since the epoch, 0 if the server doesn't say. */
  modifiedAt: number
  /** The last attempt, 0 if there was none. */
  triedAt: number
  /** `FAILED`, `PENDING`; '' for one from before the rule. */
  status: string
  /** ARNs of the targets that lack it. */
  targets: string[]
}

/**
 * The versions of a bucket that aren't replicated, in the order of their names: the server goes through the whole bucket, and
 * stops when the client's signal aborts or the caller returns. Needs admin:ReplicationDiff.
 * @throws StorageError `XMinioAdminRemoteTargetNotFoundError` for a bucket without targets
 */
export async function* differingVersions(
  client: StorageClient,
  bucket: string,
  prefix: string,
): AsyncGenerator<DifferingVersion> {
  const query = { bucket, prefix }
  const response = await sendAdmin(client, { method: 'POST', path: '/minio/admin/v3/replication/diff', query })
  for await (const line of responseLines(response.body, client.signal, MAX_LINE_BYTES)) {
    const version = toVersion(line)
    if (version !== undefined) yield version
  }
}

function toVersion(line: string): DifferingVersion | undefined {
  let entry: ReturnType<typeof objectField>
  try {
    entry = objectField(JSON.parse(line))
  } catch {
    // One damaged line doesn't end the list.
    return undefined
  }
  const key = textField(entry, 'object')
  if (key === '') return undefined
  return {
    key,
    versionId: textField(entry, 'versionId'),
    isDeleteMarker: entry.deletemarker === true,
    modifiedAt: Math.max(0, Date.parse(textField(entry, 'lastModified')) || 0),
    triedAt: Math.max(0, Date.parse(textField(entry, 'replTimestamp')) || 0),
    status: textField(entry, 'rStatus'),
    targets: Object.keys(objectField(entry, 'targets')),
  }
}
