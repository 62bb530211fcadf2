import { expect, test } from 'vitest'
import { JsonBodyError, readJsonBody } from './json-body.ts'

const read = (text: string) => readJsonBody(Buffer.from(text))

test('missing and null fields are empty', () => {
  const body = read('{"text":null,"policy":null}')
  expect([body.text('text'), body.flag('flag'), body.texts('texts'), body.time('time')]).toEqual([
    '',
    false,
    [],
    undefined,
  ])
  expect([body.raw('policy'), body.raw('other')]).toEqual(['null', undefined])
})

test.each(['', '[]', 'null', '"text"', '{"a":', '{"__proto__"}'])('rejects the body %j', (text) => {
  expect(() => read(text)).toThrow(JsonBodyError)
})

test('rejects a body with too many levels', () => {
  const nested = (levels: number) => `{"policy":${'['.repeat(levels)}${']'.repeat(levels)}}`
  expect(read(nested(99)).raw('policy')).toMatch(/^\[{99}/)
  for (const levels of [101, 100_000]) expect(() => read(nested(levels))).toThrow(JsonBodyError)
})
