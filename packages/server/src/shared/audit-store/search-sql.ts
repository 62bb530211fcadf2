/** Searches as SQL, for both databases. Values are always parameters. */
import { CONSOLE_USER_AGENT } from '@cooperage/wire'
import type { AuditFilter, AuditPlace, AuditSearch, FilterField } from './audit-store.ts'
import { FAILED, FAILED_COLUMNS, LISTED_COLUMNS } from './columns.ts'
import { exactText, type PatternPart, parsePattern, prefixOf } from './wildcards.ts'

/** What the two databases spell differently. */
export interface Dialect {
  table: string
  /** The parameter of this number, from 1. */
  parameter(number: number): string
  /** The condition that a column matches a pattern, and the pattern's value. */
  matches(column: string, parameter: string): string
  pattern(parts: readonly PatternPart[]): string
  /** The column, but not by its index. */
  withoutIndex(column: string): string
}

export interface Statement {
  text: string
  values: (string | number)[]
}

/** Settings that a server reports as not found if nobody has set them. */
const SETTING_READS = [
  'GetBucketCors',
  'GetBucketEncryption',
  'GetBucketLifecycle',
  'GetBucketObjectLockConfig',
  'GetBucketPolicy',
  'GetBucketReplicationConfig',
  'GetBucketTagging',
  'GetObjectLegalHold',
  'GetObjectRetention',
]

/** What these calls find missing otherwise. Servers that report no code with a response that has a body leave it empty. */
const MISSING_ITSELF = ['NoSuchBucket', 'NoSuchKey', 'NoSuchVersion']

/** Sorts after every text that begins with the one before it. */
const LAST_CHARACTER = '\u{10FFFF}'

/**
 * `slowFields`: patterns on these columns match so many entries that it's faster to go through the entries in their order than
 * to sort what the column's index finds.
 * @throws RangeError for an invalid pattern
 */
export function searchStatement(
  dialect: Dialect,
  search: AuditSearch,
  slowFields: ReadonlySet<FilterField> = new Set(),
): Statement {
  const { descending, limit, offset = 0 } = search
  const sql = new Conditions(dialect)
  const order = descending ? 'DESC' : 'ASC'
  const ordered = `ORDER BY time_us ${order}, id ${order}`
  const select = `SELECT ${LISTED_COLUMNS}`
  const user = offset === 0 && !isAboutFailures(search) ? exactUser(search) : undefined
  if (user !== undefined) {
    // Each of the two columns has an index in the order of time, and the database merges what it finds in both.
    const rest = { ...search, filters: search.filters.filter(({ field }) => field !== 'user') }
    const arm = (columns: (value: string) => string) => {
      sql.conditions.push(columns(sql.value(user)))
      return `${select} FROM ${dialect.table}${sql.where(rest, slowFields, true)}`
    }
    const both = [
      arm((value) => `access_key = ${value}`),
      arm((value) => `parent_user = ${value} AND ${dialect.withoutIndex('access_key')} <> ${value}`),
    ]
    return { text: `${both.join(' UNION ALL ')} ${ordered} LIMIT ${sql.value(limit)}`, values: sql.values }
  }
  const page = `FROM ${dialect.table}${sql.where(search, slowFields)} ${ordered} LIMIT ${sql.value(limit)}`
  if (offset === 0) return { text: `${select} ${page}`, values: sql.values }
  // Entries that are passed over are counted in the index; only those of the page are read.
  const places = `SELECT time_us, id ${page} OFFSET ${sql.value(offset)}`
  return {
    text: `${select} FROM ${dialect.table} WHERE (time_us, id) IN (${places}) ${ordered}`,
    values: sql.values,
  }
}

/** Counts the entries of a search, up to `limit`. @throws RangeError for an invalid pattern */
export function countStatement(
  dialect: Dialect,
  search: AuditSearch,
  slowFields: ReadonlySet<FilterField> = new Set(),
): Statement {
  const sql = new Conditions(dialect)
  const where = sql.where(search, slowFields)
  const limited = `SELECT 1 FROM ${dialect.table}${where} LIMIT ${sql.value(search.limit)}`
  return { text: `SELECT count(*) AS found FROM (${limited}) AS counted`, values: sql.values }
}

/** Whether only failed requests can be found, which have an index of their own. */
function isAboutFailures({ onlyErrors, statuses }: AuditSearch): boolean {
  return onlyErrors === true || (statuses?.[0] ?? 0) >= 400
}

/** The user that a search is about, if it has no wildcards. */
function exactUser({ filters }: AuditSearch): string | undefined {
  const users = filters.filter(({ field }) => field === 'user')
  return users.length === 1 ? exactText(parsePattern(users[0]?.value ?? '')) : undefined
}

