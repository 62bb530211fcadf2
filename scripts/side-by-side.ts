/** Runs programs and other tasks side by side, and keeps what they write apart. */
import { type ChildProcess, spawn } from 'node:child_process'
import process from 'node:process'

/** How long interrupted programs get to clean up. */
const LAST_SECONDS = 15

/** The programs that run. Each leads its own process group, so that what it started ends with it. */
const running = new Set<ChildProcess>()
let isInterrupted = false

/** Runs all tasks, at most `width` at a time. They begin in this order. */
export async function sideBySide(tasks: readonly (() => Promise<void>)[], width: number): Promise<void> {
  const queue = [...tasks]
  const lane = async () => {
    for (let task = queue.shift(); task !== undefined; task = queue.shift()) await task()
  }
  await Promise.all(Array.from({ length: width }, lane))
}

/**
 * Outputs that are shown one after the other, in the order in which they were opened: the first that hasn't ended as it is
 * written, the others when it's their turn. `showAll` doesn't wait for that.
 */
export function outputsInTurn(show: (text: string) => void) {
  const outputs: { text: string; hasEnded: boolean }[] = []
  const showFirst = () => {
    for (let first = outputs[0]; first !== undefined; first = outputs[0]) {
      if (first.text !== '') show(first.text)
      first.text = ''
      if (!first.hasEnded) return
      outputs.shift()
    }
  }
  return {
    open() {
      const output = { text: '', hasEnded: false }
      outputs.push(output)
      return {
        write(text: string) {
          output.text += text
          if (output === outputs[0]) showFirst()
        },
        end() {
          output.hasEnded = true
          showFirst()
        },
      }
    },
    showAll() {
      for (const output of outputs) output.hasEnded = true
      showFirst()
    },
  }
}

/** Runs a program, whose output goes to `write`, and returns whether it succeeded. */
export function runProgram(
  command: string,
  args: readonly string[],
  { cwd, env, write }: { cwd: string; env: NodeJS.ProcessEnv; write: (text: string) => void },
): Promise<boolean> {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  running.add(child)
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', write)
  return new Promise((resolve) => {
    child.on('error', ({ message }) => write(`${message}\n`))
    child.on('close', (status) => {
      running.delete(child)
      // Nothing goes on after an interrupt.
      if (!isInterrupted) resolve(status === 0)
    })
  })
}

/** From now on an interrupt (Ctrl-C) ends the programs, then calls `clean` and ends this process. */
export function endOnInterrupt(clean: () => void): void {
  process.on('exit', () => signalAll('SIGKILL'))
  for (const [signal, number] of [
    ['SIGHUP', 1],
    ['SIGINT', 2],
    ['SIGTERM', 15],
  ] as const) {
    process.once(signal, async () => {
      isInterrupted = true
      const ended = Promise.all([...running].map((child) => new Promise((resolve) => child.once('close', resolve))))
      signalAll(signal)
      const late = setTimeout(() => signalAll('SIGKILL'), LAST_SECONDS * 1000)
      await ended
      clearTimeout(late)
      clean()
      process.exit(128 + number)
    })
  }
}

function signalAll(signal: NodeJS.Signals): void {
  for (const { pid } of running) {
    // It couldn't be started.
    if (pid === undefined) continue
    try {
      process.kill(-pid, signal)
    } catch (error) {
      // It ended a moment ago.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
    }
  }
}
