import type { Writable } from 'node:stream'

/** Consecutive bytes of a body that are still in its socket. They are sent on or skipped before the body is read further. */
export interface ByteRun {
  readonly length: number
  /** Resolves when the destination has all bytes or has closed; it may still be writing the last ones. @throws the error of the body */
  sendTo(destination: Writable): Promise<void>
  /** Reads and discards what hasn't been sent. @throws the error of the body */
  skip(): Promise<void>
}

/** A body that is read in chunks or in runs. A chunk is valid until more is requested. */
export interface BodyInRuns<Run extends ByteRun = ByteRun> extends AsyncIterable<Uint8Array> {
  /** The next bytes, at most `length`; undefined if they are better read as chunks. */
  run?(length: number): Run | undefined
}

/** For consumers that need every byte. @throws TypeError for a run */
export async function* chunksOf<T extends Uint8Array>(pieces: AsyncIterable<T | ByteRun>): AsyncGenerator<T> {
  for await (const piece of pieces) {
    if (!(piece instanceof Uint8Array)) throw new TypeError('These bytes cannot be sent from socket to socket')
    yield piece
  }
}
