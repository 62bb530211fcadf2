import { MAX_IAM_BACKUP_BYTES } from '@cooperage/contract'
import { readIamArchive, type StorageClient } from '@cooperage/storage-client'
import { inSharedMemory } from '../shared/computations/computations.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'

/** The current state of the server, as its own export. @throws AppError AccessDenied without admin:ExportIAM */
export async function readPresent(storage: StorageClient): Promise<Uint8Array> {
  const subject = { action: 'admin:ExportIAM', feature: 'IAM export' }
  return inSharedMemory(await withStorageErrors(subject, readIamArchive(storage, MAX_IAM_BACKUP_BYTES)))
}
