/** Applies what an import of a configuration file changes, target by target. */
import {
  AppError,
  type ConfigurationImportResult,
  type ConfigurationOutcome,
  type ConfigurationPlanEntry,
  type ConfigurationResultEntry,
  errorText,
  failureWords,
} from '@cooperage/contract'
import { resetConfig, type StorageClient, StorageError, setConfig } from '@cooperage/storage-client'
import { ConfigTextError, defaultValue } from '@cooperage/wire'
import { withChangeErrors } from './change-errors.ts'
import type { FileTarget } from './configuration-file.ts'
import type { PendingChanges } from './pending-changes.ts'

/**
 * A target that the server rejects doesn't prevent the others from being applied. Any other error ends the import.
 * @throws AppError if nothing was applied
 */
export async function applyConfiguration(
  storage: StorageClient,
  plan: readonly ConfigurationPlanEntry[],
  file: readonly FileTarget[],
  pending: PendingChanges,
): Promise<ConfigurationImportResult> {
  const entries: ConfigurationResultEntry[] = []
  let stopped: AppError | undefined
  for (const { keys, ...entry } of plan) {
    const report = (
      outcome: ConfigurationOutcome,
      failure: Pick<ConfigurationResultEntry, 'message' | 'text'> = { message: '' },
    ) => entries.push({ ...entry, outcome, ...failure })
    if (stopped !== undefined) {
      report('skipped')
      continue
    }
    try {
      const values = file.find(({ line }) => line === entry.line)?.values
      const isApplied = await applyEntry(storage, { keys, ...entry }, values, pending)
      report(isApplied ? 'applied' : 'restart')
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const isOurs = error.detailedMessage === ''
      const failure = isOurs ? failureWords(error) : { message: error.detailedMessage, text: error.detail }
      const { cause } = error
      const isRefused = cause instanceof StorageError && cause.kind === 'refused' && error.code !== 'AccessDenied'
      if (isRefused || cause instanceof ConfigTextError) {
        report('failed', failure)
        continue
      }
      if (!entries.some(({ outcome }) => outcome !== 'failed')) throw error
      // A request without a response may have been applied.
      report('failed', failure)
      stopped = error
    }
  }
  return { entries, stopped: stopped?.message ?? '', ...(stopped && { text: errorText(stopped) }) }
}

/** One call for each target, so that none is changed in part. Returns whether it is in effect. */
async function applyEntry(
  storage: StorageClient,
  { section, target, change, keys }: ConfigurationPlanEntry,
  values: Readonly<Record<string, string>> | undefined,
  pending: PendingChanges,
): Promise<boolean> {
  const id = target === '' ? section : `${section}:${target}`
  if (values === undefined) {
    const { isApplied, time } = await withChangeErrors(id, resetConfig(storage, section, target, []))
    // A reset isn't in the history.
    if (!isApplied) pending.noteReset(section, target, [], time)
    return isApplied
  }
  const changed = keys.map(({ key }) => [key, values[key] ?? defaultValue(section, key)] as const)
  const sent = change === 'add' ? Object.entries(values).filter(([, value]) => value !== '') : changed
  const set = Object.fromEntries(sent)
  const { isApplied, time } = await withChangeErrors(id, setConfig(storage, section, target, set))
  if (isApplied) pending.forget(section)
  else pending.noteSet(section, target, set, time)
  return isApplied
}
