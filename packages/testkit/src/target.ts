import { startTestEngine } from './engine.ts'
import { type MinioOptions, startMinio } from './minio.ts'
import type { StorageServer } from './storage-server.ts'

/** Which server to test: the engine, unless `COOPERAGE_PARITY=minio`. */
export function targetKind(env: NodeJS.ProcessEnv = process.env): StorageServer['kind'] {
  const wish = env.COOPERAGE_PARITY || 'engine'
  if (wish !== 'engine' && wish !== 'minio') throw new Error(`COOPERAGE_PARITY must be engine or minio, not "${wish}"`)
  return wish
}

export interface TargetOptions {
  /** What MinIO needs and the engine has by default. */
  minio?: MinioOptions
  /** Serves HTTPS, with the first of `TEST_CERTIFICATES`. */
  tls?: boolean
  /** Whom the engine believes X-Forwarded headers. MinIO believes everybody. */
  trustedProxies?: readonly string[]
}

/** Starts the server that the environment selects. */
export function startTarget({ minio, tls = false, ...engine }: TargetOptions = {}): Promise<StorageServer> {
  return targetKind() === 'minio' ? startMinio({ ...minio, tls }) : startTestEngine({ tls, ...engine })
}

/** Enables encryption in MinIO with a given key. */
export const ENCRYPTING_MINIO: MinioOptions = {
  env: { MINIO_KMS_SECRET_KEY: `cooperage-key:${Buffer.alloc(32, 'cooperage').toString('base64')}` },
}
