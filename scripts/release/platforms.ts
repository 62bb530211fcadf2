import { chmodSync, copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import command from '../../packages/cli/package.json' with { type: 'json' }
import { output, run } from './commands.ts'

export interface Platform {
  /** As in the names of archives. */
  name: 'linux-x64' | 'linux-arm64'
  cpu: 'x64' | 'arm64'
  /** Debian's name of the architecture. */
  debian: 'amd64' | 'arm64'
}

export const PLATFORMS: readonly Platform[] = [
  { name: 'linux-x64', cpu: 'x64', debian: 'amd64' },
  { name: 'linux-arm64', cpu: 'arm64', debian: 'arm64' },
]

/** Starts the command with the Node beside it, wherever the archive was unpacked, also through a link. */
const STARTER = `#!/bin/sh
self="$(readlink -f "$0")"
root="\${self%/bin/cooperage}"
exec env MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=131072 "$root/lib/node" --min-semi-space-size=4 --max-semi-space-size=4 "$root/lib/node_modules/cooperage/bin/cooperage.mjs" "$@"
`

/** Makes the folder that an archive unpacks to: `bin/cooperage`, Node, the package with its dependency, and the licences. */
export function stagePlatform(folder: string, { cpu }: Platform, npmPackage: string): string {
  const lib = join(folder, 'lib')
  mkdirSync(join(folder, 'bin'), { recursive: true })
  mkdirSync(lib)
  writeFileSync(join(lib, 'package.json'), '{ "private": true }\n')
  // Binaries for the other machine, without running anything of the packages.
  const target = ['--os=linux', `--cpu=${cpu}`, '--libc=glibc']
  const quiet = ['--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--no-save', '--install-links']
  run('npm', ['install', ...target, ...quiet, npmPackage], { cwd: lib })
  rmSync(join(lib, 'node_modules/.package-lock.json'), { force: true })
  rmSync(join(lib, 'node_modules/.bin'), { recursive: true, force: true })
  addNode(lib, cpu)
  writeFileSync(join(folder, 'bin/cooperage'), STARTER)
  chmodSync(join(folder, 'bin/cooperage'), 0o755)
  for (const file of ['LICENSE', 'NOTICE', 'README.md', 'CHANGELOG.md', 'SECURITY.md', 'THIRD-PARTY-NOTICES.txt']) {
    copyFileSync(join(lib, 'node_modules/cooperage', file), join(folder, file))
  }
  return folder
}

function addNode(lib: string, cpu: Platform['cpu']): void {
  const name = `node-linux-${cpu}` as const
  const scratch = join(lib, 'scratch')
  mkdirSync(scratch)
  const file = output('npm', ['pack', `${name}@${command.optionalDependencies[name]}`, '--silent'], {
    cwd: scratch,
  }).trim()
  run('tar', ['-xzf', file], { cwd: scratch })
  cpSync(join(scratch, 'package/bin/node'), join(lib, 'node'))
  chmodSync(join(lib, 'node'), 0o755)
  copyFileSync(join(scratch, 'package/LICENSE'), join(lib, 'LICENSE-node'))
  rmSync(scratch, { recursive: true })
}
