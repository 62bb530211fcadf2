/** Stored settings as plain data, and how text changes them. */
import { configError, configNotFound, invalidValue } from './errors.ts'
import { checkLdap, checkProvider, checkWebhook } from './reachable.ts'
import { type ConfigSection, DEFAULT_TARGET } from './sections.ts'
import { linesOf, parseLine, parseValues, type Values } from './text.ts'
import { isOn } from './values.ts'

/** By section and target. Contains only targets that were set. */
export type Settings = Record<string, Record<string, Values>>

const REACHABLE: Partial<Record<string, (target: string, values: Values) => Promise<void>>> = {
  notify_webhook: checkWebhook,
  identity_openid: checkProvider,
  identity_ldap: checkLdap,
}

/** Of one section. Each is copied for every line of a change, and contacted if its section is checked. */
const MAX_TARGETS = 200

export interface ChangedTarget {
  section: ConfigSection
  target: string
}

function defaultValues(section: ConfigSection): Record<string, string> {
  return Object.fromEntries(section.keys.map(({ name, defaultValue }) => [name, defaultValue]))
}

export function valuesOf(settings: Settings, section: ConfigSection, target: string): Values {
  return { ...defaultValues(section), ...settings[section.name]?.[target] }
}

export function targetNames(settings: Settings, section: ConfigSection): string[] {
  if (!section.multiple) return [DEFAULT_TARGET]
  const named = Object.keys(settings[section.name] ?? {}).filter((name) => name !== DEFAULT_TARGET)
  return [DEFAULT_TARGET, ...named.sort()]
}

export function isEnabled(section: ConfigSection, values: Values): boolean {
  if (values.enable === undefined) return true
  const isComplete = section.keys.every(({ name, required }) => !required || values[name] !== '')
  return isOn(values.enable) && isComplete
}

/** @throws WireError XMinioConfigError, NotImplemented */
export function setLines(settings: Settings, text: string): ChangedTarget[] {
  return linesOf(text).map((line) => {
    const { section, target, rest } = parseLine(line)
    if (rest === undefined) throw configError(`sub-system '${section.name}' must have key`)
    const given = parseValues(section, rest)
    if (section.keys.some(({ name }) => name === 'enable')) given.enable ??= 'on'
    const values: Record<string, string> = { ...valuesOf(settings, section, target), ...given }
    const missing = section.keys.find(({ name, required }) => required && !values[name])
    if (missing !== undefined && (values.enable === undefined || values.enable === 'on')) {
      throw configError(
        `'${missing.name}' is not optional for '${section.name}' sub-system, please check '${section.name}' documentation`,
      )
    }
    const targets = { ...settings[section.name], [target]: values }
    if (Object.keys(targets).length > MAX_TARGETS) {
      throw configError(`sub-system '${section.name}' can have at most ${MAX_TARGETS} targets. Delete some first.`)
    }
    settings[section.name] = targets
    return { section, target }
  })
}

/** @throws WireError XMinioConfigNotFoundError */
export function deleteLine(settings: Settings, line: string): ChangedTarget {
  const { section, target, rest } = parseLine(line)
  const targets = { ...settings[section.name] }
  if (!Object.hasOwn(targets, target) && target !== DEFAULT_TARGET) {
    throw configNotFound(`sub-system ${section.name}:${target} already deleted or does not exist`)
  }
  if (rest === undefined) {
    delete targets[target]
  } else {
    const values: Record<string, string> = { ...valuesOf(settings, section, target) }
    const defaults = defaultValues(section)
    for (const key of rest.split(/\s+/).filter((word) => word !== '')) {
      if (!Object.hasOwn(values, key)) throw configNotFound(`key ${key} doesn't exist`)
      if (defaults[key] === undefined) delete values[key]
      else values[key] = defaults[key]
    }
    targets[target] = values
  }
  settings[section.name] = targets
  return { section, target }
}

/** @throws WireError XMinioAdminConfigBadJSON */
export async function checkChanged(settings: Settings, changed: readonly ChangedTarget[]): Promise<void> {
  for (const { section, target } of changed) {
    const values = valuesOf(settings, section, target)
    for (const { name, check } of section.keys) {
      const value = values[name] ?? ''
      const problem = value === '' ? undefined : check?.(value)
      if (problem !== undefined) throw invalidValue(problem)
    }
    if (isEnabled(section, values)) await REACHABLE[section.name]?.(target, values)
  }
}
