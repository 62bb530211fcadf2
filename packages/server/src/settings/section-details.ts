/** A section as the contract describes it. */
import type { ConfigurationDetails, ConfigurationKey, ConfigurationTarget } from '@cooperage/contract'
import type { ConfigKeyHelp } from '@cooperage/storage-client'
import { type ConfigTarget, defaultValue, defaultValues } from '@cooperage/wire'
import { isSecretKey } from './secret-keys.ts'
import { keysIn, type Section } from './sections.ts'
import { runningTargets, type StoredTarget } from './stored-targets.ts'

/** A section with everything that a form needs, without targets that are deleted at the next restart. */
export function toDetails(section: Section, stored = runningTargets(section)): ConfigurationDetails {
  const { name, help } = section
  const defaults = defaultValues(name, keysIn(name, help))
  return {
    section: name,
    description: help.description,
    hasTargets: help.hasTargets,
    targets: stored.flatMap((one) => {
      // The unnamed target always exists.
      const kept = one.stored ?? (one.target === '' && one.running ? { ...one.running, values: defaults } : undefined)
      return kept ? [toTarget(section, { ...one, stored: kept })] : []
    }),
    blank: help.keys.map((key) => ({
      ...toKey(name, key, { values: {}, environment: {}, target: '' }),
      // Servers switch a target on when it is set.
      value: key.key === 'enable' ? 'on' : defaultValue(name, key.key),
      source: 'default' as const,
    })),
  }
}

/** A target with the keys that a form needs. */
export function toTarget(
  { name, help }: Section,
  { stored, running, pending }: StoredTarget & { stored: ConfigTarget },
): ConfigurationTarget {
  const enable = stored.environment[variableName(name, 'enable', stored.target)] ?? stored.values.enable ?? 'on'
  const keys = help.keys.map((key) => {
    const found = toKey(name, key, stored)
    const isPending = running !== undefined && pending.has(key.key) && found.source !== 'environment'
    return isPending ? { ...found, untilRestart: toKey(name, key, running).value } : found
  })
  // Identity providers that were never set have an empty switch, as have those that the environment configures.
  const isComplete = keys.every(({ key, required, secret, value }) => !required || secret || key === 'enable' || value)
  return {
    target: stored.target,
    enabled: !stored.isOff && (enable === '' ? isComplete : enable !== 'off'),
    keys,
  }
}

/** What servers call the type of a switch. */
const SWITCHES: ReadonlySet<string> = new Set(['on|off', 'boolean', 'bool'])

/** Servers describe some switches as plain text; their default tells. `bitrotscan` also accepts a number of months. */
function typeOf(section: string, { key, type }: ConfigKeyHelp): string {
  const isOnOff = ['on', 'off'].includes(defaultValue(section, key)) && key !== 'bitrotscan'
  return SWITCHES.has(type) || (type === 'string' && isOnOff) ? 'on|off' : type
}

/** `enable` is written only when it is off, and a secret only when it is not set. */
function toKey(
  section: string,
  help: ConfigKeyHelp,
  { values, environment, target }: Pick<ConfigTarget, 'values' | 'environment' | 'target'>,
): ConfigurationKey {
  const { key, description, isOptional } = help
  const variable = variableName(section, key, target)
  const isSet = Object.hasOwn(environment, variable)
  const secret = isSecretKey(section, key)
  const stored = values[key] ?? (key === 'enable' ? 'on' : '')
  const isHidden = secret && values[key] === undefined
  const isDefault = !isHidden && stored === defaultValue(section, key)
  return {
    key,
    type: typeOf(section, help),
    description,
    required: !isOptional,
    secret,
    value: secret ? '' : (environment[variable] ?? stored),
    source: isSet ? 'environment' : isDefault ? 'default' : 'stored',
    variable: isSet ? variable : '',
  }
}

/** The environment variable of the server that overrides a key: `MINIO_AUDIT_WEBHOOK_ENDPOINT_x`. */
function variableName(section: string, key: string, target: string): string {
  return `MINIO_${section}_${key}`.toUpperCase() + (target === '' ? '' : `_${target}`)
}
