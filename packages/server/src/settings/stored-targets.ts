/**
 * The targets of a section as they are stored. Servers return the values that are in effect, without changes that take effect after a restart;
 * that is known from the history of the server, and resets and restored changes from what this console has done.
 */
import type { ConfigHistoryEntry } from '@cooperage/storage-client'
import { type ConfigTarget, defaultValues, parseConfigChange } from '@cooperage/wire'
import { isAppliedLive, type NotedTarget, PRECISION_MS } from './pending-changes.ts'
import { isSecretKey } from './secret-keys.ts'
import { keysIn, type Section } from './sections.ts'

export interface StoredTarget {
  /** '' for the unnamed target. */
  target: string
  /** The values that are in effect; undefined for a target that the running server doesn't have. */
  running: ConfigTarget | undefined
  /** The values after the next restart; undefined for a target that is deleted then. */
  stored: ConfigTarget | undefined
  /** The keys whose stored values aren't in effect. Secrets that are in effect aren't known, so one that was set counts as new. */
  pending: ReadonlySet<string>
}

interface ChangesSinceStart {
  /** In milliseconds since the epoch, by the server's clock. */
  startedAt: number
  history: readonly ConfigHistoryEntry[]
  /** What this console changed in the section, by target. */
  noted: ReadonlyMap<string, NotedTarget>
}

/** Whether a target has stored values that aren't in effect. `withSecrets`: a secret that was set counts as one. */
export function isNotInEffect(section: string, { pending }: StoredTarget, withSecrets: boolean): boolean {
  return [...pending].some((key) => withSecrets || !isSecretKey(section, key))
}

/** The targets of a server on which nothing waits for a restart. */
export function runningTargets({ targets }: Section): StoredTarget[] {
  return targets.map((one) => ({ target: one.target, running: one, stored: one, pending: new Set() }))
}

export function storedTargets(section: Section, changes: ChangesSinceStart): StoredTarget[] {
  const { name, help, targets } = section
  const keys = keysIn(name, help)
  const sets = isAppliedLive(name) ? [] : setsSince(name, keys, changes)
  const names = new Set([...targets, ...sets].map(({ target }) => target))
  for (const target of changes.noted.keys()) names.add(target)
  return [...names]
    .map((target) =>
      storedTarget(section, keys, {
        running: targets.find((one) => one.target === target),
        sets: sets.filter((one) => one.target === target),
        noted: changes.noted.get(target),
        target,
      }),
    )
    .filter(({ running, stored }) => running !== undefined || stored !== undefined)
}

interface TargetChanges {
  target: string
  running: ConfigTarget | undefined
  sets: readonly (ConfigTarget & { time: number })[]
  noted: NotedTarget | undefined
}

function storedTarget(section: Section, keys: readonly string[], changes: TargetChanges): StoredTarget {
  const { target, running, noted } = changes
  const deletedAt = noted?.deletedAt
  const sets = changes.sets.filter(({ time }) => deletedAt === undefined || time >= deletedAt + PRECISION_MS)
  const notedValues = [...(noted?.values ?? [])]
  const defaults = defaultValues(section.name, keys)
  if (deletedAt !== undefined && sets.length === 0 && notedValues.length === 0) {
    // The unnamed target always exists: deleted, it has its defaults.
    const changed = target === '' ? keys.filter((key) => (defaults[key] ?? '') !== (valueIn(running, key) ?? '')) : keys
    const isDefault = running !== undefined && changed.length === 0
    return { target, running, stored: isDefault ? running : undefined, pending: new Set(changed) }
  }
  const writes = [
    // A change switches the target on unless it says otherwise.
    ...sets.flatMap(({ time, values }) =>
      Object.entries({ enable: 'on', ...values }).map(([key, value]) => ({ key, value, time })),
    ),
    ...notedValues.map(([key, { value, time }]) => ({ key, value, time: time + PRECISION_MS })),
  ].sort((a, b) => a.time - b.time)
  const values = { ...(deletedAt === undefined && running !== undefined ? running.values : defaults) }
  const newSecrets = new Set<string>()
  for (const { key, value = defaults[key] ?? '' } of writes) {
    values[key] = value
    if (!isSecretKey(section.name, key)) continue
    newSecrets.add(key)
    // Servers leave out secrets that are set.
    if (value !== '') delete values[key]
  }
  const isNew = (key: string) => values[key] !== undefined && values[key] !== valueIn(running, key)
  const pending = new Set(keys.filter((key) => newSecrets.has(key) || isNew(key)))
  if (pending.size === 0 && running !== undefined && deletedAt === undefined) {
    return { target, running, stored: running, pending }
  }
  const environment = running?.environment ?? {}
  return { target, running, stored: { section: section.name, target, isOff: false, values, environment }, pending }
}

/** What anyone set since the server started, oldest first. */
function setsSince(section: string, keys: readonly string[], { startedAt, history }: ChangesSinceStart) {
  return history
    .map(({ createdAt, text }) => ({ time: Date.parse(createdAt), text }))
    .filter(({ time }) => time >= startedAt - PRECISION_MS)
    .flatMap(({ time, text }) => parseConfigChange(text, section, keys).map((set) => ({ ...set, time })))
}

/** `enable` is written only when it is off. */
function valueIn(target: ConfigTarget | undefined, key: string): string | undefined {
  return target && (target.values[key] ?? (key === 'enable' ? 'on' : ''))
}

/** Whether a target is switched on. */
export function isOn({ values, isOff }: ConfigTarget): boolean {
  return !isOff && values.enable !== 'off'
}
