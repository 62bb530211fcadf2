/** Searches as SQL, for both databases. Values are always parameters. */
import type { AuditFilter, AuditPlace, AuditSearch, FilterField } from './audit-store.ts'
import { LISTED_COLUMNS } from './columns.ts'
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
  const { filters, from, until, descending, limit, offset = 0, after } = search
  const sql = new Conditions(dialect)
  for (const filter of filters) sql.filter(filter, slowFields.has(filter.field))
  if (search.hidesBackground) sql.compare(dialect.withoutIndex('api_name'), '<>', '')
  if (search.hidesAgent !== undefined) sql.compare(dialect.withoutIndex('user_agent'), '<>', search.hidesAgent)
  if (search.onlyErrors) sql.compare('response_status_code', '>=', 400)
  if (from !== undefined) sql.compare('time_us', '>=', from)
  if (until !== undefined) sql.compare('time_us', '<', until)
  if (after !== undefined) sql.after(after, descending)
  const order = descending ? 'DESC' : 'ASC'
  const where = sql.conditions.length === 0 ? '' : ` WHERE ${sql.conditions.join(' AND ')}`
  const ordered = `ORDER BY time_us ${order}, id ${order}`
  const page = `FROM ${dialect.table}${where} ${ordered} LIMIT ${sql.value(limit)}`
  const select = `SELECT ${LISTED_COLUMNS}`
  if (offset === 0) return { text: `${select} ${page}`, values: sql.values }
  // Entries that are passed over are counted in the index; only those of the page are read.
  const places = `SELECT time_us, id ${page} OFFSET ${sql.value(offset)}`
  return {
    text: `${select} FROM ${dialect.table} WHERE (time_us, id) IN (${places}) ${ordered}`,
    values: sql.values,
  }
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

  compare(column: string, operator: string, value: string | number): void {
    this.conditions.push(`${column} ${operator} ${this.value(value)}`)
  }

  filter({ field, value }: AuditFilter, isSlow: boolean): void {
    if (field !== 'user') {
      this.column(field, value, isSlow)
      return
    }
    // The key of a session or a service account belongs to another user, a user's own key to nobody else.
    const either = ['access_key', 'parent_user'].map((column) => {
      const at = this.conditions.length
      this.column(column, value, isSlow)
      return this.conditions.splice(at).join(' AND ') || 'TRUE'
    })
    this.conditions.push(`(${either.join(' OR ')})`)
  }

  column(field: string, value: string, isSlow: boolean): void {
    const parts = parsePattern(value)
    if (parts.length === 1 && parts[0] === 'any') return
    const exact = exactText(parts)
    if (exact !== undefined) {
      this.compare(field, '=', exact)
      return
    }
    const column = isSlow ? this.#dialect.withoutIndex(field) : field
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
