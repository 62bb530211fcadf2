/** A copy of the working tree in which files may be changed. */
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import process from 'node:process'

export interface Checkout {
  root: string
  /** Runs a program of the installed packages in the copy; undefined output when it went to the end. */
  run(
    program: string,
    args: readonly string[],
    options?: { cwd?: string; env?: Record<string, string> },
  ): { isContent: boolean; output: string }
  /** Builds the web application. @throws Error with the output */
  buildWeb(): void
  /** Writes these files, does `work`, and puts back what was there. */
  withFiles<T>(files: ReadonlyMap<string, string>, originals: ReadonlyMap<string, string>, work: () => T): T
  remove(): void
}

/**
 * Copies what git knows of the working tree, changes included. Packages are linked, those of the workspace to the copy: what
 * runs in it finds the copied sources.
 */
export function copyCheckout(from: string): Checkout {
  const root = mkdtempSync(join(tmpdir(), 'cooperage-broken-'))
  for (const file of filesOf(from)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    copyFileSync(join(from, file), join(root, file))
  }
  linkPackages(join(from, 'node_modules'), join(root, 'node_modules'))
  const bin = join(root, 'node_modules', '.bin')
  const PATH = `${bin}${delimiter}${process.env.PATH ?? ''}`
  const run: Checkout['run'] = (program, args, { cwd = root, env = {} } = {}) => {
    const done = spawnSync(join(bin, program), args, {
      cwd,
      env: { ...process.env, PATH, ...env },
      encoding: 'utf8',
      maxBuffer: 64 << 20,
    })
    return { isContent: done.status === 0, output: `${done.stdout ?? ''}${done.stderr ?? ''}${done.error ?? ''}` }
  }
  return {
    root,
    run,
    buildWeb() {
      const { isContent, output } = run('vite', ['build'], { cwd: join(root, 'packages', 'web') })
      if (!isContent) throw new Error(`The web application could not be built:\n${output}`)
    },
    withFiles(files, originals, work) {
      for (const [file, code] of files) writeFileSync(join(root, file), code)
      try {
        return work()
      } finally {
        for (const file of files.keys()) writeFileSync(join(root, file), originals.get(file) ?? '')
      }
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

function filesOf(from: string): string[] {
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: from,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  })
  // A file that was removed and not committed yet is still in the list.
  return stdout.split('\0').filter((file) => file !== '' && existsSync(join(from, file)))
}

function linkPackages(installed: string, linked: string): void {
  mkdirSync(join(linked, '@cooperage'), { recursive: true })
  for (const name of readdirSync(installed)) {
    // Caches belong to the checkout they were made in.
    if (name === '@cooperage' || name.startsWith('.vite')) continue
    symlinkSync(join(installed, name), join(linked, name))
  }
  // These links are relative, so in the copy they lead to the copied rooms.
  for (const name of readdirSync(join(installed, '@cooperage'))) {
    symlinkSync(readlinkSync(join(installed, '@cooperage', name)), join(linked, '@cooperage', name))
  }
}
