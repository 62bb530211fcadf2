import { LOG_FILTER_FIELDS, type LogFilterField } from '@cooperage/contract'

/** What the visitor typed. Times as a field of the browser has them: local, without a zone, '' for none. */
export interface SearchForm {
  filters: Readonly<Record<LogFilterField, string>>
  start: string
  end: string
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
  },
  start: '',
  end: '',
}

/** Fields that are always shown; the others are behind a button. */
export const FIRST_FIELDS = [
  'bucket',
  'object',
  'api_name',
  'response_status',
] as const satisfies readonly LogFilterField[]
export const MORE_FIELDS = LOG_FILTER_FIELDS.filter((field) => !FIRST_FIELDS.some((first) => first === field))

export interface LogCriteria {
  fp: string[]
  order: 'timeDesc' | 'timeAsc'
  timeStart?: string
  timeEnd?: string
}

/** The query of a search: an empty field doesn't filter. */
export function criteriaOf({ filters, start, end }: SearchForm, order: LogCriteria['order']): LogCriteria {
  return {
    fp: LOG_FILTER_FIELDS.filter((field) => filters[field] !== '').map((field) => `${field}:${filters[field]}`),
    order,
    ...(start !== '' && { timeStart: new Date(start).toISOString() }),
    ...(end !== '' && { timeEnd: new Date(end).toISOString() }),
  }
}

export type FormProblem = 'backslash' | 'times'

/** Why the form can't be searched for. */
export function problemOf({ filters, start, end }: SearchForm): FormProblem | undefined {
  // An odd number of backslashes at the end: the last one escapes nothing.
  const isCutOff = Object.values(filters).some((value) => (/\\+$/.exec(value)?.[0].length ?? 0) % 2 === 1)
  if (isCutOff) return 'backslash'
  return start !== '' && end !== '' && start >= end ? 'times' : undefined
}
