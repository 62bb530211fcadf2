import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { apiReference, errorReference } from './reference.ts'

test.each([
  ['api.md', apiReference],
  ['errors.md', errorReference],
])('docs/reference/%s is what the contract declares; npm run reference writes it', (name, reference) => {
  expect(readFileSync(new URL(`../docs/reference/${name}`, import.meta.url), 'utf8')).toBe(reference())
})
