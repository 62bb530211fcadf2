import {
  AppError,
  type ChangedKey,
  CONFIGURATION_HISTORY_LIMIT,
  type ConfigurationChange,
  type ConfigurationDetails,
  type ConfigurationKey,
  getConfiguration,
  getConfigurationDetails,
  LISTED_CHANGES,
  listChangedSettings,
  listConfigurationHistory,
  listConfigurations,
  reasonText,
  resetConfiguration,
  restoreConfiguration,
  setConfiguration,
  type Text,
} from '@cooperage/contract'
import {
  type ConfigHistoryEntry,
  configHelp,
  listConfigHistory,
  listConfigSections,
  resetConfig,
  restoreConfig,
  type StorageClient,
  StorageError,
  setConfig,
} from '@cooperage/storage-client'
import { type ConfigTarget, parseConfigChange } from '@cooperage/wire'
import type { Registry } from '../shared/feature.ts'
import { runSteps, type Step } from '../shared/run-steps.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { findAuthors } from './change-authors.ts'
import { withChangeErrors } from './change-errors.ts'
import { readAllStored, readStored } from './changes-since-start.ts'
import type { PendingChanges } from './pending-changes.ts'
import { isSecretKey } from './secret-keys.ts'
import { toDetails } from './section-details.ts'
import { CONFIG_ACTION, keysIn, parseSectionId } from './sections.ts'

export function configurationRoutes({ routes, services }: Registry, pending: PendingChanges): void {
  routes.withSession(listConfigurations, async ({ storage }) => {
    const sections = await withStorageErrors({ action: CONFIG_ACTION }, listConfigSections(storage))
    const configurations = sections.map(({ section, description, hasTargets }) => ({
      key: section,
      description,
      hasTargets,
    }))
    return { configurations, total: configurations.length }
  })

  routes.withSession(listChangedSettings, async ({ storage }) => {
    const listed = await withStorageErrors({ action: CONFIG_ACTION }, listConfigSections(storage))
    const sections = await readAllStored(
      storage,
      listed.map(({ section }) => section),
      pending,
    )
    return {
      sections: sections.map(({ section, targets }) => {
        const changed = changedKeys(toDetails(section, targets))
        return { section: section.name, changed: changed.slice(0, LISTED_CHANGES), total: changed.length }
      }),
    }
  })

  routes.withSession(getConfiguration, async ({ params, storage }) => {
    const { section, target } = parseSectionId(params.id)
    const { targets } = await readDetails(storage, section)
    const found = targets.find((one) => one.target === target)
    if (found === undefined) throw new AppError('NoSuchConfiguration', { section: params.id })
    return { name: params.id, key_values: found.keys.map(({ key, value }) => ({ key, value })) }
  })

  routes.withSession(getConfigurationDetails, async ({ params, storage }) =>
    readDetails(storage, parseSectionId(params.id).section),
  )

  routes.withSession(setConfiguration, async ({ params, body, storage }) => {
    const { section, target } = parseSectionId(params.id)
    const details = await readDetails(storage, section)
    const keys = details.targets.find((one) => one.target === target)?.keys ?? details.blank
    checkValues(section, keys, body.key_values)
    const unknown = body.resets.find((reset) => !keys.some(({ key }) => key === reset))
    if (unknown !== undefined) throw invalid(unknown, reasonText('sectionLacksKey', { section, key: unknown }))
    const outdated = body.replaces?.find(({ key, value }) => keys.some((one) => one.key === key && one.value !== value))
    if (outdated) throw new AppError('ConfigurationChanged', { section: params.id, key: outdated.key })
    const values = Object.fromEntries(body.key_values.map(({ key, value }) => [key, value]))
    let restart = false
    const set = async () => {
      const { isApplied, time } = await withChangeErrors(
        params.id,
        setConfig(storage, section, target, values),
        body.key_values,
      )
      if (isApplied) pending.forget(section)
      else pending.noteSet(section, target, values, time)
      restart ||= !isApplied
    }
    const steps: Step[] = body.key_values.length === 0 ? [] : [{ what: Object.keys(values).join(', '), run: set }]
    if (body.resets.length > 0) {
      const run = async () => {
        restart = (await reset(storage, params.id, body.resets)) || restart
      }
      steps.push({ what: body.resets.join(', '), run })
    }
    await runSteps(steps)
    return { restart }
  })

  routes.withSession(resetConfiguration, async ({ params, body, storage }) => ({
    restart: await reset(storage, params.id, body.keys),
  }))

  /** Returns whether it takes effect after a restart. */
  async function reset(storage: StorageClient, id: string, keys: readonly string[]): Promise<boolean> {
    const { section, target } = parseSectionId(id)
    const { isApplied, time } = await withChangeErrors(id, resetConfig(storage, section, target, keys))
    // A reset isn't in the history.
    if (isApplied) pending.forget(section)
    else pending.noteReset(section, target, keys, time)
    return !isApplied
  }

  async function readDetails(storage: StorageClient, name: string): Promise<ConfigurationDetails> {
    const { section, targets } = await readStored(storage, name, pending)
    return toDetails(section, targets)
  }

  routes.withSession(listConfigurationHistory, async ({ storage, session, request }) => {
    const entries = await withStorageErrors(
      { action: CONFIG_ACTION },
      listConfigHistory(storage, CONFIGURATION_HISTORY_LIMIT),
    )
    const keysOf = keysBySection(storage)
    const [changes, authorOf] = await Promise.all([
      Promise.all(entries.map((entry) => toChange(entry, keysOf))),
      findAuthors(entries, { session, storage, request }, services),
    ])
    return { changes: changes.map((change) => ({ ...change, account: authorOf(change) })).reverse() }
  })

  routes.withSession(restoreConfiguration, async ({ params, storage }) => {
    // Restoring removes the change from the history.
    const history = await withStorageErrors({ action: CONFIG_ACTION }, listConfigHistory(storage))
    const entry = history.find(({ id }) => id === params.id)
    if (entry === undefined) throw new AppError('NoSuchConfigurationChange')
    const sets = await setsIn(entry, keysBySection(storage))
    const restoring = withStorageErrors({ action: CONFIG_ACTION }, restoreConfig(storage, params.id))
    const { time } = await restoring.catch((error) => {
      const cause = error instanceof AppError ? error.cause : undefined
      const isUnknown = cause instanceof StorageError && cause.code === 'XMinioConfigError' && cause.status === 404
      throw isUnknown ? new AppError('NoSuchConfigurationChange', {}, { cause }) : error
    })
    // Restored values take effect after a restart, whatever their section.
    for (const { section, target, values } of sets) pending.noteSet(section, target, values, time)
    return { restart: true }
  })
}

