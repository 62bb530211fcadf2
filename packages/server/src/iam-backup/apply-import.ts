/** Imports what a plan adds and changes, and determines which changes the storage server applied. */
import { AppError, MAX_IAM_BACKUP_BYTES } from '@cooperage/contract'
import {
  changeServiceAccount,
  importIamArchive,
  readIamArchive,
  type StorageClient,
  StorageError,
  setGroupStatus,
  setUserStatus,
} from '@cooperage/storage-client'
import { inSharedMemory, type RunComputation } from '../shared/computations/computations.ts'
import type {
  ImportInput,
  ImportOutcome,
  ImportProgress,
  StatusChange,
} from '../shared/computations/iam-import/import-steps.ts'
import { toAppError, withStorageErrors } from '../shared/storage-errors.ts'

/** Maximum number of times that an import is repeated without the entry at which the server stopped. */
const MAX_STOPS = 50

/**
 * @param fingerprint of the plan that was previewed; '' if none was
 * @throws AppError if nothing was imported
 */
export async function applyImport(
  storage: StorageClient,
  run: RunComputation,
  input: ImportInput,
  fingerprint: string,
): Promise<ImportOutcome> {
  const progress: ImportProgress = { stops: [], report: '', refused: [] }
  const first = await run('nextIamImport', input, progress)
  if (fingerprint !== '' && fingerprint !== first.fingerprint) throw new AppError('IamBackupOutdated')
  const isAnyWanted = first.archive !== undefined
  const stop = await sendAll(storage, run, input, progress, first.archive)

  let outcome: ImportOutcome
  try {
    const present = await readPresent(storage)
    const isAnySet = await setStatuses(storage, run, input, present, progress)
    const after = isAnySet ? await readPresent(storage) : present
    outcome = await run('iamImportOutcome', input, after, progress, stop?.message ?? '')
  } catch (error) {
    // The import may have removed this session's own permissions.
    const failure = asAppError(error)
    if (!isAnyWanted) throw failure
    return await run('iamImportOutcome', input, undefined, progress, (stop ?? failure).message)
  }
  if (stop !== undefined && !outcome.isAnyImported) throw stop
  return outcome
}

/** Returns the error that ended the import early. An entry that the server stops at is left out of the next attempt. */
async function sendAll(
  storage: StorageClient,
  run: RunComputation,
  input: ImportInput,
  progress: ImportProgress,
  first: Uint8Array | undefined,
): Promise<AppError | undefined> {
  for (let archive = first; archive !== undefined; ) {
    try {
      progress.report = await importIamArchive(storage, archive)
      return undefined
    } catch (error) {
      if (!(error instanceof StorageError) || progress.stops.length === MAX_STOPS) return asAppError(error)
      progress.stops.push({ message: error.message, reason: reasonIn(error) })
      const next = await run('nextIamImport', input, progress)
      if (next.isUnexplained) return asAppError(error)
      archive = next.archive
    }
  }
  return undefined
}

/** The sentence of the error code; what an internal error adds to it may contain addresses. */
function reasonIn({ status, code, message }: StorageError): string {
  return status >= 500 ? code : message.replace(/ \(error importing .*$/s, '')
}

/** Returns whether anything was set. */
async function setStatuses(
  storage: StorageClient,
  run: RunComputation,
  input: ImportInput,
  present: Uint8Array,
  progress: ImportProgress,
): Promise<boolean> {
  let isAnySet = false
  for (let from: number | undefined = 0; from !== undefined; ) {
    const { changes, next }: { changes: StatusChange[]; next: number | undefined } = await run(
      'iamStatusChanges',
      input,
      present,
      from,
    )
    for (const change of changes) {
      try {
        await setStatus(storage, change)
        isAnySet = true
      } catch (error) {
        progress.refused.push({ kind: change.kind, name: change.name, reason: asAppError(error).message })
      }
    }
    from = next
  }
  return isAnySet
}

async function setStatus(storage: StorageClient, change: StatusChange): Promise<void> {
  const { name, isEnabled } = change
  if (change.kind === 'serviceAccounts') {
    const subject = { action: 'admin:UpdateServiceAccount', account: name }
    const policy = change.policy ?? undefined
    await withStorageErrors(subject, changeServiceAccount(storage, name, { isEnabled, policy }))
  } else if (change.kind === 'users') {
    const subject = { action: isEnabled ? 'admin:EnableUser' : 'admin:DisableUser', user: name }
    await withStorageErrors(subject, setUserStatus(storage, name, isEnabled))
  } else {
    const subject = { action: isEnabled ? 'admin:EnableGroup' : 'admin:DisableGroup', group: name }
    await withStorageErrors(subject, setGroupStatus(storage, name, isEnabled))
  }
}

/** @throws what isn't an error of the storage server or of the console's catalogue */
function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof StorageError) return toAppError(error, { action: 'admin:ImportIAM', feature: 'IAM import' })
  throw error
}

/** The current state of the server, as its own export. @throws AppError AccessDenied without admin:ExportIAM */
export async function readPresent(storage: StorageClient): Promise<Uint8Array> {
  const subject = { action: 'admin:ExportIAM', feature: 'IAM export' as const }
  return inSharedMemory(await withStorageErrors(subject, readIamArchive(storage, MAX_IAM_BACKUP_BYTES)))
}
