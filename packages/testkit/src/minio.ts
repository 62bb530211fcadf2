import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startChild } from './child.ts'
import { onFreePort } from './ports.ts'
import { findProgram } from './programs.ts'
import { ROOT_KEYS } from './root-keys.ts'
import { isReady, type StorageServer } from './storage-server.ts'
import { tempFolder } from './temp-folder.ts'
import { waitUntil } from './wait-until.ts'

export interface MinioOptions {
  /** More than one makes it an erasure-coded server. */
  drives?: number
  env?: Record<string, string>
}

/** Starts a real MinIO on empty drives and waits until it accepts signed requests. */
export function startMinio(options: MinioOptions = {}): Promise<StorageServer> {
  return onFreePort((port) => startMinioOn(port, options))
}

async function startMinioOn(port: number, { drives = 1, env = {} }: MinioOptions): Promise<StorageServer> {
  const folder = tempFolder('minio')
  const paths = Array.from({ length: drives }, (_, index) => join(folder.path, `drive${index + 1}`))
  for (const path of paths) mkdirSync(path)
  const root = ROOT_KEYS
  const child = startChild(findProgram('minio'), ['server', '--quiet', '--address', `127.0.0.1:${port}`, ...paths], {
    env: {
      ...process.env,
      MINIO_ROOT_USER: root.accessKey,
      MINIO_ROOT_PASSWORD: root.secretKey,
      MINIO_BROWSER: 'off',
      MINIO_UPDATE: 'off',
      // Without this, drives that share one disk are rejected.
      MINIO_CI_CD: '1',
      ...env,
    },
  })
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    await child.stop()
    folder.remove()
  }
  try {
    await waitUntil('MinIO responds', async () => {
      if (child.process.exitCode !== null) return 'ended'
      return await isReady({ url, root })
    })
    if (child.process.exitCode !== null) throw new Error('MinIO exited immediately')
  } catch (error) {
    await stop()
    throw new Error(`MinIO did not start:\n${child.output()}`, { cause: error })
  }
  return { kind: 'minio', url, root, pid: child.process.pid ?? 0, drives: paths, stop }
}
