/** The first-level folders of a package import each other in one direction only, types included; the linter checks files, and no types. */
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './workspace.mjs'

const PACKAGES = readdirSync(join(ROOT, 'packages'))

/** What each folder of the package imports, with one import as evidence. A file beside the folders counts as a folder. */
function importsBetweenFolders(name: string): Map<string, Map<string, string>> {
  const root = join(ROOT, 'packages', name, 'src')
  const imports = new Map<string, Map<string, string>>()
  for (const file of globSync('**/*.{ts,tsx}', { cwd: root })) {
    if (/\.test\.|(^|\/)testing\/|^test-/.test(file)) continue
    const from = file.split('/', 1)[0] ?? ''
    for (const [, path = ''] of readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']*)'/g)) {
      const target = normalize(join(dirname(file), path))
      const to = target.split('/', 1)[0] ?? ''
      if (to === from || to === '..') continue
      const targets = imports.get(from) ?? new Map<string, string>()
      imports.set(from, targets.set(to, `${file} -> ${target}`))
    }
  }
  return imports
}

/** The shortest way back from each folder to itself, as imports. */
function cycles(imports: Map<string, Map<string, string>>): string[][] {
  return [...imports.keys()].flatMap((start) => {
    const ways = new Map<string, string[]>([[start, []]])
    for (const [folder, way] of ways) {
      for (const [to, evidence] of imports.get(folder) ?? []) {
        if (to === start) return [[...way, evidence]]
        if (!ways.has(to)) ways.set(to, [...way, evidence])
      }
    }
    return []
  })
}

const isFolderInvolved = (cycle: readonly string[]) => cycle.some((evidence) => evidence.includes('/'))

test.each(PACKAGES)('no folders of packages/%s import each other in a circle', (name) => {
  expect(cycles(importsBetweenFolders(name)).filter(isFolderInvolved)).toEqual([])
})

// The linter would count what a feature's index.ts loads later, and names that it only passes on.
test('no files of packages/web import each other in a circle', () => {
  const root = join(ROOT, 'packages/web/src')
  const imports = new Map<string, Map<string, string>>()
  for (const file of globSync('**/*.{ts,tsx}', { cwd: root })) {
    const text = readFileSync(join(root, file), 'utf8')
    const statements = file.endsWith('/index.ts') ? 'import' : 'import|export'
    const paths = text.matchAll(new RegExp(`^(?:${statements})(?! type)(?:[^;'"]*? from)?\\s*'(\\.[^']*)'`, 'gm'))
    const targets = [...paths].map(([, path = '']) => normalize(join(dirname(file), path)))
    imports.set(file, new Map(targets.map((target) => [target, `${file} -> ${target}`])))
  }
  expect(cycles(imports)).toEqual([])
})

test('a circle is reported with the imports that form it', () => {
  const imports = new Map([
    ['a', new Map([['b', 'a/x.ts -> b/y.ts']])],
    ['b', new Map([['c', 'b/y.ts -> c/z.ts']])],
    ['c', new Map([['b', 'c/z.ts -> b/y.ts']])],
  ])
  expect(cycles(imports)).toEqual([
    ['b/y.ts -> c/z.ts', 'c/z.ts -> b/y.ts'],
    ['c/z.ts -> b/y.ts', 'b/y.ts -> c/z.ts'],
  ])
})
