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

/** Keys that servers read and write, but don't describe. They'd be read as a part of the value before them. */
const UNDESCRIBED_KEYS: Readonly<Record<string, readonly string[]>> = {
  api: ['replication_max_lrg_workers', 'gzip_objects', 'disable_odirect'],
  audit_webhook: ['queue_dir'],
  identity_openid: ['user_readable_claim', 'user_id_claim'],
  logger_webhook: ['queue_dir'],
  notify_webhook: ['queue_dir'],
  scanner: ['idle_speed', 'delay', 'max_wait', 'cycle'],
  storage_class: ['inline_block'],
}

/** Every key that the text of a section can have. The switch and the comment aren't described for each section either. */
export function configKeys(section: string, described: readonly string[]): string[] {
  return [...new Set(['enable', 'comment', ...described, ...(UNDESCRIBED_KEYS[section] ?? [])])]
}

/** A key of a text and what follows it, up to the next key. */
export interface ConfigPair {
  key: string
  value: string
  /** Whether the value is enclosed in quotation marks. */
  isQuoted: boolean
}

/**
 * The keys of a text with their values. Text before the first key is ignored. A quoted value can contain text that looks like
 * a key, and quotation marks: it ends where the next key or the end follows.
 */
export function parseConfigPairs(text: string, keys: readonly string[]): ConfigPair[] {
  if (keys.length === 0) return []
  const names = keys.map((key) => RegExp.escape(key)).join('|')
  const starts = [...text.matchAll(new RegExp(`(?<=^|\\s)(${names})=`, 'g'))]
  const ends = [...text.matchAll(new RegExp(`"(?=\\s*$|\\s+(?:${names})=)`, 'g'))].map(({ index }) => index)
  const pairs: ConfigPair[] = []
  let [at, end] = [0, 0]
  for (const [number, { index, 0: start, 1: key = '' }] of starts.entries()) {
    // Inside of a quoted value.
    if (index < at) continue
    const from = index + start.length
    while ((ends[end] ?? Infinity) <= from) end++
    const close = text[from] === '"' ? ends[end] : undefined
    at = close === undefined ? (starts[number + 1]?.index ?? text.length) : close + 1
    const value = text.slice(from, at).trim().replace(/^"|"$/g, '')
    pairs.push({ key, value, isQuoted: close !== undefined })
  }
  return pairs
}

/** The values of {@link parseConfigPairs} by key. */
export function parseConfigValues(text: string, keys: readonly string[]): Record<string, string> {
  return Object.fromEntries(parseConfigPairs(text, keys).map(({ key, value }) => [key, value]))
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

/** The same for text that was sent to a server, where single quotation marks can enclose a value too. */
export function parseConfigChange(text: string, section: string, keys: readonly string[]): ConfigTarget[] {
  return parseConfigTargets(text, section, keys).map((target) => ({
    ...target,
    values: Object.fromEntries(Object.entries(target.values).map(([key, value]) => [key, withoutQuotes(value)])),
  }))
}

/** A value without single quotation marks around it, which servers remove after the double ones. */
export function withoutQuotes(value: string): string {
  return value.replace(/^'/, '').replace(/'$/, '')
}

/** A change that servers would read in another way than it is meant, so it can't be sent to them. */
export class ConfigTextError extends Error {
  override name = 'ConfigTextError'
  /** The key that it is about; '' for the name of a section or target. */
  readonly key: string
  readonly reason: 'name' | 'lineBreak' | 'quotes' | 'otherKey' | 'tooLong'

  constructor(reason: ConfigTextError['reason'], key: string, message: string) {
    super(message)
    this.reason = reason
    this.key = key
  }
}

/** Servers read lines into a buffer of this size. */
const MAX_LINE_BYTES = 64 * 1024 - 1

/**
 * The line that sets the values of a target. `target` is '' for the unnamed one, `described` are the keys of the section that
 * the server describes. Servers split a line at the first `key=` of each key of the section, wherever that is: also within
 * another value, and within quotation marks. Nothing escapes it, so such values are refused.
 * @throws ConfigTextError for a line that a server would read in another way
 */
export function formatConfigLine(
  section: string,
  target: string,
  values: Readonly<Record<string, string>>,
  described: readonly string[],
): string {
  const keys = configKeys(section, [...described, ...Object.keys(values)])
  const pairs = Object.entries(values).map(([key, value]) => formatPair(key, value, keys))
  const line = [commandTarget(section, target), ...pairs].join(' ')
  if (Buffer.byteLength(line) > MAX_LINE_BYTES) {
    const [[longest = ''] = []] = Object.entries(values).sort(([, a], [, b]) => b.length - a.length)
    throw new ConfigTextError('tooLong', longest, `the values are longer than 64 KiB together; shorten ${longest}`)
  }
  return line
}

/** The line that resets keys of a target, or deletes the target if there are none. @throws ConfigTextError */
export function formatConfigReset(section: string, target: string, keys: readonly string[]): string {
  for (const key of keys) checkWord(key, key)
  return [commandTarget(section, target), ...keys].join(' ')
}

/** @throws ConfigTextError */
function formatPair(key: string, value: string, keys: readonly string[]): string {
  checkWord(key, key)
  if (/[\r\n]/.test(value)) {
    throw new ConfigTextError('lineBreak', key, `the value of ${key} contains a line break; remove it`)
  }
  if (value.startsWith('"') || value.endsWith('"')) {
    const message = `the value of ${key} starts or ends with a quotation mark; remove it`
    throw new ConfigTextError('quotes', key, message)
  }
  const other = keys.find((one) => one !== key && `${key}=${value}`.includes(`${one}=`))
  if (other !== undefined) {
    const message = `the value of ${key} contains “${other}=”, which storage servers read as the key ${other}; remove it`
    throw new ConfigTextError('otherKey', key, message)
  }
  return `${key}=${quoted(value)}`
}

/** Single quotation marks protect those of the value, of which servers remove one pair. */
function quoted(value: string): string {
  if (/^'|'$/.test(value)) return `"'${value}'"`
  return value === '' || !/^[!-~]+$/.test(value) ? `"${value}"` : value
}

export function configTargetName(section: string, target: string): string {
  return target === '' ? section : `${section}:${target}`
}

/** @throws ConfigTextError for a name that isn't one word */
function commandTarget(section: string, target: string): string {
  checkWord(section, '')
  if (/[\s\p{Cc}]/u.test(target)) {
    throw new ConfigTextError(
      'name',
      '',
      `the name ${JSON.stringify(target)} contains a space or a line break; remove it`,
    )
  }
  return configTargetName(section, target)
}

/** @throws ConfigTextError */
function checkWord(word: string, key: string): void {
  if (/^[A-Za-z_]\w*$/.test(word)) return
  throw new ConfigTextError('name', key, `there is no key or section named ${JSON.stringify(word)}; check the name`)
}
