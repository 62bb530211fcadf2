/** The configuration of the storage server: sections of keys, some with several named targets. */
import {
  type ConfigTarget,
  formatConfigLine,
  formatConfigReset,
  listField,
  objectField,
  parseConfigTargets,
  textField,
} from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed, timeOf } from '../send.ts'
import { brokeOnTheWay } from '../storage-error.ts'
import { sealedBody, sendForSealedText } from './sealed-payload.ts'
import { sendAdminForNothing, sendAdminForObject } from './send-admin.ts'

const PATH = '/minio/admin/v3'

export interface ConfigKeyHelp {
  key: string
  /** Type of the input field, as the server names it: `string`, `on|off`, `csv`, `url`, `number`, `duration`, `path`, … */
  type: string
  description: string
  isOptional: boolean
}

export interface ConfigHelp {
  description: string
  hasTargets: boolean
  keys: ConfigKeyHelp[]
}

export interface ConfigSectionHelp {
  section: string
  description: string
  hasTargets: boolean
}

/** The sections that the server documents; deprecated ones exist but aren't listed. Needs admin:ConfigUpdate. @throws StorageError */
export async function listConfigSections(client: StorageClient): Promise<ConfigSectionHelp[]> {
  const help = await readHelp(client, '')
  return listField(help, 'keysHelp').map((entry) => {
    const section = objectField(entry)
    return {
      section: textField(section, 'key'),
      description: textField(section, 'description'),
      hasTargets: section.multipleTargets === true,
    }
  })
}

/** The keys of a section. @throws StorageError `XMinioConfigError` for an unknown section */
export async function configHelp(client: StorageClient, section: string): Promise<ConfigHelp> {
  const help = await readHelp(client, section)
  return {
    description: textField(help, 'description'),
    hasTargets: help.multipleTargets === true,
    keys: listField(help, 'keysHelp').map((entry) => {
      const key = objectField(entry)
      return {
        key: textField(key, 'key'),
        type: textField(key, 'type'),
        description: textField(key, 'description'),
        isOptional: key.optional === true,
      }
    }),
  }
}

async function readHelp(client: StorageClient, subSys: string) {
  return await sendAdminForObject(client, {
    method: 'GET',
    path: `${PATH}/help-config-kv`,
    query: { subSys, key: '' },
  })
}

/**
 * The targets of a section with the values that are in effect, which a change that needs a restart doesn't show yet. Secret
 * values that are set are missing. `keys` are those of {@link configHelp}.
 * @throws StorageError `XMinioConfigError` for an unknown section
 */
export async function getConfig(
  client: StorageClient,
  section: string,
  keys: readonly string[],
): Promise<ConfigTarget[]> {
  const request = { method: 'GET', path: `${PATH}/get-config-kv`, query: { key: section } } as const
  return parseConfigTargets(await sendForSealedText(client, request), section, keys)
}

/** What a change means for the running server. */
export interface ConfigChange {
  /** Whether the change is in effect; otherwise it takes effect after a restart. */
  isApplied: boolean
  /** When the server responded, by its own clock, in milliseconds since the epoch. */
  time: number
}

/**
 * Sets some values of a target, and leaves the others. Servers connect to the endpoints of a target first.
 * @throws StorageError `XMinioConfigError`, `XMinioAdminConfigBadJSON` for a value or an endpoint that doesn't work
 * @throws ConfigTextError for a value that the server would read in another way
 */
export async function setConfig(
  client: StorageClient,
  section: string,
  target: string,
  values: Readonly<Record<string, string>>,
): Promise<ConfigChange> {
  return change(client, 'PUT', 'set-config-kv', await configLine(client, section, target, values))
}

/** The line that sets values. Only the server knows all keys of its section, which a value must not contain. */
export async function configLine(
  client: StorageClient,
  section: string,
  target: string,
  values: Readonly<Record<string, string>>,
): Promise<string> {
  const { keys } = await configHelp(client, section)
  return formatConfigLine(
    section,
    target,
    values,
    keys.map(({ key }) => key),
  )
}

/**
 * Sets keys back to their defaults, or deletes a named target if there are none.
 * @throws StorageError `XMinioConfigNotFoundError` for a target that doesn't exist
 * @throws ConfigTextError for a name that isn't one word
 */
export async function resetConfig(
  client: StorageClient,
  section: string,
  target: string,
  keys: readonly string[] = [],
): Promise<ConfigChange> {
  return change(client, 'DELETE', 'del-config-kv', formatConfigReset(section, target, keys))
}

async function change(
  client: StorageClient,
  method: 'PUT' | 'DELETE',
  call: string,
  text: string,
): Promise<ConfigChange> {
  const response = await sendAdminForNothing(client, {
    method,
    path: `${PATH}/${call}`,
    ...(await sealedBody(client, text)),
  })
  return { isApplied: response.headers['x-minio-config-applied'] === 'true', time: timeOf(response) }
}

export interface ConfigHistoryEntry {
  id: string
  /** ISO 8601. */
  createdAt: string
  /** The text that was set, with secrets in clear. */
  text: string
}

/** MinIO reads all entries whatever the limit is, and returns any of them rather than the last ones. */
const HISTORY_READ = 10_000

/** The last changes, oldest first. @throws StorageError */
export async function listConfigHistory(client: StorageClient, count = HISTORY_READ): Promise<ConfigHistoryEntry[]> {
  const query = { count: String(HISTORY_READ) }
  const request = { method: 'GET', path: `${PATH}/list-config-history-kv`, query } as const
  const text = await sendForSealedText(client, request)
  const entries: unknown = parsed(() => JSON.parse(text))
  const all = (Array.isArray(entries) ? entries : []).map((one) => {
    const entry = objectField(one)
    // RustFS capitalizes the names.
    const text = (name: string, ofRustfs: string) => textField(entry, name) || textField(entry, ofRustfs)
    return {
      id: text('restoreId', 'RestoreID'),
      createdAt: text('createTime', 'CreateTime'),
      text: text('data', 'Data'),
    }
  })
  return all.sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt)).slice(-count)
}

/** Sets the text of an entry again, and removes the entry; takes effect after a restart. @throws StorageError `XMinioConfigError` for an unknown entry */
export async function restoreConfig(client: StorageClient, id: string): Promise<ConfigChange> {
  const path = `${PATH}/restore-config-history-kv`
  const request = { method: 'PUT', path, query: { restoreId: id } } as const
  return { isApplied: false, time: timeOf(await sendAdminForNothing(client, request)) }
}

/** The whole configuration as text, with secrets in clear. @throws StorageError */
export function exportConfig(client: StorageClient): Promise<string> {
  return sendForSealedText(client, { method: 'GET', path: `${PATH}/config` })
}

/** Replaces the whole configuration; takes effect after a restart. @throws StorageError */
export async function importConfig(client: StorageClient, text: string): Promise<void> {
  const request = { method: 'PUT', path: `${PATH}/config` } as const
  await sendAdminForNothing(client, { ...request, ...(await sealedBody(client, text)) })
}

/**
 * Returns before the servers stop, or when the connection closes without a response: MinIO sometimes stops before it has sent
 * one. Requires admin:ServiceRestart. @throws StorageError
 */
export async function restartServer(client: StorageClient): Promise<void> {
  try {
    await sendAdminForNothing(client, { method: 'POST', path: `${PATH}/service`, query: { action: 'restart' } })
  } catch (error) {
    if (!brokeOnTheWay(error)) throw error
  }
}
