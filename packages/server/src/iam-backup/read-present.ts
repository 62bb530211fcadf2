import { MAX_IAM_BACKUP_BYTES } from '@cooperage/contract'
import { readIamArchive, type StorageClient } from '@cooperage/storage-client'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { type IamEntities, readIamEntities } from './iam-entities.ts'

/** The current state of the server, from its own export. @throws AppError AccessDenied without admin:ExportIAM */
export async function readPresent(storage: StorageClient): Promise<IamEntities> {
  const subject = { action: 'admin:ExportIAM', feature: 'IAM export' }
  return await readIamEntities(await withStorageErrors(subject, readIamArchive(storage, MAX_IAM_BACKUP_BYTES)))
}
