/**
 * The text format of server settings: one line per target, `section[:target] key=value key="two words"`. A section that has
 * several targets repeats its name; comment lines in front of a target name the environment variables that override it.
 */

/** One target as servers return it. */
export interface ConfigTarget {
  section: string
  /** '' for the unnamed target. */
  target: string
  /** Written as a comment, as an export does for disabled targets. */
  isOff: boolean
  values: Record<string, string>
  /** Environment variables of the server that override values, by name: `MINIO_SITE_REGION`. */
  environment: Record<string, string>
}

/** Values as in the text, by key. Quoted values may contain text that looks like a key; text before the first key is ignored. */
export function parseConfigValues(text: string, keys: readonly string[]): Record<string, string> {
  const pattern = new RegExp(`(?<=^|\\s)(${keys.map((key) => RegExp.escape(key)).join('|')})=`, 'g')
  const masked = text.replace(/"[^"]*"/g, (quoted) => '"'.repeat(quoted.length))
  const found = keys.length === 0 ? [] : [...masked.matchAll(pattern)]
  const values: Record<string, string> = {}
  for (const [at, match] of found.entries()) {
    const value = text.slice(match.index + match[0].length, found[at + 1]?.index)
    values[match[1] ?? ''] = value.trim().replace(/^"|"$/g, '')
  }
  return values
}

/** The targets of one section. `keys` are the keys that the section can have. */
export function parseConfigTargets(text: string, section: string, keys: readonly string[]): ConfigTarget[] {
  const targets: ConfigTarget[] = []
  let environment: Record<string, string> = {}
  for (const line of text.split(/\r?\n/)) {
    const override = /^# (MINIO_\w+)=(.*)$/.exec(line)
    if (override) environment[override[1] ?? ''] = override[2] ?? ''
    const isOff = line.startsWith('# ')
    const [name = '', ...rest] = (isOff ? line.slice(2) : line).split(' ')
    if (name !== section && !name.startsWith(`${section}:`)) continue
    const values = parseConfigValues(rest.join(' '), keys)
    targets.push({ section, target: name.slice(section.length + 1), isOff, values, environment })
    environment = {}
  }
  return targets
}

/** Whether a value can be written so that it is read back unchanged. */
export function isConfigValue(value: string): boolean {
  return !/[\r\n]/.test(value) && !value.startsWith('"') && !value.endsWith('"')
}

/** The line that sets the values of a target. `target` is '' for the unnamed one. */
export function formatConfigLine(section: string, target: string, values: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(values).map(([key, value]) => `${key}=${formatConfigValue(value)}`)
  return [configTargetName(section, target), ...pairs].join(' ')
}

export function formatConfigValue(value: string): string {
  return value === '' || /\s/.test(value) ? `"${value}"` : value
}

export function configTargetName(section: string, target: string): string {
  return target === '' ? section : `${section}:${target}`
}
