import { execFile } from 'node:child_process'
import { type Child, startChild } from './child.ts'
import { findProgram } from './programs.ts'
import type { StorageServer } from './storage-server.ts'
import { tempFolder } from './temp-folder.ts'

export interface McResult {
  exitCode: number
  stdout: string
  stderr: string
}

/** The official client with a separate configuration. `run('ls', 'it')` returns its output; `stop` removes the configuration. */
export interface Mc {
  /** Where it runs and keeps its configuration. */
  folder: string
  run(...args: string[]): Promise<McResult>
  /** Like `run`, with standard input. */
  feed(input: string, ...args: string[]): Promise<McResult>
  /** Starts a command that runs until it is stopped; `output()` is its output so far. */
  follow(...args: string[]): Child
  stop(): void
}

export function startMc(): Mc {
  const program = findProgram('mc')
  const folder = tempFolder('mc')
  function start(input: string | undefined, args: string[]): Promise<McResult> {
    return new Promise((resolve) => {
      const env = { ...process.env, MC_CONFIG_DIR: folder.path, MC_UPDATE: 'off' }
      const child = execFile(
        program,
        ['--quiet', '--no-color', ...args],
        { cwd: folder.path, env, timeout: 60_000, maxBuffer: 64 << 20 },
        (error, stdout, stderr) => {
          resolve({ exitCode: error === null ? 0 : typeof error.code === 'number' ? error.code : 1, stdout, stderr })
        },
      )
      // A command that doesn't read its input may exit before it is written.
      child.stdin?.on('error', () => undefined).end(input)
    })
  }
  return {
    folder: folder.path,
    run: (...args) => start(undefined, args),
    feed: (input, ...args) => start(input, args),
    follow: (...args) =>
      startChild(program, ['--quiet', '--no-color', ...args], {
        env: { ...process.env, MC_CONFIG_DIR: folder.path, MC_UPDATE: 'off' },
      }),
    stop: folder.remove,
  }
}

/** An `mc` with the alias `it` for `server`. */
export async function startMcFor(server: Pick<StorageServer, 'url' | 'root'>): Promise<Mc> {
  const mc = startMc()
  const { exitCode, stdout, stderr } = await mc.run(
    'alias',
    'set',
    'it',
    server.url,
    server.root.accessKey,
    server.root.secretKey,
  )
  if (exitCode !== 0) throw new Error(`mc alias set failed: ${stdout}${stderr}`)
  return mc
}
