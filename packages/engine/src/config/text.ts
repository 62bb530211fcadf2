/** The text format of settings: one line per target, `section[:target] key=value key="two words"`. */
import { parseConfigPairs, withoutQuotes } from '@cooperage/wire'
import { configError, notImplemented } from './errors.ts'
import { type ConfigSection, DEFAULT_TARGET, findSection, UNSUPPORTED_SECTIONS } from './sections.ts'

export type Values = Readonly<Record<string, string>>

/** Accepted by every target and written last. */
export const COMMENT = 'comment'

interface ConfigLine {
  section: ConfigSection
  target: string
  /** The text after the first space; undefined without one. */
  rest: string | undefined
}

/** The lines that are neither empty nor comments. */
export function linesOf(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'))
}

/** @throws WireError XMinioConfigError; NotImplemented for a section that only MinIO supports */
export function parseLine(line: string): ConfigLine {
  if (line === '') throw configError('input arguments cannot be empty')
  const space = line.indexOf(' ')
  const prefix = space < 0 ? line : line.slice(0, space)
  const colon = prefix.indexOf(':')
  const name = colon < 0 ? prefix : prefix.slice(0, colon)
  if (UNSUPPORTED_SECTIONS.has(name)) throw notImplemented(name)
  const section = findSection(name)
  if (section === undefined) throw configError(`unknown sub-system ${line}`)
  if (colon >= 0 && !section.multiple) throw configError(`sub-system '${name}' only supports single target`)
  return {
    section,
    target: colon < 0 ? DEFAULT_TARGET : prefix.slice(colon + 1),
    rest: space < 0 ? undefined : line.slice(space + 1),
  }
}

/**
 * The values of the known keys in the text. MinIO ignores unknown keys before the first known one, and reads others as a part of
 * the value before them; here they are refused by name.
 * @throws WireError XMinioConfigError; NotImplemented for a key that only MinIO supports
 */
export function parseValues(section: ConfigSection, rest: string): Record<string, string> {
  const unsupported: Record<string, string> = section.unsupported
  const known = [...section.keys.map(({ name }) => name), COMMENT, ...Object.keys(unsupported)]
  const found = parseConfigPairs(rest, known)
  const [first] = found
  if (first === undefined) throw configError(`sub-system '${section.name}' cannot have empty keys`)
  const ignored = unknownKey(` ${rest.slice(0, rest.search(new RegExp(`(?<=^|\\s)${first.key}=`)))}`)
  if (ignored !== undefined) throw configError(`unknown key '${ignored}' for sub-system '${section.name}'`)
  const values: Record<string, string> = {}
  for (const { key, value: text, isQuoted } of found) {
    const value = withoutQuotes(text)
    const swallowed = isQuoted || value !== text ? undefined : unknownKey(text)
    if (swallowed !== undefined) {
      throw configError(
        `unknown key '${swallowed}' for sub-system '${section.name}'; if it is a part of '${key}', put the value of '${key}' in quotation marks`,
      )
    }
    if (!Object.hasOwn(unsupported, key)) values[key] = value
    else if (value !== unsupported[key] && value !== '') throw notImplemented(`${section.name} ${key}`)
  }
  return values
}

/** The first word after a space that looks like a key. */
function unknownKey(text: string): string | undefined {
  return /\s([A-Za-z_]\w*)=/.exec(text)?.[1]
}

interface WrittenTarget {
  section: ConfigSection
  target: string
  values: Values
  /** Values given at startup, which override the stored ones. */
  environment: Values
}

export function writeTarget(
  { section, target, values, environment }: WrittenTarget,
  { withSecrets, isOff }: { withSecrets: boolean; isOff: boolean },
): string {
  const overrides = section.keys
    .filter(({ name }) => environment[name] !== undefined)
    .map(({ name }) => `# ${variableName(section.name, name)}=${environment[name]}\n`)
  const pairs = [...section.keys, { name: COMMENT, secret: false }].flatMap(({ name, secret }) => {
    const value = values[name]
    if (value === undefined || (name === COMMENT && value === '')) return []
    if (secret && value !== '' && !withSecrets) return []
    if (name === 'enable' && value === 'on') return []
    return `${name}=${/\s/.test(value) ? `"${value}"` : value} `
  })
  const name = target === DEFAULT_TARGET ? section.name : `${section.name}:${target}`
  return `${overrides.join('')}${isOff ? '# ' : ''}${name} ${pairs.join('')}\n`
}

/** The environment variable that clients show for a key. */
export function variableName(section: string, key: string): string {
  return `MINIO_${section}_${key}`.toUpperCase()
}
