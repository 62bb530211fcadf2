import { LOG_APIS, type LogRecord } from '@cooperage/contract'
import { searchWord } from '../navigation/paths/logs.ts'
import { KEY_NAMES, SEARCH_WORDS } from './search-text.ts'

const SHOWN = 12
const TIMES = ['last:1h', 'last:24h', 'last:7d']
const STATUSES = ['403', '404', '4xx', '5xx', '500', '503', '200']

type Seen = Pick<LogRecord, 'bucket' | 'access_key' | 'parent_user' | 'error_code' | 'remote_host'>

/** The whole text with its last word completed in several ways: keys, words, and values of entries that were found. */
export function suggestionsFor(text: string, records: readonly Seen[]): string[] {
  const [, before = '', word = ''] = /^(.*?)(\S*)$/s.exec(text) ?? []
  const colon = word.indexOf(':')
  const key = word.slice(0, Math.max(0, colon))
  const typed = word.slice(colon + 1).toLowerCase()
  const found =
    colon < 0
      ? [...KEY_NAMES.map((name) => `${name}:`), ...SEARCH_WORDS, ...TIMES].filter((one) => one.startsWith(typed))
      : valuesOf(key, records)
          .filter((value) => value.toLowerCase().includes(typed))
          .map((value) => searchWord(key, value))
  return found
    .filter((one) => one !== word)
    .slice(0, SHOWN)
    .map((one) => before + one)
}

function valuesOf(key: string, records: readonly Seen[]): string[] {
  const seen = (value: (record: Seen) => string) => [...new Set(records.map(value))].filter(Boolean).sort()
  switch (key) {
    case 'api':
      return [...LOG_APIS]
    case 'status':
      return STATUSES
    case 'bucket':
      return seen(({ bucket }) => bucket)
    case 'user':
      return seen(({ parent_user, access_key }) => parent_user || access_key)
    case 'code':
      return seen(({ error_code }) => error_code)
    case 'ip':
      return seen(({ remote_host }) => remote_host)
    case 'last':
      return TIMES.map((time) => time.slice('last:'.length))
    default:
      return []
  }
}
