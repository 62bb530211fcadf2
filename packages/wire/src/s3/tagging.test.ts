import { describe, expect, test } from 'vitest'
import { parseTagging, parseTaggingHeader, writeTagging, writeTaggingHeader } from './tagging.ts'

const document = (...tags: [string, string][]) =>
  `<Tagging><TagSet>${tags.map(([key, value]) => `<Tag><Key>${key}</Key><Value>${value}</Value></Tag>`).join('')}</TagSet></Tagging>`
const many = (count: number) => Array.from({ length: count }, (_, index): [string, string] => [`k${index}`, 'v'])
const refusal = (code: string, message: string) => expect.objectContaining({ code, status: 400, message })

const KEY_INVALID = refusal('InvalidTag', 'The TagKey you have provided is invalid')
const VALUE_INVALID = refusal('InvalidTag', 'The TagValue you have provided is invalid')

describe('a tagging document', () => {
  test('round-trips in key order', () => {
    const written = writeTagging({ b: '1', a: '' })
    expect(written).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<Tagging><TagSet><Tag><Key>a</Key><Value></Value></Tag><Tag><Key>b</Key><Value>1</Value></Tag></TagSet></Tagging>',
    )
    expect(parseTagging(written, 'object')).toEqual({ a: '', b: '1' })
  })

  test('may be empty, have a namespace, and have a tag without a value', () => {
    expect(parseTagging('<Tagging/>', 'object')).toEqual({})
    expect(
      parseTagging(
        '<Tagging xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><TagSet><Tag><Key>a</Key></Tag></TagSet></Tagging>',
        'bucket',
      ),
    ).toEqual({ a: '' })
  })

  test('keeps keys that are special in JavaScript', () => {
    const tags = parseTagging(document(['__proto__', '1'], ['constructor', '2']), 'object')
    expect(Object.entries(tags)).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ])
  })

  test('contains up to ten tags for an object and fifty for a bucket', () => {
    expect(Object.keys(parseTagging(document(...many(10)), 'object'))).toHaveLength(10)
    expect(Object.keys(parseTagging(document(...many(50)), 'bucket'))).toHaveLength(50)
    expect(() => parseTagging(document(...many(11)), 'object')).toThrow(
      refusal('BadRequest', 'Tags cannot be more than 10'),
    )
    expect(() => parseTagging(document(...many(51)), 'bucket')).toThrow(
      refusal('BadRequest', 'Tags cannot be more than 50'),
    )
  })

  test.each<[string, [string, string][], ReturnType<typeof refusal>]>([
    ['an empty key', [['', '1']], KEY_INVALID],
    ['a key of 129 characters', [['k'.repeat(129), '1']], KEY_INVALID],
    ['a value of 257 characters', [['k', 'v'.repeat(257)]], VALUE_INVALID],
    ['another character in a key', [['a*b', '1']], KEY_INVALID],
    ['a line break in a key', [['a\nb', '1']], KEY_INVALID],
    ['a letter with an accent in a value', [['a', 'é']], VALUE_INVALID],
    [
      'a key twice',
      [
        ['a', '1'],
        ['a', '2'],
      ],
      refusal('InvalidTag', 'Cannot provide multiple Tags with the same key'),
    ],
  ])('is rejected for %s', (_, tags, expected) => {
    expect(() => parseTagging(document(...tags), 'object')).toThrow(expected)
  })

  test.each(['', 'text', '<Tagging>', '<Tags/>', '<Tagging><TagSet/><TagSet/></Tagging>'])('is not %j', (text) => {
    expect(() => parseTagging(text, 'object')).toThrow(expect.objectContaining({ code: 'MalformedXML', status: 400 }))
  })
})

describe('tags in a header', () => {
  test.each([
    ['', {}],
    ['a=1&b=2', { a: '1', b: '2' }],
    ['a+b=c%20d', { 'a b': 'c d' }],
    ['a', { a: '' }],
    ['&&a=b=c&', { a: 'b=c' }],
  ])('%j are parsed', (text, tags) => {
    expect(parseTaggingHeader(text)).toEqual(tags)
  })

  test('round-trip', () => {
    const tags = { 'a b': '+&=/', c: '' }
    expect(writeTaggingHeader({ c: '', 'a b': '+=/' })).toBe('a+b=%2B%3D%2F&c=')
    expect(() => parseTaggingHeader(writeTaggingHeader(tags))).toThrow(VALUE_INVALID)
    expect(parseTaggingHeader(writeTaggingHeader({ c: '', 'a b': '+=/' }))).toEqual({ c: '', 'a b': '+=/' })
  })

  test.each([
    ['a=%zz', 'InvalidArgument'],
    ['a=%ff', 'InvalidArgument'],
    ['a=1&a=2', 'InvalidTag'],
    ['=1', 'InvalidTag'],
    ['a=1;b=2', 'InvalidTag'],
    [
      many(11)
        .map((pair) => pair.join('='))
        .join('&'),
      'BadRequest',
    ],
  ])('%j are rejected', (text, code) => {
    expect(() => parseTaggingHeader(text)).toThrow(expect.objectContaining({ code, status: 400 }))
  })
})
