import { expect, test } from 'vitest'
import { languageOf } from './languages.ts'

test.each([
  [['de-AT', 'en'], 'de'],
  [['pt-BR', 'es-MX', 'en'], 'es'],
  [['zh-CN'], 'zh-Hans'],
  [['zh-TW', 'zh', 'en'], 'zh-Hans'],
  [['zh-HK', 'fr'], 'fr'],
  [['*', '', '…'], 'en'],
  [[], 'en'],
])('of %j it is %s', (wanted, tag) => {
  expect(languageOf(wanted).tag).toBe(tag)
})
