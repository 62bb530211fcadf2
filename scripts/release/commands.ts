import { spawnSync } from 'node:child_process'
import process from 'node:process'

interface Options {
  cwd?: string
  env?: NodeJS.ProcessEnv
}

/** Runs a program whose output is shown only if it fails. @throws Error with that output */
export function run(command: string, args: readonly string[], options: Options = {}): void {
  output(command, args, options)
}

/** What a program prints. @throws Error with everything that it printed if it fails */
export function output(command: string, args: readonly string[], { cwd, env = process.env }: Options = {}): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    ...(cwd === undefined ? {} : { cwd }),
    env,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  })
  if (error) throw error
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`)
  return stdout
}

/** Packs `name`, a folder in `parent`, so that the same files give the same bytes: by name, of root, with one time. */
export function tarball(parent: string, name: string, file: string, epoch: number): void {
  const same = ['--sort=name', `--mtime=@${epoch}`, '--owner=0', '--group=0', '--numeric-owner', '--format=gnu']
  run('tar', [...same, '-C', parent, '--use-compress-program=gzip -9n', '-cf', file, name])
}
