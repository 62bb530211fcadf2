/** All identities of a server as one ZIP archive, with every secret key. The archive itself is read and written by wire. */
import { listField, objectField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { readWhole } from '../read-whole.ts'
import { parsed, type StorageRequest, send, sendForNothing, sendForText } from '../send.ts'
import { exchangeFailure, StorageError } from '../storage-error.ts'

const PATH = '/minio/admin/v3'

/** Servers with many accounts write for minutes. */
const ARCHIVE_TIMEOUT_MS = 10 * 60_000

const EXPORT = { method: 'GET', path: `${PATH}/export-iam`, headersTimeoutMs: ARCHIVE_TIMEOUT_MS } as const

/** The archive as it arrives; needs admin:ExportIAM. @throws StorageError, also while it is read */
export async function exportIamArchive(client: StorageClient): Promise<AsyncIterable<Uint8Array>> {
  const { body } = await send(client, EXPORT)
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
  const response = await send(client, EXPORT)
  return await readWhole(response, client.signal, ARCHIVE_TIMEOUT_MS, async (body) => {
    const pieces: Buffer[] = []
    let length = 0
    for await (const piece of body) {
      length += piece.length
      if (length > maxBytes) throw new StorageError('unreadable', `The IAM export has more than ${maxBytes} bytes`)
      pieces.push(piece)
    }
    return Buffer.concat(pieces)
  })
}

/** An entry that the server didn't import. */
export interface IamImportFailure {
  /** As the server names it: `users`, `userPolicies`. */
  kind: string
  name: string
  /** Empty if the server doesn't say why, as MinIO never does. */
  reason: string
}

/**
 * Adds and replaces what is in the archive; needs admin:ImportIAM. Servers before the end of 2024 have a call without a
 * report. The import isn't atomic: after an error, what comes first in the archive may have been imported.
 * @throws StorageError with a message that names the entry at which the server stopped
 */
export async function importIamArchive(client: StorageClient, archive: Uint8Array): Promise<IamImportFailure[]> {
  const request = (call: string): StorageRequest => ({
    method: 'PUT',
    path: `${PATH}/${call}`,
    body: archive,
    headersTimeoutMs: ARCHIVE_TIMEOUT_MS,
  })
  try {
    const text = await sendForText(client, request('import-iam-v2'))
    return failuresIn(parsed(() => JSON.parse(text)))
  } catch (error) {
    if (!(error instanceof StorageError) || error.code !== 'XMinioAdminVersionMismatch') throw error
    await sendForNothing(client, request('import-iam'))
    return []
  }
}

function failuresIn(report: unknown): IamImportFailure[] {
  const failed = objectField(report, 'failed')
  return Object.keys(failed).flatMap((kind) =>
    listField(failed, kind).map((one) => {
      const failure = objectField(one)
      return { kind, name: textField(failure, 'name'), reason: textField(failure, 'reason') }
    }),
  )
}
