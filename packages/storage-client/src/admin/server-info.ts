import { listField, numberField, objectField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { readText } from '../read-whole.ts'
import { parsed, timeOf } from '../send.ts'
import { sendAdmin } from './send-admin.ts'

/** A drive of a server; sizes in bytes, 0 for a drive that doesn't respond. */
export interface DriveInfo {
  path: string
  state: string
  isHealing: boolean
  totalBytes: number
  usedBytes: number
  freeBytes: number
  /** Index of its pool, and of its erasure set in that pool. */
  pool: number
  set: number
}

/** `endpoint` is what names a drive, also one that doesn't respond and therefore has no path. */
export type ServerDriveInfo = DriveInfo & { endpoint: string }

export interface ServerInfo {
  /** `online`, or `initializing` while the servers connect to each other. */
  mode: string
  region: string
  /** When the server sent this, by its own clock, in milliseconds since the epoch. */
  time: number
  deploymentId: string
  buckets: number
  /** Objects, versions, delete markers and bytes in use are as last counted. */
  objects: number
  versions: number
  deleteMarkers: number
  usageBytes: number
  /** Drives of each erasure set that hold parity. */
  parity: number
  /** Drives of each erasure set, by pool. */
  drivesPerSet: number[]
  servers: { endpoint: string; state: string; version: string; uptimeSeconds: number; drives: ServerDriveInfo[] }[]
}

/** State of the cluster; needs admin:ServerInfo. @throws StorageError */
export async function serverInfo(client: StorageClient): Promise<ServerInfo> {
  const response = await sendAdmin(client, { method: 'GET', path: '/minio/admin/v3/info' })
  const text = await readText(response, client.signal)
  const info = objectField(parsed(() => JSON.parse(text)))
  const backend = objectField(info, 'backend')
  const count = (name: string) => numberField(objectField(info, name), 'count')
  return {
    mode: textField(info, 'mode'),
    region: textField(info, 'region'),
    time: timeOf(response),
    deploymentId: textField(info, 'deploymentID'),
    buckets: count('buckets'),
    objects: count('objects'),
    versions: count('versions'),
    deleteMarkers: count('deletemarkers'),
    usageBytes: numberField(objectField(info, 'usage'), 'size'),
    parity: numberField(backend, 'standardSCParity'),
    drivesPerSet: listField(backend, 'totalDrivesPerSet').map(Number),
    servers: listField(info, 'servers').map((entry) => {
      const server = objectField(entry)
      return {
        endpoint: textField(server, 'endpoint'),
        state: textField(server, 'state'),
        version: textField(server, 'version'),
        uptimeSeconds: numberField(server, 'uptime'),
        drives: listField(server, 'drives').map((drive) => ({
          ...toDrive(drive),
          endpoint: textField(objectField(drive), 'endpoint'),
        })),
      }
    }),
  }
}

/** A drive as both calls for servers and for pools read it. */
export function toDrive(entry: unknown): DriveInfo {
  const drive = objectField(entry)
  return {
    // A drive that never responded has no path.
    path: textField(drive, 'path') || textField(drive, 'endpoint'),
    state: textField(drive, 'state'),
    isHealing: drive.healing === true,
    totalBytes: numberField(drive, 'totalspace'),
    usedBytes: numberField(drive, 'usedspace'),
    freeBytes: numberField(drive, 'availspace'),
    pool: numberField(drive, 'pool_index'),
    set: numberField(drive, 'set_index'),
  }
}
