import { globSync, readFileSync } from 'node:fs'
import { AWS_DIFFERENCES, awsDifferencesPage } from '@cooperage/parity/aws-differences'
import { expect, test } from 'vitest'

const ROOT = new URL('../', import.meta.url).pathname

test('docs/reference/aws-differences.md is up to date; npm run reference writes it', () => {
  expect(readFileSync(`${ROOT}docs/reference/aws-differences.md`, 'utf8')).toBe(awsDifferencesPage())
})

test('each listed difference from AWS is asserted by a parity case, and the other way around', () => {
  const cases = globSync('parity/src/**/*.test.ts', { cwd: ROOT }).map((file) => readFileSync(ROOT + file, 'utf8'))
  const marked = cases.flatMap((text) => Array.from(text.matchAll(/againstAws\([^;]*?'(\w+)'\)/g), ([, name]) => name))
  expect([...new Set(marked)].toSorted()).toEqual(Object.keys(AWS_DIFFERENCES).toSorted())
})
