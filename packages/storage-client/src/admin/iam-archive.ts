/** All identities of a server as one ZIP archive, with every secret key. The archive itself is read and written by wire. */
import { readAtMost } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { readWhole } from '../read-whole.ts'
import type { StorageRequest } from '../send.ts'
import { exchangeFailure, StorageError } from '../storage-error.ts'
import { sendAdmin, sendAdminForNothing, sendAdminForText } from './send-admin.ts'

const PATH = '/minio/admin/v3'

/** Servers with many accounts write for minutes. */
const ARCHIVE_TIMEOUT_MS = 10 * 60_000

const EXPORT = {
  method: 'GET',
  path: `${PATH}/export-iam`,
  headersTimeoutMs: ARCHIVE_TIMEOUT_MS,
  bodyTimeoutMs: ARCHIVE_TIMEOUT_MS,
} as const

/** The archive as it arrives; needs admin:ExportIAM. @throws StorageError, also while it is read */
export async function exportIamArchive(client: StorageClient): Promise<AsyncIterable<Uint8Array>> {
  const { body } = await sendAdmin(client, EXPORT)
  return (async function* () {
    try {
      yield* body
    } catch (error) {
      throw exchangeFailure(error, client.signal)
    }
  })()
}

/** The whole archive; needs admin:ExportIAM. @throws StorageError `unreadable` if it has more than `maxBytes` */
export async function readIamArchive(client: StorageClient, maxBytes: number): Promise<Buffer> {
  const response = await sendAdmin(client, EXPORT)
  const tooLong = () => new StorageError('unreadable', `The IAM export has more than ${maxBytes} bytes`)
  return await readWhole(response, client.signal, ARCHIVE_TIMEOUT_MS, (body) => readAtMost(body, maxBytes, tooLong))
}

/**
 * Adds and replaces what is in the archive; needs admin:ImportIAM. Servers before the end of 2024 have a call without a
 * report. The import isn't atomic: after an error, what comes first in the archive may have been imported.
 * @returns the report, which `importFailuresIn` reads
 * @throws StorageError with a message that names the entry at which the server stopped
 */
export async function importIamArchive(client: StorageClient, archive: Uint8Array): Promise<string> {
  const request = (call: string): StorageRequest => ({
    method: 'PUT',
    path: `${PATH}/${call}`,
    body: archive,
    headersTimeoutMs: ARCHIVE_TIMEOUT_MS,
  })
  try {
    return await sendAdminForText(client, request('import-iam-v2'))
  } catch (error) {
    if (!(error instanceof StorageError) || error.code !== 'XMinioAdminVersionMismatch') throw error
    await sendAdminForNothing(client, request('import-iam'))
    return ''
  }
}
