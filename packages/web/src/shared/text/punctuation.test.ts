import { languageOf } from '@cooperage/contract'
import i18next from 'i18next'
import { afterEach, expect, test, vi } from 'vitest'
import { setLanguage } from '../../messages/language.ts'
import { nameList } from './punctuation.ts'

afterEach(() => {
  setLanguage(languageOf(['en']))
  vi.unstubAllGlobals()
})

test('names in a list stay whole where text runs from right to left', async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await i18next.init({ lng: 'en', resources: { en: { shared: { comma: ', ' } } } })
  const names = ['photos/*', 'a\u202Eb']
  setLanguage(languageOf(['en']))
  expect(nameList(names)).toBe('photos/*, a[U+202E]b')
  setLanguage(languageOf(['ar']))
  expect(nameList(names)).toBe('\u2066photos/*\u2069, \u2066a[U+202E]b\u2069')
})