/** @throws AppError InvalidConfiguration for the first value that can't be set */
export function checkValues(
  section: string,
  keys: readonly ConfigurationKey[],
  values: readonly { key: string }[],
): void {
  for (const { key } of values) {
    const known = keys.find((one) => one.key === key)
    if (known === undefined) throw invalid(key, reasonText('sectionLacksKey', { section, key }))
    if (known.variable !== '') throw invalid(key, reasonText('setByEnvironment', { variable: known.variable }))
  }
}

function invalid(key: string, why: Text): AppError {
  return new AppError('InvalidConfiguration', { reason: why }, { refusal: { key } })
}

function changedKeys({ targets }: ConfigurationDetails): ChangedKey[] {
  return targets.flatMap(({ target, keys }) =>
    keys.flatMap(({ key, value, secret, source }) =>
      source === 'default' ? [] : [{ target, key, value, secret, source }],
    ),
  )
}

/** The keys of sections, each requested once; none for a section that the server no longer has. */
function keysBySection(storage: StorageClient): (section: string) => Promise<string[]> {
  const known = new Map<string, Promise<string[]>>()
  return (section) => {
    const keys =
      known.get(section) ??
      configHelp(storage, section).then(
        (help) => keysIn(section, help),
        (error) => {
          if (error instanceof StorageError && error.kind === 'refused') return []
          throw error
        },
      )
    known.set(section, keys)
    return keys
  }
}

async function toChange(
  entry: ConfigHistoryEntry,
  keysOf: (section: string) => Promise<string[]>,
): Promise<Omit<ConfigurationChange, 'account'>> {
  const lines = (await setsIn(entry, keysOf)).map(({ section, target, values }) => ({
    section,
    target,
    key_values: Object.entries(values).map(([key, value]) => {
      const secret = isSecretKey(section, key)
      return { key, value: secret ? '' : value, secret }
    }),
  }))
  return { id: entry.id, createdAt: entry.createdAt, lines }
}

/** What a change set, with secrets in clear. */
async function setsIn(
  { text }: ConfigHistoryEntry,
  keysOf: (section: string) => Promise<string[]>,
): Promise<ConfigTarget[]> {
  const sections = [...new Set(text.split(/\r?\n/).map((line) => line.split(/[ :]/, 1)[0] ?? ''))]
  const named = sections.filter((section) => section !== '' && section !== '#')
  const sets = await Promise.all(named.map(async (section) => parseConfigChange(text, section, await keysOf(section))))
  return sets.flat()
}
