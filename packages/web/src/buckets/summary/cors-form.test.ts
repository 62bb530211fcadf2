import { corsRule } from '@cooperage/contract'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { corsFormOf, corsProblems, newCorsForm, toCorsRule } from './cors-form.ts'

const RULE = {
  id: 'uploads',
  origins: ['https://*.example.net', 'http://localhost:5173'],
  methods: ['GET', 'PUT'],
  headers: ['x-amz-*'],
  expose_headers: ['ETag'],
  max_age_seconds: 600,
}
const FORM = corsFormOf(RULE, 1)

test('a rule round-trips through the form unchanged', () => {
  expect(toCorsRule(FORM)).toEqual(RULE)
  const plain = { id: '', origins: ['*'], methods: ['HEAD'], headers: [], expose_headers: [], max_age_seconds: 0 }
  expect(toCorsRule(corsFormOf(plain, 1))).toEqual(plain)
})

test.each([
  [FORM, {}],
  [{ ...FORM, origins: ' \n* \n', maxAge: ' 0 ' }, {}],
  [newCorsForm(1), { origins: 'noOrigin' }],
  [{ ...FORM, origins: 'https://*.*.net' }, { origins: 'stars' }],
  [{ ...FORM, origins: 'https://a b' }, { origins: 'blank' }],
  [{ ...FORM, methods: [] }, { methods: 'noMethod' }],
  [{ ...FORM, headers: '*-*' }, { headers: 'stars' }],
  [{ ...FORM, exposeHeaders: 'x-*' }, { exposeHeaders: 'noName' }],
  [{ ...FORM, maxAge: '1.5' }, { maxAge: 'noAge' }],
  [{ ...FORM, maxAge: 'soon' }, { maxAge: 'noAge' }],
  [{ ...FORM, maxAge: '-1' }, { maxAge: 'noAge' }],
] as const)('the form and the call agree on %j', (form, problems) => {
  expect(corsProblems(form)).toEqual(problems)
  expect(z.safeParse(corsRule, toCorsRule(form)).success).toBe(Object.keys(problems).length === 0)
})
