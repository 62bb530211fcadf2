/** Imports what a plan adds and changes, and determines which changes the storage server applied. */
import {
  AppError,
  type IamDifference,
  type IamImportResult,
  type IamKind,
  type IamPlanEntry,
  type IamResultEntry,
} from '@cooperage/contract'
import {
  changeServiceAccount,
  importIamArchive,
  type StorageClient,
  StorageError,
  setGroupStatus,
  setUserStatus,
} from '@cooperage/storage-client'
import { IAM_FILES } from '@cooperage/wire'
import { toAppError, withStorageErrors } from '../shared/storage-errors.ts'
import { differencesOf } from './compare.ts'
import { type IamEntities, writeIamEntities } from './iam-entities.ts'
import { readPresent } from './read-present.ts'

/** Maximum number of times that an import is repeated without the entry at which the server stopped. */
const MAX_STOPS = 50

type Entry = Pick<IamPlanEntry, 'kind' | 'name'>

/** The server's reasons why entries weren't imported. */
class Refusals {
  readonly #messages = new Map<string, string>()

  add(entry: Entry, message: string): void {
    this.#messages.set(keyOf(entry), message)
  }

  of(entry: Entry): string | undefined {
    return this.#messages.get(keyOf(entry))
  }
}

/**
 * Servers report too little: some stop at the first wrong entry, some enable what is disabled in the archive. So the entries
 * are compared with the server's state after the import, and the status of accounts and groups is set where it differs.
 * @throws AppError if nothing was imported
 */
export async function applyImport(
  storage: StorageClient,
  plan: readonly IamPlanEntry[],
  backup: IamEntities,
): Promise<IamImportResult> {
  const isWanted = ({ change }: IamPlanEntry) => change === 'add' || change === 'change'
  const wanted = plan.filter(isWanted)
  const refusals = new Refusals()
  const stop = wanted.length === 0 ? undefined : await sendAll(storage, backup, wanted, refusals)
  const resultsOf = (present: IamEntities | undefined) =>
    plan.flatMap((entry) => {
      if (entry.change === 'skip') return [resultOf(entry, 'skipped')]
      return isWanted(entry) ? [outcomeOf(entry, backup, present, refusals)] : []
    })

  let present: IamEntities
  try {
    present = await readPresent(storage)
    if (await setStatuses(storage, wanted, backup, present, refusals)) present = await readPresent(storage)
  } catch (error) {
    // The import may have removed this session's own permissions.
    const failure = asAppError(error)
    if (wanted.length === 0) throw failure
    return { entries: resultsOf(undefined), stopped: (stop ?? failure).message }
  }
  const entries = resultsOf(present)
  const isAnyImported = entries.some(({ outcome }) => outcome === 'done' || outcome === 'incomplete')
  if (stop !== undefined && !isAnyImported) throw stop
  return { entries, stopped: stop?.message ?? '' }
}

/** Returns the error that ended the import early. An entry that the server stops at is left out of the next attempt. */
async function sendAll(
  storage: StorageClient,
  backup: IamEntities,
  wanted: readonly IamPlanEntry[],
  refusals: Refusals,
): Promise<AppError | undefined> {
  const pending = new Map(wanted.map((entry) => [keyOf(entry), entry]))
  for (let stops = 0; pending.size > 0; stops++) {
    const archive = await writeIamEntities(backup, (kind, name) => pending.has(keyOf({ kind, name })))
    try {
      for (const { kind, name, reason } of await importIamArchive(storage, archive)) {
        const entry = pending.get(`${kind} ${name}`)
        if (entry !== undefined) refusals.add(entry, reason)
      }
      return undefined
    } catch (error) {
      const culprit = error instanceof StorageError ? namedIn(error, pending.values()) : undefined
      if (culprit === undefined || stops === MAX_STOPS) return asAppError(error)
      refusals.add(culprit, reasonIn(error as StorageError))
      pending.delete(keyOf(culprit))
    }
  }
  return undefined
}

