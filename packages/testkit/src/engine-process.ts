import { join } from 'node:path'
import { cacheFolder } from '../../../scripts/cache-folder.ts'
import { startChild } from './child.ts'
import { cleanEnvironment } from './console-process.ts'
import type { EngineOptions } from './engine.ts'
import { onFreePort } from './ports.ts'
import { engineFile } from './programs.ts'
import { ROOT_KEYS } from './root-keys.ts'
import { isReady, type StorageServer } from './storage-server.ts'
import { tempFolder } from './temp-folder.ts'
import { waitUntil } from './wait-until.ts'

/** Starts the embedded engine in a separate process, as `npm start` does: for measurements and for tests that kill it. */
export async function startEngineProcess({ dataDir, port }: EngineOptions = {}): Promise<StorageServer> {
  const start = (on: number) => startEngineOn(on, dataDir)
  return port === undefined ? await onFreePort(start) : await start(port)
}

async function startEngineOn(port: number, dataDir: string | undefined): Promise<StorageServer> {
  const folder = dataDir === undefined ? tempFolder('engine') : undefined
  const path = dataDir ?? join(folder?.path ?? '', 'data')
  const root = ROOT_KEYS
  const child = startChild(process.execPath, ['--min-semi-space-size=4', '--max-semi-space-size=4', engineFile()], {
    env: cleanEnvironment({
      // As the command does.
      NODE_COMPILE_CACHE: join(cacheFolder(), 'compiled'),
      COOPERAGE_DATA: path,
      COOPERAGE_HOST: '127.0.0.1',
      COOPERAGE_STORAGE_PORT: String(port),
      COOPERAGE_ROOT_USER: root.accessKey,
      COOPERAGE_ROOT_PASSWORD: root.secretKey,
    }),
  })
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    await child.stop()
    folder?.remove()
  }
  try {
    await waitUntil('the engine responds', async () => {
      if (child.process.exitCode !== null) return 'ended'
      return await isReady({ url, root })
    })
    if (child.process.exitCode !== null) throw new Error('the engine exited immediately')
  } catch (error) {
    await stop()
    throw new Error(`The engine did not start:\n${child.output()}`, { cause: error })
  }
  return { kind: 'engine', url, root, pid: child.process.pid ?? 0, stop }
}
