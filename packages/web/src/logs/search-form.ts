import { LOG_FILTER_FIELDS, LOG_PAGE_SIZE, type LogFilterField } from '@cooperage/contract'
import { localMinute } from '../navigation/paths/logs.ts'

/** What the visitor typed. Times as a field of the browser has them: local, without a zone, '' for none. */
export interface SearchForm {
  filters: Readonly<Record<LogFilterField, string>>
  /** `403`, or all of a class: `4xx`; '' for any. */
  status: string
  start: string
  end: string
  onlyErrors: boolean
  /** Entries that the server makes about its own work drown the rest, so they are left out at first. */
  showsBackground: boolean
  hidesConsole: boolean
}

export const EMPTY_FORM: SearchForm = {
  filters: {
    bucket: '',
    object: '',
    api_name: '',
    request_id: '',
    user_agent: '',
    response_status: '',
    remote_host: '',
    access_key: '',
    error_code: '',
    user: '',
  },
  status: '',
  start: '',
  end: '',
  onlyErrors: false,
  showsBackground: false,
  hidesConsole: false,
}

/** Fields that are always shown; the others are behind a button. */
export const FIRST_FIELDS = [
  'bucket',
  'object',
  'api_name',
  'error_code',
  'user',
] as const satisfies readonly LogFilterField[]
export const MORE_FIELDS = LOG_FILTER_FIELDS.filter((field) => !FIRST_FIELDS.some((first) => first === field))

export interface LogCriteria {
  fp: string[]
  order: 'timeDesc' | 'timeAsc'
  timeStart?: string
  timeEnd?: string
  hide?: ('background' | 'console')[]
  errors?: true
  status?: string
}

/** The query of a search: an empty field doesn't filter. */
export function criteriaOf(form: SearchForm, order: LogCriteria['order']): LogCriteria {
  const { status, start, end, onlyErrors, showsBackground, hidesConsole } = form
  // Codes have no spaces: "Access Denied" is meant to find AccessDenied.
  const filters = { ...form.filters, error_code: form.filters.error_code.replaceAll(' ', '') }
  return {
    fp: LOG_FILTER_FIELDS.filter((field) => filters[field] !== '').map((field) => `${field}:${filters[field]}`),
    hide: [...(showsBackground ? [] : ['background' as const]), ...(hidesConsole ? ['console' as const] : [])],
    ...(onlyErrors && { errors: true }),
    ...(status !== '' && { status }),
    order,
    ...(start !== '' && { timeStart: new Date(start).toISOString() }),
    ...(end !== '' && { timeEnd: new Date(end).toISOString() }),
  }
}

/** The query of a page of results: the first, or the one that continues after an entry. */
export function pageQuery(criteria: LogCriteria, after: string | undefined) {
  return {
    q: 'reqinfo' as const,
    ...criteria,
    pageSize: LOG_PAGE_SIZE,
    pageNo: 0,
    ...(after !== undefined && { after }),
  }
}

/** The day before `now`, from midnight to midnight, as the fields have it. */
export function yesterday(now: Date): Pick<SearchForm, 'start' | 'end'> {
  const midnight = (daysAgo: number) =>
    localMinute(new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo).getTime() / 1000)
  return { start: midnight(1), end: midnight(0) }
}

/** A value that is meant as it is: the form's wildcards are escaped. */
export function literally(value: string): string {
  return value.replace(/[*.\\]/g, '\\$&')
}

type FormProblem = 'backslash' | 'times'

/** Why the form can't be searched for. */
export function problemOf({ filters, start, end }: SearchForm): FormProblem | undefined {
  // An odd number of backslashes at the end: the last one escapes nothing.
  const isCutOff = Object.values(filters).some((value) => (/\\+$/.exec(value)?.[0].length ?? 0) % 2 === 1)
  if (isCutOff) return 'backslash'
  return start !== '' && end !== '' && start >= end ? 'times' : undefined
}
