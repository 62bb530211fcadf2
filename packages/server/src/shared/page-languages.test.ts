import { expect, test } from 'vitest'
import { acceptedLanguages, languageFor } from './page-languages.ts'

test.each([
  ['de-DE,de;q=0.9,en;q=0.8', ['de-DE', 'de', 'en']],
  ['en;q=0.5, fr, es;q=0', ['fr', 'en']],
  ['', ['']],
])('a browser with %j wants %j', (header, tags) => {
  expect(acceptedLanguages(header)).toEqual(tags)
})

test('the choice of the visitor comes before the languages of the browser', () => {
  const headers = { 'accept-language': 'de' }
  expect(languageFor({ headers, cookies: { 'cooperage-language': 'ja' } }).tag).toBe('ja')
  expect(languageFor({ headers, cookies: { 'cooperage-language': '"><script>' } }).tag).toBe('de')
  expect(languageFor({ headers: {}, cookies: {} }).tag).toBe('en')
})
