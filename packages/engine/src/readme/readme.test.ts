import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { renderReadme } from './render-readme.ts'

test('the README lists what the tables say; node packages/engine/src/readme/write-readme.ts makes it anew', () => {
  expect(readFileSync(new URL('../../README.md', import.meta.url), 'utf8')).toBe(renderReadme())
})
