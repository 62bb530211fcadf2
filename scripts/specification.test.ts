import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './workspace.mjs'

const FOLDER = join(ROOT, 'docs', 'specification')
const CITATION =
  /\b(core-console|object-browser|identity|operator-mode)(?:-and-tools|-and-settings)?,? (?:section )?(\d(?:(?:, | and )\d)*)/g

test('every section of the specification that the project cites is in docs/specification', () => {
  const sections = globSync('*.md', { cwd: FOLDER }).flatMap((file) =>
    Array.from(
      readFileSync(join(FOLDER, file), 'utf8').matchAll(/^## (\d)\. /gm),
      ([, number]) => `${file.replace(/(-and-tools|-and-settings)?\.md$/, '')} ${number}`,
    ),
  )
  const sources = ['{packages,parity,e2e,scripts}/**/*.{ts,tsx,mjs}', 'docs/reference/*.md']
  const files = globSync(sources, { cwd: ROOT, exclude: ['**/node_modules', '**/dist'] })
  const cited = files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(CITATION)].flatMap(([, document, numbers = '']) =>
      numbers.split(/, | and /).map((number) => `${document} ${number}`),
    ),
  )
  expect(cited.length).toBeGreaterThan(0)
  expect(new Set(cited).difference(new Set(sections))).toEqual(new Set())
})
