/** What may be imported by path: other features only through their index, or their only file; other packages only by name. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './workspace.mjs'

/** Their folders are features, with the same names in each. Empty this list to hold a package to the rule. */
const FEATURE_PACKAGES = ['contract', 'server', 'web']
const NOT_YET: readonly string[] = ['web']
const FEATURES = readdirSync(join(ROOT, 'packages/contract/src'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

/** Relative imports below a folder, from and to paths in it. */
function relativeImports(folder: string, pattern: string): { from: string; to: string }[] {
  const files = globSync(pattern, { cwd: join(ROOT, folder), exclude: ['**/node_modules/**', '**/dist/**'] })
  return files.flatMap((file) => {
    const text = readFileSync(join(ROOT, folder, file), 'utf8')
    const paths = text.matchAll(/(?:from|import\(|import)\s*'(\.[^']*)'/g)
    return Array.from(paths, ([, path = '']) => ({ from: file, to: normalize(join(dirname(file), path)) }))
  })
}

/** Whether the folder is a feature in this package: one of the contract, or any other with an index. */
function isFeature(name: string, folder: string): boolean {
  return FEATURES.includes(folder) || existsSync(join(ROOT, 'packages', name, 'src', folder, 'index.ts'))
}

/** The file by which a feature is imported: its index, or the file with its name if it is the only one. */
function entry(name: string, feature: string): string {
  const hasIndex = existsSync(join(ROOT, 'packages', name, 'src', feature, 'index.ts'))
  return `${feature}/${hasIndex ? 'index' : feature}.ts`
}

test.each(FEATURE_PACKAGES.filter((name) => !NOT_YET.includes(name)))(
  'features of packages/%s are imported through their index',
  (name) => {
    const inside = relativeImports(`packages/${name}/src`, '**/*.{ts,tsx}').filter(({ from, to }) => {
      const [feature = ''] = to.split('/', 1)
      return (
        to.includes('/') && !from.startsWith(`${feature}/`) && isFeature(name, feature) && to !== entry(name, feature)
      )
    })
    expect(inside).toEqual([])
  },
)

/** `packages/engine` of a file in it, `parity` of one there. */
function packageOf(path: string): string {
  return /^packages\/[^/]+/.exec(path)?.[0] ?? path.split('/', 1)[0] ?? ''
}

test('packages import each other by name', () => {
  const outside = ['bench', 'e2e', 'packages', 'parity', 'scripts'].flatMap((folder) =>
    relativeImports(folder, '**/*.{ts,tsx,mts,mjs}').map(({ from, to }) => ({
      from: `${folder}/${from}`,
      to: normalize(`${folder}/${to}`),
    })),
  )
  // Scripts are no package, and a manifest is no code.
  const isNoCode = (path: string) => packageOf(path) === 'scripts' || /(^|\/)package\.json$/.test(path)
  const crossing = outside.filter(({ from, to }) => packageOf(from) !== packageOf(to) && !isNoCode(to))
  expect(crossing).toEqual([])
})