/** Counts the entries with the text before the first wildcard, up to `most`; undefined if there is no such text. */
export function prefixCountStatement(dialect: Dialect, { field, value }: AuditFilter, most: number) {
  const parts = parsePattern(value)
  const prefix = prefixOf(parts)
  if (field === 'user' || prefix === '' || exactText(parts) !== undefined) return undefined
  const sql = new Conditions(dialect)
  sql.range(field, prefix)
  const limited = `SELECT 1 FROM ${dialect.table} WHERE ${sql.conditions.join(' AND ')} LIMIT ${sql.value(most)}`
  return { text: `SELECT count(*) AS found FROM (${limited}) AS counted`, values: sql.values }
}

/** Fields that the index of failed requests has. */
const COVERED: ReadonlySet<string> = new Set([...FAILED_COLUMNS, 'user'])

/** Whether the index of a column isn't used: for a pattern that many match, or because another index is better. */
interface IndexUse {
  isSlow: boolean
  isPassedOver: boolean
}

class Conditions {
  readonly conditions: string[] = []
  readonly values: (string | number)[] = []
  readonly #dialect: Dialect

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  value(value: string | number): string {
    this.values.push(value)
    return this.#dialect.parameter(this.values.length)
  }

  /** The condition of a search, after those that were added before; the next one starts without any. */
  where(
    search: AuditSearch,
    slowFields: ReadonlySet<FilterField>,
    isOfUser = search.filters.some(({ field }) => field === 'user' || field === 'access_key'),
  ): string {
    const { filters, from, until, descending, after, statuses } = search
    const isOfFailures = isAboutFailures(search)
    for (const filter of filters) {
      const isCovered = isOfFailures && COVERED.has(filter.field)
      // Many have the same code, and fewer the same user.
      const isWorse = filter.field === 'error_code' && isOfUser
      this.filter(filter, { isSlow: slowFields.has(filter.field), isPassedOver: isCovered || isWorse })
    }
    if (search.hidesBackground) this.compare(this.#dialect.withoutIndex('api_name'), '<>', '')
    if (search.hidesAgent !== undefined) {
      this.compare(this.#dialect.withoutIndex('user_agent'), '<>', search.hidesAgent)
    }
    if (isOfFailures) this.conditions.push(FAILED)
    if (search.onlyErrors) this.conditions.push(this.isNoUnsetSetting())
    if (statuses !== undefined) this.statuses(statuses, isOfFailures)
    if (from !== undefined) this.compare('time_us', '>=', from)
    if (until !== undefined) this.compare('time_us', '<', until)
    if (after !== undefined) this.after(after, descending)
    const conditions = this.conditions.splice(0)
    return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`
  }

  compare(column: string, operator: string, value: string | number): void {
    this.conditions.push(`${column} ${operator} ${this.value(value)}`)
  }

  /** The console looks for settings on many pages: that nobody has set them is its answer, and no failure. */
  isNoUnsetSetting(): string {
    const apis = SETTING_READS.map((api) => this.value(api)).join(', ')
    const agent = this.value(CONSOLE_USER_AGENT)
    const codes = MISSING_ITSELF.map((code) => this.value(code)).join(', ')
    const conditions = ['response_status_code = 404', `api_name IN (${apis})`, `error_code NOT IN (${codes})`]
    return `NOT (user_agent = ${agent} AND ${conditions.join(' AND ')})`
  }

  statuses([first, last]: NonNullable<AuditSearch['statuses']>, isOfFailures: boolean): void {
    const name = 'response_status_code'
    const column = isOfFailures || first < last ? this.#dialect.withoutIndex(name) : name
    if (first === last) this.compare(column, '=', first)
    else this.conditions.push(`${column} BETWEEN ${this.value(first)} AND ${this.value(last)}`)
  }

  filter({ field, value }: AuditFilter, use: IndexUse): void {
    if (field !== 'user') {
      this.column(field, value, use)
      return
    }
    // The key of a session or a service account belongs to another user, a user's own key to nobody else.
    const either = ['access_key', 'parent_user'].map((column) => {
      const at = this.conditions.length
      this.column(column, value, use)
      return this.conditions.splice(at).join(' AND ') || 'TRUE'
    })
    this.conditions.push(`(${either.join(' OR ')})`)
  }

  column(field: string, value: string, { isSlow, isPassedOver }: IndexUse): void {
    const parts = parsePattern(value)
    if (parts.length === 1 && parts[0] === 'any') return
    const exact = exactText(parts)
    if (exact !== undefined) {
      this.compare(isPassedOver ? this.#dialect.withoutIndex(field) : field, '=', exact)
      return
    }
    const column = isSlow || isPassedOver ? this.#dialect.withoutIndex(field) : field
    const prefix = prefixOf(parts)
    if (prefix !== '') this.range(column, prefix)
    this.conditions.push(this.#dialect.matches(column, this.value(this.#dialect.pattern(parts))))
  }

  range(column: string, prefix: string): void {
    this.compare(column, '>=', prefix)
    this.compare(column, '<', prefix + LAST_CHARACTER)
  }

  after({ time, id }: AuditPlace, descending: boolean): void {
    const operator = descending ? '<' : '>'
    this.conditions.push(`(time_us, id) ${operator} (${this.value(time)}, ${this.value(id)})`)
  }
}
