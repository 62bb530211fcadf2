import { startTestEngine } from './engine.ts'
import { startMinio } from './minio.ts'
import type { StorageServer } from './storage-server.ts'

/** Which server the environment asks to test: the engine, unless `COOPERAGE_PARITY=minio`. */
export function targetKind(env: NodeJS.ProcessEnv = process.env): StorageServer['kind'] {
  const wish = env.COOPERAGE_PARITY || 'engine'
  if (wish !== 'engine' && wish !== 'minio')
    throw new Error(`COOPERAGE_PARITY has to be engine or minio, not "${wish}"`)
  return wish
}

/** Starts the server that the environment asks for. */
export function startTarget(): Promise<StorageServer> {
  return targetKind() === 'minio' ? startMinio() : startTestEngine()
}
