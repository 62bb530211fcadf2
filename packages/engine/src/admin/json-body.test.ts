import { expect, test } from 'vitest'
import { JsonBodyError, readJsonBody } from './json-body.ts'

const read = (text: string) => readJsonBody(Buffer.from(text))

test('fields that are absent or null are empty', () => {
  const body = read('{"text":null,"policy":null}')
  expect([body.text('text'), body.flag('flag'), body.texts('texts'), body.time('time')]).toEqual([
    '',
    false,
    [],
    undefined,
  ])
  expect([body.raw('policy'), body.raw('other')]).toEqual(['null', undefined])
})

test.each(['', '[]', 'null', '"text"', '{"a":', '{"__proto__"}'])('%j is no body', (text) => {
  expect(() => read(text)).toThrow(JsonBodyError)
})

test('a value of any depth is read or refused', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  expect(() => read(`{"policy":${deep}}`).raw('policy')).toThrow(JsonBodyError)
})
