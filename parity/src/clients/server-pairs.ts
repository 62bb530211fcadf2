/** Two servers, for what is exported from the one and imported into the other with the official client. */
import { type Mc, type StorageServer, startMcFor, startMinio, startTestEngine } from '@cooperage/testkit'
import { target } from '../target.ts'

const START = { engine: startTestEngine, minio: startMinio }
type Kind = keyof typeof START

/** Against MinIO both directions prove that the archives are interchangeable. */
export const PAIRS: readonly (readonly [from: Kind, to: Kind])[] =
  target.kind === 'minio'
    ? [
        ['minio', 'engine'],
        ['engine', 'minio'],
      ]
    : [['engine', 'engine']]

export interface ServerPair {
  source: StorageServer
  destination: StorageServer
  /** `it` is the source. */
  mcOfSource: Mc
  /** `it` is the destination. */
  mc: Mc
  stop(): Promise<void>
}

export async function startPair(from: Kind, to: Kind): Promise<ServerPair> {
  const [source, destination] = await Promise.all([START[from](), START[to]()])
  const [mcOfSource, mc] = await Promise.all([startMcFor(source), startMcFor(destination)])
  return {
    source,
    destination,
    mcOfSource,
    mc,
    async stop() {
      mc.stop()
      mcOfSource.stop()
      await Promise.all([source.stop(), destination.stop()])
    },
  }
}
