/** Which third-party packages a bundle contains, by its modules. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Plugin } from 'rolldown'
import { ROOT } from '../workspace.mjs'

/** Where npm installs a package, as in the lock file: `node_modules/a`, or `node_modules/a/node_modules/@scope/b`. */
export type PackagePath = string

/** The package that a module is of; undefined if it is ours. */
export function packageOf(moduleId: string): PackagePath | undefined {
  // What a bundler adds itself, as the helper that preloads chunks.
  const [, bundler] = /^\0(vite|rolldown)\//.exec(moduleId) ?? []
  if (bundler !== undefined) return `node_modules/${bundler}`
  const [path] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/?]+/.exec(moduleId.replace(/^\0/, '')) ?? []
  return path === undefined ? undefined : relative(ROOT, path)
}

/** Adds the packages of each chunk, also of styles and of code that is in no chunk any more, to `found`. */
export function bundledPackages(found: Set<PackagePath>): Plugin {
  return {
    name: 'cooperage-bundled-packages',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      for (const id of chunks.flatMap(({ moduleIds }) => moduleIds)) {
        const path = packageOf(id)
        if (path !== undefined) found.add(path)
      }
    },
  }
}

/** Writes them for `releasedPackages`. */
export function writePackages(file: string, found: ReadonlySet<PackagePath>): void {
  writeFileSync(file, JSON.stringify([...found].sort()))
}

/** What the builds of the command and the page have listed, with what npm installs for the index of the engine. */
export function releasedPackages(...lists: string[]): ReadonlySet<PackagePath> {
  const bundled = new Set(lists.flatMap((file): PackagePath[] => JSON.parse(readFileSync(file, 'utf8'))))
  return bundled.union(withDependencies(lockedPackages(ROOT), 'node_modules/lmdb'))
}

/** What the lock file says of a package. */
export interface LockedPackage {
  version?: string
  license?: string
  hasInstallScript?: boolean
  /** Those of a binary. */
  cpu?: string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** The packages of a lock file, by where they are installed. */
export function lockedPackages(folder: string): Record<PackagePath, LockedPackage> {
  return JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages
}

/** A package with everything that npm installs for it on some platform. */
function withDependencies(locked: Record<PackagePath, LockedPackage>, start: PackagePath): Set<PackagePath> {
  const found = new Set([start])
  for (const path of found) {
    const { dependencies = {}, optionalDependencies = {} } = locked[path] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = placeOf(locked, path, name)
      if (place !== undefined) found.add(place)
      // The lock file leaves out binaries for platforms that it was never asked for.
      else if (!Object.hasOwn(optionalDependencies, name))
        throw new Error(`The lock file lacks ${name}, which ${path} depends on`)
    }
  }
  return found
}

/** Where a package finds another one: in its own folder, or in the nearest one above it. */
function placeOf(locked: Record<PackagePath, LockedPackage>, from: PackagePath, name: string): PackagePath | undefined {
  for (let folder = from; folder !== ''; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = `${folder}/node_modules/${name}`
    if (Object.hasOwn(locked, place)) return place
  }
  const atRoot = `node_modules/${name}`
  return Object.hasOwn(locked, atRoot) ? atRoot : undefined
}
