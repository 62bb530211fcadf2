/**
 * The steps of an import that take time with the size of an archive. Each is a function of the archives, so that nothing large
 * but them and the finished response is copied between threads.
 */
import { createHash } from 'node:crypto'
import type { AccountFacts, IamDifference, IamKind, IamPlanEntry, IamResultEntry } from '@cooperage/contract'
import { IAM_FILES, importFailuresIn } from '@cooperage/wire'
import { isDefaultPolicy } from '../../default-policy.ts'
import { bytesOf, type WrittenResponse } from '../written-response.ts'
import { differencesOf, type PlanContext, planImport } from './compare.ts'
import { type IamEntities, readIamEntities, writeIamEntities } from './iam-entities.ts'

type Entry = Pick<IamPlanEntry, 'kind' | 'name'>

export interface ImportInput {
  /** The archives of the visitor, and of the server before the import. */
  backup: Uint8Array
  present: Uint8Array
  context: PlanContext
}

/** How the server answered so far. */
export interface ImportProgress {
  /** The errors at which it stopped, one for each attempt: the whole message, and what of it is the reason. */
  stops: { message: string; reason: string }[]
  /** What it reported of the last attempt. */
  report: string
  /** Whose status it refused to set. */
  refused: (Entry & { reason: string })[]
}

/** A status that differs from the backup’s after the import. */
export type StatusChange =
  | { kind: 'users' | 'groups'; name: string; isEnabled: boolean }
  | { kind: 'serviceAccounts'; name: string; isEnabled: boolean; policy: unknown }

/** Of the changes of one step. */
const MAX_STATUS_CHANGES = 500

export async function iamPreview(input: ImportInput): Promise<WrittenResponse> {
  const { plan } = await planOf(input)
  return { response: bytesOf({ entries: plan, fingerprint: fingerprintOf(plan) }) }
}

/** What an archive has for a migration to another server, without its secret keys. */
export async function archivedAccounts(archive: Uint8Array): Promise<WrittenResponse> {
  return { response: bytesOf(factsOf(await readIamEntities(bufferOf(archive)))) }
}

/** The secret keys of these users and service accounts, as far as the archive has them. */
export async function archivedSecrets(archive: Uint8Array, names: readonly string[]): Promise<Map<string, string>> {
  const { users, serviceAccounts } = await readIamEntities(bufferOf(archive))
  const secretOf = (name: string) => users.get(name)?.secretKey || serviceAccounts.get(name)?.secretKey || ''
  return new Map(names.map((name) => [name, secretOf(name)] as const).filter(([, secret]) => secret !== ''))
}

function factsOf(entities: IamEntities): AccountFacts {
  const { policies, groups, users, serviceAccounts, userPolicies, groupPolicies, stsPolicies } = entities
  const groupsOf = new Map<string, string[]>()
  for (const [group, { members }] of groups) {
    for (const member of members) groupsOf.set(member, [...(groupsOf.get(member) ?? []), group])
  }
  // What policies are attached to, but isn't in the archive, is of a directory.
  const ofDirectory = [
    ...[...userPolicies].filter(([name]) => !users.has(name)),
    ...[...groupPolicies].filter(([name]) => !groups.has(name)),
    ...stsPolicies,
  ]
  return {
    api: 'admin',
    product: '',
    policies: [...policies].map(([name, json]) => {
      const document = JSON.stringify(json)
      return { name, document, isBuiltIn: isDefaultPolicy(name, document) }
    }),
    groups: [...groups].map(([name, { isEnabled }]) => ({
      name,
      isEnabled,
      policies: [...(groupPolicies.get(name) ?? [])],
    })),
    users: [...users].map(([name, { isEnabled }]) => ({
      name,
      isEnabled,
      policies: [...(userPolicies.get(name) ?? [])],
      groups: groupsOf.get(name) ?? [],
      boundary: '',
    })),
    keys: [...serviceAccounts].map(([accessKey, { parent, isEnabled, name, description, expiresAt, policy }]) => ({
      accessKey,
      parent,
      isEnabled,
      name,
      description,
      expiry: expiresAt === 0 ? '' : new Date(expiresAt).toISOString(),
      policy: policy === null ? '' : JSON.stringify(policy),
    })),
    directory: ofDirectory.map(([name, attached]) => ({ name, policies: [...attached] })),
  }
}

/** What is sent to the server after it stopped at some entries. */
interface NextImport {
  fingerprint: string
  /** Undefined if there is nothing to import, or no more. */
  archive: Uint8Array | undefined
  /** The last error names none of the entries, so another attempt would end in the same way. */
  isUnexplained: boolean
}

export async function nextIamImport(input: ImportInput, progress: ImportProgress): Promise<NextImport> {
  const { plan, backup } = await planOf(input)
  const { pending, isUnexplained } = refusalsOf(plan, progress)
  const isWanted = (kind: IamKind, name: string) => pending.has(keyOf({ kind, name }))
  const archive = pending.size === 0 || isUnexplained ? undefined : await writeIamEntities(backup, isWanted)
  return { fingerprint: fingerprintOf(plan), archive, isUnexplained }
}

