/** The files of the languages, which contributors write: for the build, tests and `npm run messages`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A message, or messages by their names. */
export interface Messages {
  readonly [name: string]: string | Messages
}
/** The messages of a language by file. */
export type Translation = ReadonlyMap<string, Messages>

/** The file of the API's sentences, which has their areas instead of one namespace. */
export const API_FILE = 'api.json'
/** Areas of the API that only pages after the first ones show, only after a request, or only the pages that the server writes. */
export const LATER_AREAS: ReadonlySet<string> = new Set([
  'alert',
  'clusterTask',
  'detail',
  'feature',
  'linkName',
  'objectTags',
  'parity',
  'factorReason',
  'serverPage',
  'shareExpiry',
  'tenant',
  'tenantSize',
])
const PLURAL = /_(zero|one|two|few|many|other)$/
/** What has to be the same in every language: values and elements. */
const MARKS = /\{\{[^}]*\}\}|<[^>]*>|\$t\([^)]*\)/g
/** What needn't be translated: values, code and short words. */
const NO_WORDS = /\{\{[^}]*\}\}|`[^`]*`/g
/** Of a plural, as text. */
const NUMBER = '{{number}}'
/** Separates the names of groups in a path: keys of the API have dots. */
const IN = ' › '

/** English texts of more than two words that a language may keep: names, and the date of a header. */
const KEPT = new Set([
  'license.json › agplTitle',
  'object-detail.json › metadata › expiresExample',
  'log-search.json › boxExample',
  'tenant-wizard.json › encryption › typeHints › aws',
  'tenant-wizard.json › encryption › typeHints › gcp',
])

export function folderOf(tag: string): string {
  return join(import.meta.dirname, '..', 'src', 'messages', tag)
}

/** `tenantWizard` is in `tenant-wizard.json`. */
export function fileOf(namespace: string): string {
  return `${namespace.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.json`
}

/** The messages of a language, as far as it has them. */
export function readTranslation(tag: string): Translation {
  const folder = folderOf(tag)
  if (!existsSync(folder)) return new Map()
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  return new Map(files.map((file) => [file, JSON.parse(readFileSync(join(folder, file), 'utf8')) as Messages]))
}

/** Messages by namespace, as the page has them. */
export function namespacesOf(translation: Translation): Record<string, Messages> {
  const pairs = [...translation].flatMap(([file, messages]) => {
    if (file === API_FILE) return Object.entries(messages) as [string, Messages][]
    const namespace = file.slice(0, -'.json'.length).replace(/-./g, (part) => part.slice(1).toUpperCase())
    return [[namespace, messages] as const]
  })
  return Object.fromEntries(pairs)
}

/** English in the same form. */
export function englishTranslation(
  files: Readonly<Record<string, Messages>>,
  catalogue: Readonly<Record<string, Messages>>,
): Translation {
  const pages = Object.entries(files).map(([namespace, messages]) => [fileOf(namespace), messages] as const)
  return new Map([...pages, [API_FILE, catalogue]])
}

/** The English messages that a language has to have: of a plural one for each form of the language. */
export function expectedMessages(english: Messages, tag: string): Messages {
  const forms = new Intl.PluralRules(tag).resolvedOptions().pluralCategories
  const pairs = Object.entries(english).flatMap(([name, message]): [string, string | Messages][] => {
    if (typeof message === 'object') return [[name, expectedMessages(message, tag)]]
    const form = PLURAL.exec(name)?.[1]
    const stem = name.replace(PLURAL, '')
    const other = english[`${stem}_other`]
    if (form === undefined || other === undefined) return [[name, message]]
    // One for zero that English has, all languages have.
    if (form === 'zero') return [[name, message]]
    if (form !== 'other') return []
    return forms.map((one) => [`${stem}_${one}`, (one === 'one' && english[`${stem}_one`]) || other])
  })
  return Object.fromEntries(pairs)
}

/** What is missing in a language, and what can't be right; empty if nothing. */
export function problemsOf(english: Translation, translation: Translation, tag: string): string[] {
  const wanted = flat([...english].map(([file, messages]) => [file, expectedMessages(messages, tag)]))
  const has = flat([...translation])
  const unknown = [...has.keys()]
    .filter((path) => !wanted.has(path))
    .map((path) => `${path}: English has no such message`)
  return [...[...wanted].flatMap(([path, message]) => problemOf(path, message, has.get(path)) ?? []), ...unknown]
}

function problemOf(path: string, english: string, message: string | undefined): string | undefined {
  if (message === undefined || (message.trim() === '' && english.trim() !== '')) return `${path}: missing`
  const has = marksOf(message)
  const wanted = marksOf(english)
  // "no object", "two objects": the number itself may be left out, or be there where English names the only one.
  const isFixedNumber = /_(zero|one|two)$/.test(path)
  const isSame = isFixedNumber
    ? has.every((mark) => wanted.includes(mark) || mark === NUMBER)
    : has.join() === wanted.join()
  if (!isSame) return `${path}: has ${has.join(' ') || 'no values'}, English has ${wanted.join(' ') || 'none'}`
  const words = english.replace(NO_WORDS, '').match(/[A-Za-z]{3,}/g) ?? []
  return message === english && words.length > 2 && !KEPT.has(path) ? `${path}: not translated: ${english}` : undefined
}

function marksOf(message: string): string[] {
  return (message.match(MARKS) ?? []).sort()
}

function flat(pairs: readonly (readonly [string, string | Messages])[]): Map<string, string> {
  return new Map(
    pairs.flatMap(([path, message]): [string, string][] =>
      typeof message === 'string'
        ? [[path, message]]
        : [...flat(Object.entries(message).map(([name, one]) => [`${path}${IN}${name}`, one]))],
    ),
  )
}
