/**
 * The side of a server that is measured, in its own process: the CPU time of its main thread in each turn of the event loop. A
 * turn is the longest time for which nothing else is served.
 */

/** What `startMeasured` asks, and how it ends the process. */
export type Question = 'start' | 'stop' | 'reference' | 'close'

/** Answers the questions of the parent process, which gets `started` first. */
export function answerMeasurements(started: object, close: () => Promise<void>): void {
  let last = cpuMs()
  let longest = 0
  let isMeasuring = false

  /** Runs once in each turn, at its end. */
  function turn(): void {
    const now = cpuMs()
    longest = Math.max(longest, now - last)
    last = now
    if (isMeasuring) atEndOfTurn(turn)
  }

  process.on('message', (question: Question) => {
    if (question === 'start') {
      isMeasuring = true
      last = cpuMs()
      longest = 0
      atEndOfTurn(turn)
      process.send?.('started')
    } else if (question === 'stop') {
      // After the turn that counts this one.
      setImmediate(() => {
        isMeasuring = false
        process.send?.(longest)
      })
    } else if (question === 'reference') {
      process.send?.(Math.min(...Array.from({ length: 5 }, reference)))
    } else {
      isMeasuring = false
      void close().then(() => process.disconnect())
    }
  })
  process.on('disconnect', () => process.exit())
  process.send?.(started)
}

/** The loop still sleeps until something happens: it would take a core from what the measured thread waits for. */
const atEndOfTurn = (callback: () => void) => setImmediate(callback).unref()

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** CPU time of fixed work that resembles what requests do, to tell how fast this machine is. */
function reference(): number {
  const before = cpuMs()
  let found = 0
  for (let at = 0; at < 40_000; at++) {
    const text = JSON.stringify({ name: `object-${at}`, tags: [at, at + 1] })
    if (/"name":"object-(\d+)"/.exec(text)?.[1] === String(at)) found += JSON.parse(text).tags.length
  }
  if (found === 0) throw new Error('the reference did no work')
  return cpuMs() - before
}
