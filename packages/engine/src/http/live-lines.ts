/** Turns a subscription into the text of a `LiveStream`, with keep-alive text in between. */
import type { LiveStream } from './response.ts'

/** Maximum number of lines queued for a slow reader. Further lines are dropped, as in MinIO. */
const MOST_WAITING = 4_000
/** Maximum queued characters, because a single request can cause a line of 100,000. */
const MOST_WAITING_LENGTH = 8 * 1024 * 1024
/** The longest delay of a timer in Node. Longer ones fire immediately. */
const LONGEST_WAIT_MS = 2 ** 31 - 1

interface LiveLines {
  /** Registers the receiver. Returns a function that unsubscribes it. */
  subscribe(receive: (text: string) => void): () => void
  /** Sent after this long without other text. */
  keepAlive: { text: string; everyMs: number }
}

export function liveLines({ subscribe, keepAlive }: LiveLines): LiveStream['live'] {
  return async function* live(signal) {
    let waiting: string[] = []
    let waitingLength = 0
    let wake = (): void => {}
    const receive = (text: string): void => {
      if (waiting.length < MOST_WAITING && waitingLength < MOST_WAITING_LENGTH) {
        waiting.push(text)
        waitingLength += text.length
      }
      wake()
    }
    const onAbort = (): void => wake()
    const end = subscribe(receive)
    // The interval counts from the last text of any kind.
    const timer = setInterval(() => receive(keepAlive.text), Math.min(keepAlive.everyMs, LONGEST_WAIT_MS))
    signal.addEventListener('abort', onAbort)
    try {
      while (!signal.aborted) {
        if (waiting.length > 0) {
          const pieces = waiting.join('')
          waiting = []
          waitingLength = 0
          timer.refresh()
          yield pieces
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        }
      }
    } finally {
      clearInterval(timer)
      signal.removeEventListener('abort', onAbort)
      end()
    }
  }
}
