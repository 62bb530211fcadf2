import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'

export interface Child {
  process: ChildProcess
  /** Its output so far, both streams in order of arrival. */
  output(): string
  /** Resolves when it has exited, with its exit code or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>
  /** Terminates it, and kills it after five seconds. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts a program and captures its output. It never outlives this process. */
export function startChild(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; uid?: number; gid?: number } = {},
): Child {
  const child = spawn(command, [...args], { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const keep = (text: string) => {
    output += text
  }
  child.stdout.setEncoding('utf8').on('data', keep)
  child.stderr.setEncoding('utf8').on('data', keep)
  running.add(child)
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('error', (error) => {
      keep(error.message)
      resolve(1)
    })
    child.once('exit', (code, signal) => resolve(signal ?? code ?? 1))
  })
  void ended.then(() => running.delete(child))
  return {
    process: child,
    output: () => output,
    ended,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      const inTime = await Promise.race([ended, delay(5000, 'late' as const, { ref: false })])
      if (inTime === 'late') child.kill('SIGKILL')
      await ended
    },
  }
}
