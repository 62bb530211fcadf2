import { describe, expect, test } from 'vitest'
import { JsonBodyError } from './json-body.ts'
import { readJsonEntries } from './json-entries.ts'

const LIMITS = { maxEntries: 1000, maxEntryBytes: 1000 }
const read = (text: string, limits = LIMITS) => readJsonEntries(Buffer.from(text), limits)

test.each([
  '{}',
  ' { } \n',
  '{"a":1}',
  '{ "a" : {"b":[1,{"c":"}],\\"{"}]} , "ü":"\\\\", "c":null }',
  '{"a":1,"b":2,"a":3}',
  '{"a\\"b":"x,y","__proto__":{"d":[[],[]]}}',
  '{"a":"\\u007d","b":"😀"}',
])('reads %s as JSON.parse does', async (text) => {
  expect(await read(text)).toEqual(Object.entries(JSON.parse(text)))
})

test.each([
  '',
  ' ',
  '[]',
  'null',
  '"a"',
  '{',
  '{"a":1',
  '{"a":"}',
  '{"a":1,}',
  '{,"a":1}',
  '{"a":1,,"b":2}',
  '{"a"}',
  '{a:1}',
  '{"a":1]',
  '{"a":1}}',
  '{"a":1} x',
  '{"a":[1}',
  '{"a":1 "b":2}',
  '{"a":1}{"b":2}',
  '{"a":"\\',
])('refuses %j, as JSON.parse does or because it is no object', async (text) => {
  await expect(read(text)).rejects.toThrow(JsonBodyError)
})

describe('limits', () => {
  test('the entries', async () => {
    const text = `{${Array.from({ length: 1001 }, (_, at) => `"k${at}":0`).join(',')}}`
    await expect(read(text)).rejects.toThrow('it has more than 1000 entries')
  })

  test('an entry', async () => {
    await expect(read(`{"a":"${'x'.repeat(1000)}"}`)).rejects.toThrow('an entry is longer than 1000 bytes')
    await expect(read(`{"a":${' '.repeat(2000)}1}`)).rejects.toThrow('an entry is longer than 1000 bytes')
  })

  test('the levels', async () => {
    await expect(read(`{"a":${'['.repeat(200)}${']'.repeat(200)}}`)).rejects.toThrow('more than 100 levels')
  })
})

test('serves others while it reads', async () => {
  let isServed = false
  setImmediate(() => {
    isServed = true
  })
  const text = `{${Array.from({ length: 90_000 }, (_, at) => `"k${at}":{"a":["b"]}`).join(',')}}`
  await read(text, { maxEntries: 100_000, maxEntryBytes: 1000 })
  expect(isServed).toBe(true)
})
