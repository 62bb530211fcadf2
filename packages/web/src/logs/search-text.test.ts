import { expect, test } from 'vitest'
import { logSearchPath } from '../navigation/paths/logs.ts'
import { EMPTY_FORM } from './search-form.ts'
import { formOfText, textOfForm } from './search-text.ts'

const NOW = new Date(2026, 10, 29, 14, 30)
const parsed = (text: string) => formOfText(text, NOW)
const filters = (text: string) =>
  Object.fromEntries(Object.entries(parsed(text).form.filters).filter(([, value]) => value !== ''))

test('keys fill the filters, and words stand alone', () => {
  const { form, problem } = parsed('status:403 user:anna bucket:photos yesterday errors no-console')
  expect(problem).toBeUndefined()
  expect(form).toMatchObject({
    status: '403',
    start: '2026-11-28T00:00',
    end: '2026-11-29T00:00',
    onlyErrors: true,
    hidesConsole: true,
  })
  expect(filters('user:anna bucket:photos api:PutObject')).toEqual({
    user: 'anna',
    bucket: 'photos',
    api_name: 'PutObject',
  })
})

test('a word without a key is a status, or a part of the object’s name', () => {
  expect(parsed('404').form.status).toBe('404')
  expect(filters('report.pdf')).toEqual({ object: '*report\\.pdf*' })
})

test.each([
  ['last:90m', '2026-11-29T13:00', ''],
  ['last:2d', '2026-11-27T14:30', ''],
  ['today', '2026-11-29T00:00', ''],
  ['from:2026-11-01 to:2026-11-02T10:30', '2026-11-01T00:00', '2026-11-02T10:30'],
])('the times of %s', (text, start, end) => {
  expect(parsed(text).form).toMatchObject({ start, end })
})

test.each(['status:abc', 'status:4', 'colour:red', 'last:tomorrow', 'from:2026-13-40', 'from:2026-02-30'])(
  '%s isn’t understood',
  (word) => {
    expect(parsed(`bucket:a ${word}`).problem).toEqual({ word })
  },
)

test.each([
  ['object:a.b', { object: 'a\\.b' }],
  ['object:a*?', { object: 'a*.' }],
  ['object:"a b"', { object: 'a b' }],
  ['object:"say \\"hi\\""', { object: 'say "hi"' }],
  ['object:a\\*b', { object: 'a\\*b' }],
  ['object:a\\', { object: 'a\\\\' }],
])('%s as a filter, and back', (text, expected) => {
  expect(filters(text)).toEqual(expected)
  expect(filters(textOfForm(parsed(text).form))).toEqual(expected)
})

test('every form is a text that says the same', () => {
  const form = {
    ...EMPTY_FORM,
    filters: { ...EMPTY_FORM.filters, object: '2026/*\\.jpg', user_agent: '*mc (linux)*', request_id: 'a.b' },
    status: '5xx',
    start: '2026-11-01T10:00',
    end: '2026-11-02T00:00',
    onlyErrors: true,
    showsBackground: true,
    hidesConsole: true,
  }
  expect(parsed(textOfForm(form))).toEqual({ form })
})

test('links name what they are about as it is', () => {
  const path = logSearchPath({ bucket: 'my.photos', user: 'anna "a" b*', onlyErrors: true, from: 90, to: 61 })
  const text = new URLSearchParams(path.split('?')[1]).get('search') ?? ''
  expect(parsed(text).problem).toBeUndefined()
  expect(filters(text)).toEqual({ bucket: 'my\\.photos', user: 'anna "a" b\\*' })
  const { start, end } = parsed(text).form
  expect([Date.parse(start), Date.parse(end)]).toEqual([60_000, 120_000])
})
