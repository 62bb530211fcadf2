/** Starts a server in its own process and measures for how long each request keeps it from serving others. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Question } from './main-thread.ts'

/** For how long a request may keep others waiting, in milliseconds of the machine that the limit is meant for. */
const LONGEST_PIECE_MS = 50
/** What the reference takes on that machine. A slower machine has a higher limit. */
const REFERENCE_MS = 40
/** The first tries compile code and collect garbage, and other processes of a busy machine take its caches. */
const TRIES = 10
const SHOWN = 20

/** The most CPU time that the main thread used in one piece for a request, in milliseconds. */
export interface Cost {
  name: string
  status: number
  ms: number
}

export interface Measured<Started> {
  /** What the process gave to `answerMeasurements`. */
  started: Started
  /** Sends a request, again if it exceeds the limit, and returns the least of its costs. `send` returns the status. */
  leastCost(name: string, send: () => Promise<number>): Promise<Cost>
  /** The requests that exceeded the limit so far, with what they took. */
  over: readonly string[]
  /** Stops the process and prints the requests that cost most. */
  stop(): Promise<void>
}

const textOf = ({ name, status, ms }: Cost) => `${ms.toFixed(1).padStart(8)} ms  ${status}  ${name}`

/** `file` calls `answerMeasurements`. */
export async function startMeasured<Started>(file: string, args: readonly string[]): Promise<Measured<Started>> {
  const child = fork(file, args)
  const [started] = await once(child, 'message')
  const costs: Cost[] = []
  const over: string[] = []
  const ask = async (question: Question): Promise<number> => {
    const answer = once(child, 'message')
    child.send(question)
    const [value] = await answer
    return value
  }
  /** How slow this machine is varies with what else it does, so each excess is measured against the reference of that moment. */
  const measure = async (send: () => Promise<number>) => {
    await ask('start')
    const status = await send()
    const longest = await ask('stop')
    const slowness = longest > LONGEST_PIECE_MS ? Math.max(1, (await ask('reference')) / REFERENCE_MS) : 1
    return { status, ms: longest / slowness }
  }
  return {
    started,
    over,
    async leastCost(name, send) {
      let least = await measure(send)
      for (let tries = 1; tries < TRIES && least.ms > LONGEST_PIECE_MS; tries++) {
        const next = await measure(send)
        if (next.ms < least.ms) least = next
      }
      const cost = { name, ...least }
      costs.push(cost)
      if (cost.ms > LONGEST_PIECE_MS) over.push(textOf(cost))
      return cost
    },
    async stop() {
      const ended = once(child, 'exit')
      child.send('close' satisfies Question)
      await ended
      const lines = costs
        .toSorted((one, other) => other.ms - one.ms)
        .slice(0, SHOWN)
        .map(textOf)
      console.log(`The ${SHOWN} longest pieces of ${costs.length} requests:\n${lines.join('\n')}`)
    },
  }
}
