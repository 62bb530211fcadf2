import { expect, test } from 'vitest'
import { encodedWords } from './encoded-words.ts'

const asReceived = (text: string) => Buffer.from(text).toString('latin1')

test.each([
  ['plain ASCII, tab\tincluded', 'plain ASCII, tab\tincluded'],
  ['=?UTF-8?B?w6k=?=', '=?UTF-8?B?w6k=?='],
  ['\xe9', '=?UTF-8?q?=E9?='],
  [asReceived('é a=b?c_d'), '=?UTF-8?q?=C3=A9_a=3Db=3Fc=5Fd?='],
  [asReceived('日'.repeat(8)), `=?UTF-8?q?${'=E6=97=A5'.repeat(7)}?= =?UTF-8?q?=E6=97=A5?=`],
])('encodes %j as %s', (value, encoded) => {
  expect(encodedWords(value)).toBe(encoded)
})