/**
 * MinIO enables every imported service account and new group.
 * @param present the server's archive after the import
 * @param from how many of the plan's entries earlier steps have checked
 * @returns `next` is undefined when all entries are checked
 */
export async function iamStatusChanges(
  input: ImportInput,
  present: Uint8Array,
  from: number,
): Promise<{ changes: StatusChange[]; next: number | undefined }> {
  const [{ plan, backup }, after] = await Promise.all([planOf(input), readIamEntities(bufferOf(present))])
  const changes: StatusChange[] = []
  for (const [at, entry] of plan.entries()) {
    if (at < from || !isWanted(entry)) continue
    const remaining = differencesOf(entry.kind, entry.name, backup, after)
    if (!remaining?.some(({ field }) => field === 'status')) continue
    if (changes.length === MAX_STATUS_CHANGES) return { changes, next: at }
    const change = statusChange(entry, backup)
    if (change !== undefined) changes.push(change)
  }
  return { changes, next: undefined }
}

export interface ImportOutcome extends WrittenResponse {
  isAnyImported: boolean
  isComplete: boolean
}

/**
 * Servers report too little: some stop at the first wrong entry, some enable what is disabled in the archive. So the entries
 * are compared with the server's state after the import.
 * @param present undefined if it couldn't be read
 * @param stopped why the import ended early; '' if it didn't
 */
export async function iamImportOutcome(
  input: ImportInput,
  present: Uint8Array | undefined,
  progress: ImportProgress,
  stopped: string,
): Promise<ImportOutcome> {
  const { plan, backup } = await planOf(input)
  const after = present && (await readIamEntities(bufferOf(present)))
  const { reasons } = refusalsOf(plan, progress)
  const entries = plan.flatMap((entry) => {
    if (entry.change === 'skip') return [resultOf(entry, 'skipped')]
    return isWanted(entry) ? [outcomeOf(entry, backup, after, reasons.get(keyOf(entry)))] : []
  })
  return {
    response: bytesOf({ entries, stopped }),
    isAnyImported: entries.some(({ outcome }) => outcome === 'done' || outcome === 'incomplete'),
    isComplete: stopped === '' && entries.every(({ outcome }) => outcome === 'done' || outcome === 'skipped'),
  }
}

async function planOf({ backup, present, context }: ImportInput): Promise<{
  plan: IamPlanEntry[]
  backup: IamEntities
}> {
  // One after the other: of two, the texts would be in memory at the same time.
  const wanted = await readIamEntities(bufferOf(backup))
  return { plan: planImport(wanted, await readIamEntities(bufferOf(present)), context), backup: wanted }
}

/** Identifies the changes of a plan, so that an import makes only those that were previewed. */
function fingerprintOf(plan: readonly IamPlanEntry[]): string {
  return createHash('sha256').update(JSON.stringify(plan)).digest('base64url')
}

/** The entries that the server hasn't refused, and its reasons why it refused the others. */
function refusalsOf(plan: readonly IamPlanEntry[], { stops, report, refused }: ImportProgress) {
  const wanted = plan.filter(isWanted)
  const pending = new Map(wanted.map((entry) => [keyOf(entry), entry]))
  const reasons = new Map<string, string>()
  let isUnexplained = false
  for (const { message, reason } of stops) {
    const culprit = namedIn(message, pending.values())
    isUnexplained = culprit === undefined
    if (culprit === undefined) continue
    reasons.set(keyOf(culprit), reason)
    pending.delete(keyOf(culprit))
  }
  for (const { kind, name, reason } of importFailuresIn(report)) {
    const key = `${kind} ${name}`
    if (pending.has(key)) reasons.set(key, reason)
  }
  for (const entry of refused) reasons.set(keyOf(entry), entry.reason)
  return { pending, reasons, isUnexplained }
}

/** The entry at which MinIO stopped: it says `error importing NAME from users.json`. */
function namedIn(message: string, entries: Iterable<IamPlanEntry>): IamPlanEntry | undefined {
  for (const entry of entries) {
    const file = IAM_FILES[entry.kind].slice(IAM_FILES[entry.kind].lastIndexOf('/') + 1)
    if (message.includes(`error importing ${entry.name} from ${file} `)) return entry
  }
  return undefined
}

function statusChange({ kind, name }: Entry, backup: IamEntities): StatusChange | undefined {
  if (kind === 'users' || kind === 'groups') {
    const found = backup[kind].get(name)
    return found && { kind, name, isEnabled: found.isEnabled }
  }
  const account = kind === 'serviceAccounts' ? backup.serviceAccounts.get(name) : undefined
  return account && { kind: 'serviceAccounts', name, isEnabled: account.isEnabled, policy: account.policy }
}

function outcomeOf(
  entry: IamPlanEntry,
  backup: IamEntities,
  present: IamEntities | undefined,
  message: string | undefined,
): IamResultEntry {
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

function isWanted({ change }: IamPlanEntry): boolean {
  return change === 'add' || change === 'change'
}

function keyOf({ kind, name }: Entry): string {
  return `${kind} ${name}`
}

/** The same memory: arrays lose their class on the way to a thread. */
function bufferOf({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length)
}
