import { describe, expect, test } from 'vitest'
import { covers, intersects, literal, matches, matchesWildcard, pattern } from './wildcard.ts'

test.each([
  ['*', '', true],
  ['', '', true],
  ['', 'a', false],
  ['a*', 'a', true],
  ['a?', 'a', false],
  ['a?c', 'abc', true],
  ['photos/*', 'photos/2026/a.jpg', true],
  ['photos/*', 'photos', false],
  ['*.jpg', 'a.jpg.jpg', true],
  ['*a*b', 'xxaxxbxx', false],
  ['s3:Get*', 's3:GetObject', true],
  ['A', 'a', false],
  ['é*', 'éa', true],
  ['?', 'é', false],
  ['??', 'é', true],
])('%j and %j: %s', (wildcard, text, expected) => {
  expect(matchesWildcard(wildcard, text)).toBe(expected)
})

describe('takes time linear in the text:', () => {
  test.each([
    ['many stars', `${'a*'.repeat(100)}b`, 200_000],
    ['a long part that almost matches everywhere', `*${'a'.repeat(1_000)}b*`, 200_000],
    ['a long part with question marks', `*${'?a'.repeat(500)}b*`, 200_000],
    ['a run of stars', `${'*'.repeat(10_000)}b`, 200_000],
  ])('%s', (_, wildcard, length) => {
    const before = process.threadCpuUsage()
    expect(matchesWildcard(wildcard, 'a'.repeat(length))).toBe(false)
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(150)
  })
})

test.each([
  [`*${'ab'.repeat(40)}c*d`, `x${'ab'.repeat(60)}c-d`, true],
  [`*${'ab'.repeat(40)}c*cd`, `x${'ab'.repeat(60)}cd`, false],
  [`*${'a?'.repeat(40)}c*`, `${'ab'.repeat(39)}c${'ab'.repeat(39)}axc`, true],
  ['a*a', 'a', false],
  ['a*b*a', 'aba', true],
  ['*a*a*', 'a', false],
  ['*ab*ba*', 'aba', false],
  ['*ab*ba*', 'abba', true],
])('%j and %j, whose parts are long or overlap: %s', (wildcard, text, expected) => {
  expect(matchesWildcard(wildcard, text)).toBe(expected)
})

test('a literal star isn’t a wildcard', () => {
  expect(matches(literal('*'), 'a')).toBe(false)
  expect(matches(literal('*'), '*')).toBe(true)
})

describe('two patterns', () => {
  const all = ['', '*', '?', 'a', 'b', 'ab', 'a*', '*a', '*b', 'a?', '?a', 'a*b', '*a*', 'a*b*', '??', '*?', 'ab*']
  const texts = ['']
  for (let length = 1, from = 0; length <= 4; length++) {
    const end = texts.length
    for (; from < end; from++) texts.push(`${texts[from]}a`, `${texts[from]}b`, `${texts[from]}c`)
  }
  const pairs = all.flatMap((a) => all.map((b) => [a, b] as const))
  const matchedBy = (one: string) => new Set(texts.filter((text) => matchesWildcard(one, text)))

  test.each(pairs)('%j and %j meet exactly when a text matches both', (a, b) => {
    const ofA = matchedBy(a)

    expect(intersects(pattern(a), pattern(b))).toBe([...matchedBy(b)].some((text) => ofA.has(text)))
  })

  test.each(pairs)('%j is never wrongly said to cover %j', (a, b) => {
    const ofA = matchedBy(a)

    if (covers(pattern(a), pattern(b))) expect([...matchedBy(b)].every((text) => ofA.has(text))).toBe(true)
  })

  test.each([
    ['*', 'b/*', true],
    ['b/*', 'b/a/*', true],
    ['b/*', 'b/', true],
    ['b/a*', 'b/*', false],
    ['b/*', '*', false],
    ['b/?', 'b/*', false],
    ['b/*', 'b/?x*', true],
    ['*/secret/*', 'b/secret/*', true],
  ])('%j covers %j: %s', (outer, inner, expected) => {
    expect(covers(pattern(outer), pattern(inner))).toBe(expected)
  })
})
