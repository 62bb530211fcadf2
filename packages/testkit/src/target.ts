import { startTestEngine } from './engine.ts'
import { type MinioOptions, startMinio } from './minio.ts'
import type { StorageServer } from './storage-server.ts'

/** Which server to test: the engine, unless `COOPERAGE_PARITY=minio`. */
export function targetKind(env: NodeJS.ProcessEnv = process.env): StorageServer['kind'] {
  const wish = env.COOPERAGE_PARITY || 'engine'
  if (wish !== 'engine' && wish !== 'minio') throw new Error(`COOPERAGE_PARITY must be engine or minio, not "${wish}"`)
  return wish
}

/** Starts the server that the environment selects. `minio` configures what MinIO needs and the engine has by default. */
export function startTarget({ minio }: { minio?: MinioOptions } = {}): Promise<StorageServer> {
  return targetKind() === 'minio' ? startMinio(minio) : startTestEngine()
}

/** Enables encryption in MinIO with a given key. */
export const ENCRYPTING_MINIO: MinioOptions = {
  env: { MINIO_KMS_SECRET_KEY: `cooperage-key:${Buffer.alloc(32, 'cooperage').toString('base64')}` },
}
