import { AppError, LOG_FILTER_FIELDS, reasonText } from '@cooperage/contract'
import { CONSOLE_USER_AGENT } from '@cooperage/wire'
import type { AuditFilter, AuditSearch } from '../shared/audit-store/audit-store.ts'
import { storable } from '../shared/audit-store/read-entries.ts'
import { parsePattern } from '../shared/audit-store/wildcards.ts'
import { microsecondsOf } from './records.ts'

type Hidden = 'background' | 'console'

interface Criteria {
  fp?: string | string[] | undefined
  hide?: Hidden | Hidden[] | undefined
  errors: boolean
  status?: string | undefined
  order: 'timeDesc' | 'timeAsc'
  timeStart?: string | undefined
  timeEnd?: string | undefined
}

/** The search that a query describes. @throws AppError InvalidInput for an invalid filter */
export function searchOf({
  fp = [],
  hide = [],
  errors,
  status,
  order,
  timeStart,
  timeEnd,
}: Criteria): Omit<AuditSearch, 'limit'> {
  return {
    filters: [fp].flat().map(parseFilter),
    hidesBackground: [hide].flat().includes('background'),
    ...([hide].flat().includes('console') && { hidesAgent: CONSOLE_USER_AGENT }),
    onlyErrors: errors,
    ...(status !== undefined && { statuses: statusesOf(status) }),
    descending: order === 'timeDesc',
    ...(timeStart !== undefined && { from: microsecondsOf(timeStart) }),
    ...(timeEnd !== undefined && { until: microsecondsOf(timeEnd) }),
  }
}

/** The first status and the last one: `4xx` is all of a class. */
function statusesOf(status: string): [first: number, last: number] {
  return [Number(status.replace('xx', '00')), Number(status.replace('xx', '99'))]
}

/** `field:value`; the value may contain colons. */
export function parseFilter(text: string): AuditFilter {
  const colon = text.indexOf(':')
  const field = LOG_FILTER_FIELDS.find((name) => name === text.slice(0, Math.max(0, colon)))
  if (field === undefined) {
    throw new AppError('InvalidInput', {
      reason: reasonText('filterIsFieldValue', { fields: LOG_FILTER_FIELDS.join(', ') }),
    })
  }
  const value = storable(text.slice(colon + 1))
  try {
    parsePattern(value)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new AppError('InvalidInput', {
      reason: reasonText('singleBackslash', { field }),
    })
  }
  return { field, value }
}
