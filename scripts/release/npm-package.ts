import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import command from '../../packages/cli/package.json' with { type: 'json' }
import engine from '../../packages/engine/package.json' with { type: 'json' }
import { ROOT } from '../workspace.mjs'
import { type PackagePath, releasedPackages } from './bundled-packages.ts'
import { run } from './commands.ts'
import { notices } from './materials.ts'

/** What is built, and the packages whose code is in it or is installed with it. */
interface Staged {
  folder: string
  packages: ReadonlySet<PackagePath>
}

/**
 * Builds the npm package `cooperage` as a folder: the bundled command and the page, so that nothing is built where it is
 * installed. Its only dependency is the index of the engine, whose binaries come as packages of their own.
 */
export function stagePackage(work: string): Staged {
  const folder = join(work, 'cooperage')
  mkdirSync(folder)
  const ofPage = join(work, 'page-packages.json')
  const ofCommand = join(work, 'command-packages.json')
  const node = (...args: string[]) => run(process.execPath, args, { cwd: ROOT })
  node(join(ROOT, 'packages/web/build/build-page.ts'), '--packages', ofPage)
  node(join(ROOT, 'packages/cli/build/build-command.ts'), join(folder, 'dist'), ofCommand)
  cpSync(join(ROOT, 'packages/cli/bin'), join(folder, 'bin'), { recursive: true })
  cpSync(join(ROOT, 'packages/web/dist'), join(folder, 'page'), { recursive: true })
  for (const file of ['LICENSE', 'NOTICE', 'README.md', 'CHANGELOG.md', 'SECURITY.md']) {
    cpSync(join(ROOT, file), join(folder, file))
  }
  const packages = releasedPackages(ofPage, ofCommand)
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), notices(ROOT, packages))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
  return { folder, packages }
}

function manifest() {
  return {
    name: 'cooperage',
    version: command.version,
    description: 'The console for S3-compatible object storage, with an embedded storage engine',
    keywords: ['s3', 'object-storage', 'minio', 'console', 'admin'],
    license: 'Apache-2.0',
    type: 'module',
    bin: command.bin,
    engines: command.engines,
    os: ['linux', 'darwin', 'win32'],
    files: ['bin', 'dist', 'page', '*.md', 'NOTICE', '*.txt'],
    dependencies: { lmdb: engine.dependencies.lmdb },
  }
}
