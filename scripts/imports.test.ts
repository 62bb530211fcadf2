/** What may be imported by path: other features only through their index, or their only file; other packages only by name. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './workspace.mjs'

/** Their folders are features, with the same names in each. */
const FEATURE_PACKAGES = ['contract', 'server', 'web']
/**
 * What is imported in `web` by path from other features: an index is in the script of the sign-in page, with all that it
 * exports, so it exports nothing that pages are drawn with at once.
 */
const IMPORTED_BY_PATH: readonly string[] = [
  // What the routes and the frame around all pages contain.
  'jobs/JobPanel.tsx',
  'session/LoginPage.tsx',
  'settings/restart.ts',
  'transfers/TransferPanel.tsx',
  // Dialogs that open over any page: the frame's script would contain what else their manifests export.
  'buckets/CreateBucketModal.tsx',
  'objects/go-to/GoToDialog.tsx',
  'settings/RestartDialog.tsx',
  // The frames that pages of several features are in.
  'guide/GuideFrame.tsx',
  'settings/SettingsFrame.tsx',
  // The forms of settings, which notification targets and webhooks are.
  'settings/ConfigurationField.tsx',
  'settings/ConfigurationSection.tsx',
  // How dialogs of buckets and objects start a job.
  'jobs/use-job-to-server.ts',
  'jobs/use-server-job.tsx',
]
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

/** The file by which a feature is imported: its index, or the one with its name if it has no index. */
function entry(name: string, feature: string): string | undefined {
  const names = ['index', feature, `${feature}.routes`, `${feature}.view`]
  const files = names.map((file) => `${feature}/${file}.ts`)
  return files.find((file) => existsSync(join(ROOT, 'packages', name, 'src', file)))
}

test.each(FEATURE_PACKAGES)('features of packages/%s are imported through their index', (name) => {
  const allowed = name === 'web' ? IMPORTED_BY_PATH : []
  const inside = relativeImports(`packages/${name}/src`, '**/*.{ts,tsx}').filter(({ from, to }) => {
    const [feature = ''] = to.split('/', 1)
    return (
      to.includes('/') && !from.startsWith(`${feature}/`) && isFeature(name, feature) && to !== entry(name, feature)
    )
  })
  expect(inside.filter(({ to }) => !allowed.includes(to))).toEqual([])
  expect(allowed.filter((path) => !inside.some(({ to }) => to === path))).toEqual([])
})

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
