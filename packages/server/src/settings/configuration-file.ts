/**
 * Configuration files: one line per target, `section[:target] key=value key="two words"`, as servers export them. Targets that
 * are off are comments there. Servers ignore comments on import, and read an unknown key as a part of the value before it; here
 * targets that are off are kept, and an unknown key is a problem of its line.
 */
import type { ConfigurationFileProblem } from '@cooperage/contract'
import { ConfigTextError, formatConfigLine } from '@cooperage/wire'

/** What is known about a section of this server. */
export interface KnownSection {
  keys: readonly string[]
  hasTargets: boolean
  /** Targets are switched on when they are written without `enable`. */
  hasSwitch: boolean
  /** Without those that are ''. */
  defaults: Readonly<Record<string, string>>
}

export interface FileTarget {
  section: string
  /** '' for the unnamed target. */
  target: string
  /** 1 for the first. */
  line: number
  values: Record<string, string>
}

export interface ConfigurationFile {
  targets: FileTarget[]
  problems: ConfigurationFileProblem[]
}

export function readConfigurationFile(text: string, sections: ReadonlyMap<string, KnownSection>): ConfigurationFile {
  const file: ConfigurationFile = { targets: [], problems: [] }
  const seen = new Set<string>()
  const lines = text.replace(/^\uFEFF/, '').split('\n')
  for (const [index, content] of lines.entries()) {
    const read = content === '' ? undefined : readLine(content.trim(), sections)
    if (read === undefined) continue
    const line = index + 1
    if ('reason' in read) {
      file.problems.push({ line, ...read })
      continue
    }
    const { section, target } = read
    const name = target === '' ? section : `${section}:${target}`
    if (seen.has(name)) file.problems.push({ line, reason: 'twice', name })
    else file.targets.push({ line, ...read })
    seen.add(name)
  }
  return file
}

/** Values that can't be sent to the server. */
const PROBLEMS = {
  name: 'name',
  lineBreak: 'quotes',
  quotes: 'quotes',
  otherKey: 'otherKey',
  tooLong: 'tooLong',
} as const satisfies Record<ConfigTextError['reason'], ConfigurationFileProblem['reason']>

type Problem = Omit<ConfigurationFileProblem, 'line'>

/** Undefined for a comment, and for a target that is off without a switch: it has no effect. */
function readLine(
  line: string,
  sections: ReadonlyMap<string, KnownSection>,
): Omit<FileTarget, 'line'> | Problem | undefined {
  const isComment = line.startsWith('#')
  const [name = '', ...words] = (isComment ? line.slice(1).trimStart() : line).split(/\s+/)
  if (name === '') return undefined
  const [section = '', target = ''] = name.split(/:(.*)/s)
  const known = sections.get(section)
  if (known === undefined) return isComment ? undefined : { reason: 'unknownSection', name: section }
  const rest = words.length === 0 ? '' : line.slice(line.indexOf(name) + name.length)
  const values = readValues(rest, known)
  if (isComment && ('reason' in values || values.enable !== 'off')) return undefined
  if ('reason' in values) return values as Problem
  if (target !== '' && !known.hasTargets) return { reason: 'oneTarget', name: section }
  if (Object.keys(values).length === 0) return { reason: 'noKeys', name: section }
  if (known.hasSwitch) values.enable ??= 'on'
  try {
    formatConfigLine(section, target, values, known.keys)
  } catch (error) {
    if (!(error instanceof ConfigTextError)) throw error
    return { reason: PROBLEMS[error.reason], name: error.key || name }
  }
  return { section, target: target === '_' ? '' : target, values }
}

function readValues(text: string, { keys }: KnownSection): Record<string, string> | Problem {
  const values = new Map<string, string>()
  let last = ''
  let at = 0
  while (text.slice(at).trim() !== '') {
    const start = /\s+([a-z_]\w*)=/iy
    start.lastIndex = at
    const key = start.exec(text)?.[1]
    if (key === undefined)
      return last === '' ? { reason: 'noKeys', name: text.trim() } : { reason: 'spaces', name: last }
    const isQuoted = text[start.lastIndex] === '"'
    // A quoted value can contain quotation marks: it ends where the line or the next key follows.
    const value = isQuoted ? /"(.*?)"(?=\s*$|\s+[a-z_]\w*=)/iy : /(\S*)/y
    value.lastIndex = start.lastIndex
    const found = value.exec(text)?.[1]
    if (found === undefined) return { reason: 'quotes', name: key }
    const isKnown = keys.includes(key)
    if (!isKnown && found !== '') return { reason: 'unknownKey', name: key }
    if (isKnown) values.set(key, found)
    at = value.lastIndex
    last = key
  }
  return Object.fromEntries(values)
}
