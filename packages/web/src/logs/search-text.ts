/**
 * The search box of log search: `status:403 user:anna bucket:photos yesterday`. What it says is the same as the filters below it
 * say: each of the two follows the other.
 */
import type { LogFilterField } from '@cooperage/contract'
import { localMinute, searchWord } from '../navigation/paths/logs.ts'
import { readMinute } from '../shared/fields/calendar-date.ts'
import { EMPTY_FORM, type SearchForm, yesterday } from './search-form.ts'

/** The keys of the box, and the filters that they fill. */
const SEARCH_KEYS = {
  status: 'status',
  user: 'user',
  bucket: 'bucket',
  object: 'object',
  api: 'api_name',
  code: 'error_code',
  key: 'access_key',
  ip: 'remote_host',
  agent: 'user_agent',
  request: 'request_id',
  reason: 'response_status',
} as const satisfies Record<string, LogFilterField | 'status'>
type SearchKey = keyof typeof SEARCH_KEYS
export const KEY_NAMES = Object.keys(SEARCH_KEYS) as SearchKey[]

/** Words that stand alone. */
export const SEARCH_WORDS = ['errors', 'today', 'yesterday', 'background', 'no-console'] as const

/** A word that isn't understood, as it was typed. */
type TextProblem = { word: string }

const MINUTES = { m: 1, h: 60, d: 1440, w: 10_080 } as const

/** What a text says, as the form has it. `now` decides what today is. */
export function formOfText(text: string, now: Date): { form: SearchForm; problem?: TextProblem } {
  let form: SearchForm = EMPTY_FORM
  for (const { word, key, value } of wordsOf(text)) {
    const next = key === undefined ? withWord(form, value, now) : withValue(form, key, value, now)
    if (next === undefined) return { form, problem: { word } }
    form = next
  }
  return { form }
}

/** The text that says what the form has. */
export function textOfForm(form: SearchForm): string {
  const words = KEY_NAMES.flatMap((key) => {
    const name = SEARCH_KEYS[key]
    const value = name === 'status' ? form.status : typed(form.filters[name])
    return value === '' ? [] : [searchWord(key, value)]
  })
  if (form.onlyErrors) words.push('errors')
  if (form.start !== '') words.push(`from:${form.start}`)
  if (form.end !== '') words.push(`to:${form.end}`)
  if (form.showsBackground) words.push('background')
  if (form.hidesConsole) words.push('no-console')
  return words.join(' ')
}

interface Word {
  word: string
  key: string | undefined
  value: string
}

/** The words of a text; quotes keep spaces together, and a backslash keeps a quote. */
function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(/(?:([\w-]+):)?(?:"((?:[^"\\]|\\.)*)"?|(\S+))/g), ([word, key, quoted, plain]) => ({
    word,
    key,
    value: quoted?.replaceAll('\\"', '"') ?? plain ?? '',
  }))
}

/** In the box, `*` stands for any characters and `?` for one; in a filter that is `*` and `.`. */
function pattern(value: string): string {
  return value.replace(/\\(.?)|[.?]/g, (found, escaped: string | undefined) =>
    found === '?' ? '.' : found === '.' ? '\\.' : `\\${escaped || '\\'}`,
  )
}

function typed(filter: string): string {
  return filter.replace(/\\(.?)|[.?]/g, (found, escaped: string | undefined) => {
    if (found === '.') return '?'
    if (found === '?') return '\\?'
    return escaped === '*' || escaped === '\\' ? `\\${escaped}` : (escaped ?? '')
  })
}

/** Undefined for a value that the key doesn't have. */
function withValue(form: SearchForm, key: string, value: string, now: Date): SearchForm | undefined {
  if (key === 'last') return withLast(form, value, now)
  if (key === 'from' || key === 'to') return withTime(form, key === 'from' ? 'start' : 'end', value)
  if (key === 'status') return /^[1-5](\d\d|xx)$/.test(value) ? { ...form, status: value } : undefined
  if (!Object.hasOwn(SEARCH_KEYS, key)) return undefined
  const field = SEARCH_KEYS[key as Exclude<SearchKey, 'status'>]
  return { ...form, filters: { ...form.filters, [field]: pattern(value) } }
}

/** A word without a key: one that stands alone, a status, or a part of the object's name. */
function withWord(form: SearchForm, word: string, now: Date): SearchForm | undefined {
  switch (word) {
    case 'errors':
      return { ...form, onlyErrors: true }
    case 'background':
      return { ...form, showsBackground: true }
    case 'no-console':
      return { ...form, hidesConsole: true }
    case 'yesterday':
      return { ...form, ...yesterday(now) }
    case 'today':
      return { ...form, start: yesterday(now).end, end: '' }
  }
  if (/^[1-5]\d\d$/.test(word)) return { ...form, status: word }
  // One that is being typed.
  if (word === '') return form
  return { ...form, filters: { ...form.filters, object: pattern(`*${word}*`) } }
}

function withLast(form: SearchForm, value: string, now: Date): SearchForm | undefined {
  const [, count, unit] = /^(\d{1,4})([mhdw])$/.exec(value) ?? []
  if (count === undefined) return undefined
  const minutes = Number(count) * MINUTES[unit as keyof typeof MINUTES]
  return { ...form, start: localMinute(now.getTime() / 1000 - minutes * 60), end: '' }
}

/** A day, or a minute of a day. */
function withTime(form: SearchForm, field: 'start' | 'end', value: string): SearchForm | undefined {
  const [, day, minute = 'T00:00'] = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d)?$/.exec(value) ?? []
  const time = readMinute(`${day}${minute}`)
  return time === undefined ? undefined : { ...form, [field]: time }
}
