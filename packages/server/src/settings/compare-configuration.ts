/** What an import of a configuration file changes. */
import type { ConfigurationKeyChange, ConfigurationPlanEntry } from '@cooperage/contract'
import type { FileTarget, KnownSection } from './configuration-file.ts'
import { isSecretKey } from './secret-keys.ts'

interface ConfigurationPlan {
  entries: ConfigurationPlanEntry[]
  /** Number of unchanged targets. */
  unchanged: number
}

/** `present` has every target of the server. What the file leaves out returns to its default. */
export function planConfiguration(
  file: readonly FileTarget[],
  present: readonly Omit<FileTarget, 'line'>[],
  sections: ReadonlyMap<string, KnownSection>,
): ConfigurationPlan {
  const before = new Map(present.map((one) => [idOf(one), one]))
  const after = new Map(file.map((one) => [idOf(one), one]))
  const all = new Map([...before, ...after])
  const entries: ConfigurationPlanEntry[] = []
  for (const [id, { section, target }] of all) {
    const [old, next] = [before.get(id), after.get(id)]
    const keys = keyChanges(section, old?.values, next?.values, sections.get(section))
    const isNamed = target !== ''
    const change = isNamed && !old ? 'add' : isNamed && !next ? 'remove' : 'change'
    if (keys.length > 0 || change !== 'change') entries.push({ section, target, change, line: next?.line ?? 0, keys })
  }
  return { entries, unchanged: all.size - entries.length }
}

function keyChanges(
  section: string,
  old: Readonly<Record<string, string>> = {},
  next: Readonly<Record<string, string>> = {},
  known: KnownSection | undefined,
): ConfigurationPlanEntry['keys'] {
  return [...new Set([...Object.keys(next), ...Object.keys(old)])].flatMap((key) => {
    const usual = known?.defaults[key] ?? ''
    const [before, after] = [old[key] ?? usual, next[key] ?? usual]
    if (before === after) return []
    const change: ConfigurationKeyChange = before === usual ? 'add' : after === usual ? 'remove' : 'change'
    const secret = isSecretKey(section, key)
    return [{ key, change, secret, before: secret ? '' : before, after: secret ? '' : after }]
  })
}

function idOf({ section, target }: Pick<FileTarget, 'section' | 'target'>): string {
  return `${section}:${target}`
}
