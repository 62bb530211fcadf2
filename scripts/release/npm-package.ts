import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import command from '../../packages/cli/package.json' with { type: 'json' }
import engine from '../../packages/engine/package.json' with { type: 'json' }
import { ROOT } from '../workspace.mjs'
import { run } from './commands.ts'

/**
 * Builds the npm package `cooperage` as a folder: the bundled command and the page, so that nothing is built where it is
 * installed. Its only dependency is the index of the engine, whose binaries come as packages of their own.
 */
export function stagePackage(work: string): string {
  const folder = join(work, 'cooperage')
  mkdirSync(folder)
  const npm = (...args: string[]) => run('npm', args, { cwd: ROOT })
  npm('run', 'build', '-w', '@cooperage/web')
  run(process.execPath, [join(ROOT, 'packages/cli/build/build-command.ts'), join(folder, 'dist')])
  cpSync(join(ROOT, 'packages/cli/bin'), join(folder, 'bin'), { recursive: true })
  cpSync(join(ROOT, 'packages/web/dist'), join(folder, 'page'), { recursive: true })
  for (const file of ['LICENSE', 'NOTICE', 'README.md', 'CHANGELOG.md', 'SECURITY.md']) {
    cpSync(join(ROOT, file), join(folder, file))
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
  return folder
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
