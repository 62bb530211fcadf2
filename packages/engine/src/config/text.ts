/** The text in which settings travel: a line a target, `section[:target] key=value key="two words"`. */
import { configError, notImplemented } from './errors.ts'
import { type ConfigSection, DEFAULT_TARGET, findSection, UNSUPPORTED_SECTIONS } from './sections.ts'

export type Values = Readonly<Record<string, string>>

/** Any target may have it; it is written last. */
export const COMMENT = 'comment'

export interface ConfigLine {
  section: ConfigSection
  target: string
  /** Behind the blank after the target; undefined without one. */
  rest: string | undefined
}

/** The lines that say something: neither empty nor a comment. */
export function linesOf(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'))
}

/** @throws WireError XMinioConfigError; NotImplemented for what only MinIO has */
export function parseLine(line: string): ConfigLine {
  if (line === '') throw configError('input arguments cannot be empty')
  const blank = line.indexOf(' ')
  const head = blank < 0 ? line : line.slice(0, blank)
  const colon = head.indexOf(':')
  const name = colon < 0 ? head : head.slice(0, colon)
  if (UNSUPPORTED_SECTIONS.has(name)) throw notImplemented(name)
  const section = findSection(name)
  if (section === undefined) throw configError(`unknown sub-system ${line}`)
  if (colon >= 0 && !section.multiple) throw configError(`sub-system '${name}' only supports single target`)
  return {
    section,
    target: colon < 0 ? DEFAULT_TARGET : head.slice(colon + 1),
    rest: blank < 0 ? undefined : line.slice(blank + 1),
  }
}

/**
 * The known keys in the text; what stands before the first is passed over, as MinIO does.
 * @throws WireError XMinioConfigError; NotImplemented for a key that only MinIO has
 */
export function parseValues(section: ConfigSection, rest: string): Record<string, string> {
  const unsupported: Record<string, string> = section.unsupported
  const known = [...section.keys.map(({ name }) => name), COMMENT, ...Object.keys(unsupported)]
  const pattern = new RegExp(`(?<=^|\\s)(${known.join('|')})=`, 'g')
  // A value in quotes may hold what looks like a key: it is blanked out for the search.
  const searched = rest.replace(/"[^"]*"/g, (quoted) => '"'.repeat(quoted.length))
  const found = [...searched.matchAll(pattern)]
  if (found.length === 0) throw configError(`sub-system '${section.name}' cannot have empty keys`)
  const values: Record<string, string> = {}
  for (const [at, match] of found.entries()) {
    const key = match[1] ?? ''
    const value = unquoted(rest.slice(match.index + match[0].length, found[at + 1]?.index))
    if (!Object.hasOwn(unsupported, key)) values[key] = value
    else if (value !== unsupported[key] && value !== '') throw notImplemented(`${section.name} ${key}`)
  }
  return values
}

function unquoted(text: string): string {
  return text.trim().replace(/^"|"$/g, '')
}

export interface WrittenTarget {
  section: ConfigSection
  target: string
  values: Values
  /** Values given at the start, which go before the stored ones. */
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

/** Name of the variable that clients show for a key. */
export function variableName(section: string, key: string): string {
  return `MINIO_${section}_${key}`.toUpperCase()
}
