import { AppError, reasonText } from '@cooperage/contract'
import {
  type ConfigHelp,
  configHelp,
  exportConfig,
  getConfig,
  type StorageClient,
  StorageError,
} from '@cooperage/storage-client'
import { type ConfigTarget, configKeys, parseConfigTargets } from '@cooperage/wire'
import { inParallel } from '../shared/in-parallel.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { describedKeys } from './documented-keys.ts'
import { isSecretKey } from './secret-keys.ts'

/** Servers require it whatever is read or changed. */
export const CONFIG_ACTION = 'admin:ConfigUpdate'

/**
 * The deprecated form of `site`. Servers have it, but neither list nor export it, and fill it with the values of `site`, which
 * say nothing about it.
 */
export const OLD_SITE = 'region'

/** Descriptions that are read concurrently. */
const PARALLEL = 5

interface SectionId {
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
    const help = await readHelp(storage, name)
    return { name, help, targets: await getConfig(storage, name, keysIn(name, help)) }
  }
  return await withConfigErrors(name, reading())
}

/**
 * Several sections of the server, from one export: the encryption of a response costs MinIO 64 MiB and much time.
 * @throws AppError AccessDenied
 */
export async function readSections(storage: StorageClient, names: readonly string[]): Promise<Section[]> {
  const reading = async () => {
    const text = await exportConfig(storage)
    const sections: Section[] = []
    await inParallel(names, PARALLEL, async (name) => {
      const help = await readHelp(storage, name)
      const targets = parseConfigTargets(text, name, keysIn(name, help))
      sections.push({ name, help, targets: targets.map((one) => withoutSecrets(name, one)) })
    })
    return sections
  }
  return await withStorageErrors({ action: CONFIG_ACTION }, reading())
}

async function readHelp(storage: StorageClient, name: string): Promise<ConfigHelp> {
  const reported = await configHelp(storage, name)
  return { ...reported, keys: describedKeys(name, reported.keys) }
}

/** An export has the secrets that are set, which {@link getConfig} leaves out. */
function withoutSecrets(section: string, target: ConfigTarget): ConfigTarget {
  const values = Object.entries(target.values).filter(([key, value]) => value === '' || !isSecretKey(section, key))
  return { ...target, values: Object.fromEntries(values) }
}

/** Every key that the text of a section can have. */
export function keysIn(section: string, help: ConfigHelp): string[] {
  return configKeys(
    section,
    help.keys.map(({ key }) => key),
  )
}

/** A refusal to read: the server doesn't have the section, or has no storage for it (a single drive has no `heal`). */
async function withConfigErrors<T>(section: string, call: Promise<T>): Promise<T> {
  try {
    return await withStorageErrors(
      { action: CONFIG_ACTION, feature: reasonText('configurationSection', { section }) },
      call,
    )
  } catch (error) {
    const cause = error instanceof AppError ? error.cause : undefined
    const isUnknown = cause instanceof StorageError && cause.code === 'XMinioConfigError'
    throw isUnknown ? new AppError('NoSuchConfiguration', { section }, { cause }) : error
  }
}
