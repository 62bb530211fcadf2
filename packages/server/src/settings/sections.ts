import {
  AppError,
  type ConfigurationDetails,
  type ConfigurationKey,
  type ConfigurationTarget,
} from '@cooperage/contract'
import {
  type ConfigHelp,
  type ConfigKeyHelp,
  configHelp,
  getConfig,
  type StorageClient,
  StorageError,
} from '@cooperage/storage-client'
import type { ConfigTarget } from '@cooperage/wire'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { DEFAULT_VALUES } from './default-values.ts'
import { describedKeys } from './documented-keys.ts'
import { isSecretKey } from './secret-keys.ts'

/** Servers ask for it whatever is read or changed. */
export const CONFIG_ACTION = 'admin:ConfigUpdate'

export interface SectionId {
  section: string
  /** '' for the unnamed target. */
  target: string
}

/** Splits `section:target`. */
export function parseSectionId(id: string): SectionId {
  const colon = id.indexOf(':')
  return colon < 0 ? { section: id, target: '' } : { section: id.slice(0, colon), target: id.slice(colon + 1) }
}

/** A section as the server describes it, with its targets. */
export interface Section {
  name: string
  help: ConfigHelp
  targets: ConfigTarget[]
}

/** @throws AppError NoSuchConfiguration, AccessDenied */
export async function readSection(storage: StorageClient, name: string): Promise<Section> {
  const reading = async () => {
    const reported = await configHelp(storage, name)
    const help = { ...reported, keys: describedKeys(name, reported.keys) }
    return { name, help, targets: await getConfig(storage, name, keysIn(name, help)) }
  }
  return await withConfigErrors(name, reading())
}

/** Keys that servers write for a section, but don't describe. Without them, they would read as a part of the value in front. */
const UNDESCRIBED: Readonly<Record<string, readonly string[]>> = {
  api: ['replication_max_lrg_workers', 'gzip_objects'],
  identity_openid: ['user_readable_claim', 'user_id_claim'],
}

/** Every key that the text of a section can have. The switch and the comment aren't described for each section either. */
export function keysIn(section: string, help: ConfigHelp): string[] {
  const described = help.keys.map(({ key }) => key)
  return [...new Set(['enable', 'comment', ...described, ...(UNDESCRIBED[section] ?? [])])]
}

/** A refusal to read: the server doesn't know the section, or has no storage for it (a single drive has no `heal`). */
async function withConfigErrors<T>(section: string, call: Promise<T>): Promise<T> {
  try {
    return await withStorageErrors({ action: CONFIG_ACTION, feature: `the configuration section ${section}` }, call)
  } catch (error) {
    const cause = error instanceof AppError ? error.cause : undefined
    const isUnknown = cause instanceof StorageError && cause.code === 'XMinioConfigError'
    throw isUnknown ? new AppError('NoSuchConfiguration', { section }, { cause }) : error
  }
}

export function toDetails({ name, help, targets }: Section): ConfigurationDetails {
  return {
    section: name,
    description: help.description,
    hasTargets: help.hasTargets,
    targets: targets.map((target) => toTarget(name, help, target)),
    blank: help.keys.map((key) => ({
      ...toKey(name, key, { values: {}, environment: {}, target: '' }),
      // Servers switch a target on when it is set.
      value: key.key === 'enable' ? 'on' : (DEFAULT_VALUES[name]?.[key.key] ?? ''),
      source: 'default' as const,
    })),
  }
}

/** A target with the keys that a form needs. */
export function toTarget(section: string, help: ConfigHelp, target: ConfigTarget): ConfigurationTarget {
  const enable = target.environment[variableName(section, 'enable', target.target)] ?? target.values.enable ?? 'on'
  const keys = help.keys.map((key) => toKey(section, key, target))
  // Identity providers that were never set have an empty switch, as have those that the environment configures.
  const isComplete = keys.every(({ key, required, secret, value }) => !required || secret || key === 'enable' || value)
  return {
    target: target.target,
    enabled: !target.isOff && (enable === '' ? isComplete : enable !== 'off'),
    keys,
  }
}

/** `enable` is written only when it is off, and a secret only when it is not set. */
function toKey(
  section: string,
  { key, type, description, isOptional }: ConfigKeyHelp,
  { values, environment, target }: Pick<ConfigTarget, 'values' | 'environment' | 'target'>,
): ConfigurationKey {
  const variable = variableName(section, key, target)
  const isSet = Object.hasOwn(environment, variable)
  const secret = isSecretKey(section, key)
  const stored = values[key] ?? (key === 'enable' ? 'on' : '')
  const isHidden = secret && values[key] === undefined
  const isDefault = !isHidden && stored === (DEFAULT_VALUES[section]?.[key] ?? '')
  return {
    key,
    type,
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
