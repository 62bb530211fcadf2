import { englishCatalogue } from '@cooperage/contract'
import { expect, test } from 'vitest'
import * as files from './en/index.ts'
import { pseudo } from './pseudo.ts'

test('a text of the pseudo-locale is longer, in brackets, and keeps its values and elements', () => {
  expect(pseudo('Delete <1>{{name}}</1>')).toBe('⟦Délété <1>{{name}}</1> ~ ~⟧')
})

test('no area of the API has the name of a message file, which would take its texts', () => {
  expect(Object.keys(englishCatalogue()).filter((area) => area in files)).toEqual([])
})
