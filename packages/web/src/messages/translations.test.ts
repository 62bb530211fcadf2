import { readdirSync } from 'node:fs'
import { englishCatalogue, LANGUAGES } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { englishTranslation, expectedMessages, problemsOf, readTranslation } from '../../build/translations.ts'
import * as files from './en/index.ts'

const english = englishTranslation(files, englishCatalogue())
const translated = LANGUAGES.filter(({ tag }) => tag !== 'en')

test.each(translated)('$name has every message, with its values, in the plural forms of the language', ({ tag }) => {
  expect(problemsOf(english, readTranslation(tag), tag)).toEqual([])
})

/** A plain space where French has one that doesn't break, or the other one of the two; `*, ?` and `_ : /` list characters. */
const FRENCH_SPACES = /[\p{L}\d})»…] (?:[:;!](?=\s|$)|\?(?=\s\p{Lu}|$))|« | »|\u00A0[;!?]|\u202F[:»]|«\u202F/u

test.each(['Fini : non', 'Fini ; non', 'Fini ?', 'Fini !', '« a »', 'Fini\u00A0?', 'Fini\u202F: non'])(
  '%j is found to lack a French space',
  (text) => expect(text).toMatch(FRENCH_SPACES),
)

test('French has a space that doesn’t break before : ; ! ? and inside « »', () => {
  const texts = (messages: object): string[] =>
    Object.values(messages).flatMap((message) => (typeof message === 'string' ? [message] : texts(message)))
  const all = [...readTranslation('fr').values()].flatMap(texts)
  expect(all.length).toBeGreaterThan(5000)
  expect(all.filter((text) => FRENCH_SPACES.test(text))).toEqual([])
})

test('there is a folder for each language of the list', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(folders.map(({ name }) => name).sort()).toEqual(LANGUAGES.map(({ tag }) => tag).sort())
})

test('what is missing, changed or left in English is found', () => {
  const source = new Map([
    [
      'a.json',
      {
        title: 'Delete {{name}}',
        text: 'Everything has been deleted',
        group: { count_one: '{{number}} row', count_other: '{{number}} rows' },
      },
    ],
  ])
  const problems = (messages: object) => problemsOf(source, new Map([['a.json', messages as never]]), 'de')
  const complete = {
    title: '{{name}} löschen',
    text: 'Weg.',
    group: { count_one: 'Eine Zeile', count_other: '{{number}} Zeilen' },
  }
  expect(problems(complete)).toEqual([])
  expect(
    problems({
      ...complete,
      title: 'Löschen',
      text: 'Everything has been deleted',
      group: { count_other: '{{m}}' },
      more: '',
    }),
  ).toEqual([
    'a.json › title: has no values, English has {{name}}',
    'a.json › text: not translated: Everything has been deleted',
    'a.json › group › count_one: missing',
    'a.json › group › count_other: has {{m}}, English has {{number}}',
    'a.json › more: English has no such message',
  ])
})

test('a plural has the forms of the language, and one for zero that English has', () => {
  const forms = (tag: string) => Object.keys(expectedMessages({ n_zero: '', n_one: '', n_other: '' }, tag))
  expect(forms('ja')).toEqual(['n_zero', 'n_other'])
  expect(forms('ar').sort()).toEqual(['n_few', 'n_many', 'n_one', 'n_other', 'n_two', 'n_zero'])
})
