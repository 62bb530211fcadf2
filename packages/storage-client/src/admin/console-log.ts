import { type JsonObject, listField, objectField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { liveLines } from '../live-lines.ts'
import { sendAdmin } from './send-admin.ts'

/** An entry of the log of one server. */
export interface LogEntry {
  level: string
  time: string
  node: string
  host: string
  remoteHost: string
  userAgent: string
  requestId: string
  deploymentId: string
  api: { name: string; bucket: string; object: string }
  message: string
  source: string[]
  /** Plain output, of entries without fields. */
  text: string
}

/**
 * The last entries of all servers' logs, then new ones, until the client's signal aborts; needs admin:ConsoleLog. Servers write
 * a repeated error only once.
 * @throws StorageError
 */
export async function* consoleLog(client: StorageClient, { last }: { last: number }): AsyncGenerator<LogEntry> {
  const query = { node: '', limit: String(last), logType: 'all' }
  const response = await sendAdmin(client, { method: 'GET', path: '/minio/admin/v3/log', query })
  for await (const line of liveLines(response.body, client.signal)) {
    let entry: JsonObject
    try {
      entry = objectField(JSON.parse(line))
    } catch {
      // One damaged line doesn't end the log.
      continue
    }
    yield toEntry(entry)
  }
}

function toEntry(entry: JsonObject): LogEntry {
  const api = objectField(entry, 'api')
  const args = objectField(api, 'args')
  const error = objectField(entry, 'error')
  return {
    level: textField(entry, 'level'),
    time: textField(entry, 'time'),
    node: textField(entry, 'node'),
    host: textField(entry, 'host'),
    remoteHost: textField(entry, 'remotehost'),
    userAgent: textField(entry, 'userAgent'),
    requestId: textField(entry, 'requestID'),
    deploymentId: textField(entry, 'deploymentid'),
    api: { name: textField(api, 'name'), bucket: textField(args, 'bucket'), object: textField(args, 'object') },
    message: textField(error, 'message') || textField(entry, 'message'),
    source: listField(error, 'source').map(String),
    text: textField(entry, 'ConsoleMsg'),
  }
}
