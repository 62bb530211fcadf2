import {
  type ConsoleProcess,
  type StorageServer,
  startConsoleProcess,
  startEngineProcess,
  startMinio,
} from '@cooperage/testkit'
import { ConsoleClient } from './console-client.ts'
import { DirectClient } from './direct-client.ts'
import type { Options } from './options.ts'

/** A fresh storage server, a fresh console in front of it, and one connection to each. */
export interface Stage {
  storage: StorageServer
  console: ConsoleProcess
  direct: DirectClient
  visitor: ConsoleClient
}

export function startStorage(kind: Options['against']): Promise<StorageServer> {
  return kind === 'minio' ? startMinio() : startEngineProcess()
}

/** Sets up the stage, with `envFor` in the environment of the console, runs `work` and always cleans up. */
export async function onStage<T>(
  options: Options,
  work: (stage: Stage) => Promise<T>,
  envFor: (storage: StorageServer) => Record<string, string> = () => ({}),
): Promise<T> {
  const storage = await startStorage(options.against)
  try {
    const console = await startConsoleProcess(storage.url, { env: envFor(storage) })
    try {
      const direct = new DirectClient(storage)
      const visitor = await ConsoleClient.signIn(console.url, storage.root)
      try {
        return await work({ storage, console, direct, visitor })
      } finally {
        direct.close()
        visitor.close()
      }
    } finally {
      await console.stop()
    }
  } finally {
    await storage.stop()
  }
}