/** The entry at which MinIO stopped: it says `error importing NAME from users.json`. */
function namedIn({ message }: StorageError, entries: Iterable<IamPlanEntry>): IamPlanEntry | undefined {
  return [...entries].find(({ kind, name }) => {
    const file = IAM_FILES[kind].slice(IAM_FILES[kind].lastIndexOf('/') + 1)
    return message.includes(`error importing ${name} from ${file} `)
  })
}

/** The sentence of the error code; what an internal error adds to it may contain addresses. */
function reasonIn({ status, code, message }: StorageError): string {
  return status >= 500 ? code : message.replace(/ \(error importing .*$/s, '')
}

/** MinIO enables every imported service account and new group. Returns whether anything was set. */
async function setStatuses(
  storage: StorageClient,
  wanted: readonly IamPlanEntry[],
  backup: IamEntities,
  present: IamEntities,
  refusals: Refusals,
): Promise<boolean> {
  let isAnySet = false
  for (const entry of wanted) {
    const remaining = differencesOf(entry.kind, entry.name, backup, present)
    if (!remaining?.some(({ field }) => field === 'status')) continue
    try {
      await setStatus(storage, entry, backup)
      isAnySet = true
    } catch (error) {
      refusals.add(entry, asAppError(error).message)
    }
  }
  return isAnySet
}

async function setStatus(storage: StorageClient, { kind, name }: Entry, backup: IamEntities): Promise<void> {
  const [user, group] = [backup.users.get(name), backup.groups.get(name)]
  const account = backup.serviceAccounts.get(name)
  if (kind === 'users' && user !== undefined) {
    const subject = { action: user.isEnabled ? 'admin:EnableUser' : 'admin:DisableUser', user: name }
    await withStorageErrors(subject, setUserStatus(storage, name, user.isEnabled))
  } else if (kind === 'groups' && group !== undefined) {
    const subject = { action: group.isEnabled ? 'admin:EnableGroup' : 'admin:DisableGroup', group: name }
    await withStorageErrors(subject, setGroupStatus(storage, name, group.isEnabled))
  } else if (kind === 'serviceAccounts' && account !== undefined) {
    const subject = { action: 'admin:UpdateServiceAccount', account: name }
    const { isEnabled, policy } = account
    await withStorageErrors(subject, changeServiceAccount(storage, name, { isEnabled, policy: policy ?? undefined }))
  }
}

function outcomeOf(
  entry: IamPlanEntry,
  backup: IamEntities,
  present: IamEntities | undefined,
  refusals: Refusals,
): IamResultEntry {
  const message = refusals.of(entry)
  if (present === undefined) return resultOf(entry, message === undefined ? 'unknown' : 'failed', message)
  const remaining = differencesOf(entry.kind, entry.name, backup, present)
  if (remaining?.length === 0) return resultOf(entry, 'done')
  const isAsBefore =
    entry.change === 'add' ? remaining === undefined : fieldsOf(remaining) === fieldsOf(entry.differences)
  return resultOf(entry, isAsBefore ? 'failed' : 'incomplete', message, remaining)
}

function resultOf(
  { kind, name, change, skipReason, skipDetails, isOwn }: IamPlanEntry,
  outcome: IamResultEntry['outcome'],
  message = '',
  remaining: IamDifference[] = [],
): IamResultEntry {
  return { kind, name, change, skipReason, skipDetails, isOwn, outcome, message, remaining }
}

function fieldsOf(differences: readonly IamDifference[] = []): string {
  return differences.map(({ field }) => field).join(' ')
}

function keyOf({ kind, name }: { kind: IamKind; name: string }): string {
  return `${kind} ${name}`
}

/** @throws what isn't an error of the storage server or of the console's catalogue */
function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof StorageError) return toAppError(error, { action: 'admin:ImportIAM', feature: 'IAM import' })
  throw error
}
