import { expect, test } from 'vitest'
import { joinList, separatorOf, splitList } from './list-value.ts'

test('lines become one value, without blank ones', () =>
  expect(joinList(' .txt\n\n.log , .csv\n')).toBe('.txt,.log,.csv'))
test('a value becomes lines', () => expect(splitList('.txt,.log,,')).toEqual(['.txt', '.log']))
test('an empty list is an empty value', () => {
  expect(joinList('\n \n')).toBe('')
  expect(splitList('')).toEqual([])
})
test('distinguished names are separated by semicolons', () => {
  const separator = separatorOf('";" separated list of user search base DNs e.g. "dc=myldapserver,dc=com"')
  const lines = 'ou=people,dc=example\n\nou=staff,dc=example'
  expect(joinList(lines, separator)).toBe('ou=people,dc=example;ou=staff,dc=example')
  expect(splitList('ou=people,dc=example;ou=staff,dc=example', separator).join('\n')).toBe(lines.replace('\n\n', '\n'))
  expect(separatorOf('"," separated list of user DN attributes')).toBe(',')
})
