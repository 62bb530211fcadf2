/** Turns a subscription into the text of a `LiveStream`: what is told, and blanks in between that keep connections open. */
import type { LiveStream } from './response.ts'

/** What waits for a slow reader; further pieces are dropped, as MinIO does. */
const MOST_WAITING = 4_000
/** In characters: a request can make a line of a hundred thousand. */
const MOST_WAITING_LENGTH = 8 * 1024 * 1024
/** Node's timers cannot wait longer, and do not wait at all when they are told to. */
const LONGEST_WAIT_MS = 2 ** 31 - 1

export interface LiveLines {
  /** Registers the receiver and returns how to end it. */
  subscribe(receive: (text: string) => void): () => void
  /** Sent when nothing else was for so long. */
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
    // Each blank is due a while after the last piece, not after the last blank.
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
