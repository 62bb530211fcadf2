import { queryText } from '../address.ts'

const LOGS = '/logs'

/** `tab`: '' for the error log, `search`, whose search box can have a text. */
export const logsPath = (tab = '', search = '') => `${LOGS}${queryText({ tab, search })}`

/** Log search with what failed yesterday. */
export const FAILED_YESTERDAY_PATH = logsPath('search', 'errors yesterday')

/** What log search is asked for: the keys are those of its search box. Times in seconds since the epoch. */
interface LogQuestion {
  bucket?: string
  object?: string
  api?: string
  user?: string
  request?: string
  onlyErrors?: boolean
  from?: number
  to?: number
}

/** Log search with this in its search box. */
export function logSearchPath({ onlyErrors, from, to, ...values }: LogQuestion): string {
  const words = Object.entries(values).map(([key, value]) => searchWord(key, value.replace(/[\\*?]/g, '\\$&')))
  if (onlyErrors) words.push('errors')
  if (from !== undefined) words.push(`from:${localMinute(Math.floor(from / 60) * 60)}`)
  // The end isn't included.
  if (to !== undefined) words.push(`to:${localMinute(Math.ceil(to / 60) * 60)}`)
  return logsPath('search', words.join(' '))
}

/** A key with its value in the search box: in quotes if it has spaces. */
export function searchWord(key: string, value: string): string {
  return `${key}:${/[\s"]/.test(value) || value === '' ? `"${value.replace(/"/g, '\\"')}"` : value}`
}

/** As an input of type datetime-local shows it: `2026-11-24T08:30`, in the visitor's time zone. */
export function localMinute(seconds: number): string {
  const date = new Date(seconds * 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}
