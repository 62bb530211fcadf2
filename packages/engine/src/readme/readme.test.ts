import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { renderReadme } from './render-readme.ts'

test('the README matches the tables; node packages/engine/src/readme/write-readme.ts regenerates it', () => {
  expect(readFileSync(new URL('../../README.md', import.meta.url), 'utf8')).toBe(renderReadme())
})
