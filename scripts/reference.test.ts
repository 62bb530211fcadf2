import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { featureList, messageList } from './module-lists.ts'
import { apiReference, errorReference } from './reference.ts'

test.each([
  ['docs/reference/api.md', apiReference],
  ['docs/reference/errors.md', errorReference],
  ['packages/contract/src/features.ts', featureList],
  ['packages/web/src/messages/en/index.ts', messageList],
])('%s is what the sources declare; npm run reference writes it', (path, written) => {
  expect(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')).toBe(written())
})
