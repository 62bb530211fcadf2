/**
 * Runs what takes time that depends on a visitor's input in other threads, so that it never delays the requests of others. A
 * function is added in `computation-thread.ts`; call it after the permission check.
 */
import { AppError } from '@cooperage/contract'
import workerpool from 'workerpool'
import { programBeside } from '../program.ts'
import type { ComputationThread } from './computation-thread.ts'

/** More would only take processor time from the thread that responds to all requests. */
const THREADS = 2
/** Far more than any real input takes, with the start of a thread and on a busy machine. */
const BUDGET_MS = 15_000
/** Of one visitor: a page asks one question at a time. */
const MAX_WAITING_OF_VISITOR = 4
const MAX_WAITING = 64

/** One for all consoles of a process. Threads start with the first call. */
export class Computations {
  readonly #pool = workerpool.pool(programBeside(import.meta, 'computation-thread'), {
    workerType: 'thread',
    maxWorkers: THREADS,
    maxQueueSize: MAX_WAITING,
    // How long a thread may still finish after its budget.
    workerTerminateTimeout: 1,
    workerThreadOpts: { resourceLimits: { maxOldGenerationSizeMb: 256 } },
  })
  readonly #waiting = new Map<string, Promise<unknown>[]>()
  readonly #budgetMs: number

  constructor(budgetMs = BUDGET_MS) {
    this.#budgetMs = budgetMs
  }

  /**
   * The calls of one visitor run one after the other.
   * @throws AppError TooComplex, ConsoleBusy
   */
  async run<Name extends keyof ComputationThread>(
    visitor: string,
    name: Name,
    ...args: Parameters<ComputationThread[Name]>
  ): Promise<Awaited<ReturnType<ComputationThread[Name]>>> {
    const earlier = this.#waiting.get(visitor) ?? []
    if (earlier.length >= MAX_WAITING_OF_VISITOR) throw new AppError('ConsoleBusy')
    const turn = Promise.allSettled(earlier.slice(-1)).then(() => this.#exec(name, args))
    this.#waiting.set(visitor, [...earlier, turn])
    try {
      return await turn
    } finally {
      const others = this.#waiting.get(visitor)?.filter((one) => one !== turn) ?? []
      if (others.length > 0) this.#waiting.set(visitor, others)
      else this.#waiting.delete(visitor)
    }
  }

  async close(): Promise<void> {
    await this.#pool.terminate(true)
  }

  async #exec<Name extends keyof ComputationThread>(
    name: Name,
    args: Parameters<ComputationThread[Name]>,
  ): Promise<Awaited<ReturnType<ComputationThread[Name]>>> {
    if (this.#pool.stats().pendingTasks >= MAX_WAITING) throw new AppError('ConsoleBusy')
    try {
      return await this.#pool.exec(name, args).timeout(this.#budgetMs)
    } catch (error) {
      if (error instanceof workerpool.Promise.TimeoutError || isOutOfMemory(error)) {
        throw new AppError('TooComplex', {}, { cause: error })
      }
      throw isAppError(error) ? new AppError(error.code, error.details, { cause: error }) : error
    }
  }
}

/** `run` of one visitor. */
export type RunComputation = <Name extends keyof ComputationThread>(
  name: Name,
  ...args: Parameters<ComputationThread[Name]>
) => Promise<Awaited<ReturnType<ComputationThread[Name]>>>

/** A copy that threads read where it is, because copying megabytes for each call would delay others. */
export function inSharedMemory(bytes: Uint8Array): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
  shared.set(bytes)
  return shared
}

/** Errors keep their fields on the way from a thread, but not their class. */
function isAppError(error: unknown): error is AppError {
  return error instanceof Error && error.name === 'AppError'
}

/** What needs more memory than a thread may have ends the thread; the pool wraps the error. */
function isOutOfMemory(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
