import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SRC = join(import.meta.dirname, '../..')
/** An arrow in an attribute doesn't end it. */
const OPENING = /<table\b(?:[^<>]|=>)*>/g

test('every table has a name for screen readers, which list the tables of a page', () => {
  const unnamed = globSync('**/*.tsx', { cwd: SRC, exclude: ['**/*.test.tsx', 'objects/preview/viewers/**'] }).flatMap(
    (file) =>
      (readFileSync(join(SRC, file), 'utf8').match(OPENING) ?? [])
        .filter((tag) => !/aria-label(ledby)?=/.test(tag))
        .map((tag) => `${file}: ${tag}`),
  )
  expect(unnamed).toEqual([])
})
