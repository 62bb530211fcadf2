import { Readable } from 'node:stream'
import { LOG_ROW_LIMIT, type LogRecord } from '@cooperage/contract'
import type { FastifyReply } from 'fastify'
import type { AuditEntry, AuditSearch, AuditStore } from '../shared/audit-store/audit-store.ts'
import { toRecord } from './records.ts'

const COLUMNS = [
  'time',
  'api_name',
  'bucket',
  'object',
  'access_key',
  'parent_user',
  'remote_host',
  'request_id',
  'user_agent',
  'response_status',
  'response_status_code',
  'request_content_length',
  'response_content_length',
  'time_to_response_ns',
  'error_code',
] as const satisfies readonly (keyof LogRecord)[]

const PAGE_SIZE = 1_000

/** How each kind of file writes an entry, after its first line. */
const FORMATS = {
  csv: { type: 'text/csv; charset=utf-8', head: `${COLUMNS.join(',')}\r\n`, line: csvLine },
  jsonl: {
    type: 'application/jsonl; charset=utf-8',
    head: '',
    line: ({ id: _, ...record }: LogRecord) => `${JSON.stringify(record)}\n`,
  },
}
type Format = keyof typeof FORMATS

/** Sends everything that a search finds, as it is read. A failure before the first page is an ordinary error. */
export async function sendRecords(
  reply: FastifyReply,
  format: Format,
  store: AuditStore,
  search: Omit<AuditSearch, 'limit'>,
  withErrors: <T>(call: Promise<T>) => Promise<T>,
): Promise<FastifyReply> {
  const page = (after?: AuditEntry) =>
    withErrors(
      store.search({ ...search, limit: PAGE_SIZE, ...(after && { after: { time: after.time, id: after.id } }) }),
    )
  const first = await page()
  reply.header('content-disposition', `attachment; filename="audit-log.${format}"`).type(FORMATS[format].type)
  return reply.send(Readable.from(lines(format, first, page)))
}

async function* lines(
  format: Format,
  first: AuditEntry[],
  page: (after?: AuditEntry) => Promise<AuditEntry[]>,
): AsyncGenerator<string> {
  const { head, line } = FORMATS[format]
  if (head !== '') yield head
  let sent = 0
  for (let entries = first; entries.length > 0 && sent < LOG_ROW_LIMIT; entries = await page(entries.at(-1))) {
    yield entries.map((entry) => line(toRecord(entry))).join('')
    sent += entries.length
    if (entries.length < PAGE_SIZE) return
  }
}

function csvLine(record: LogRecord): string {
  return `${COLUMNS.map((name) => csvValue(record[name])).join(',')}\r\n`
}

/** Quoted, and never a formula: spreadsheets run what begins like one, and clients choose the names of objects. */
function csvValue(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
