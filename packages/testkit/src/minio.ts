import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { writeCertificate } from './certificates.ts'
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
  /**
   * Number of pools, or a folder for each, with so many drives in each. They are given as a range: a pool whose drives are listed
   * can't be managed.
   */
  pools?: number | readonly string[]
  env?: Record<string, string>
  /** Serves HTTPS, with the first of `TEST_CERTIFICATES`. */
  tls?: boolean
  /** Default a free one. */
  port?: number
  /** Where its data is kept when it stops, so that another start with this port and folder is the same server again. */
  folder?: string
}

/** Starts a real MinIO on empty drives and waits until it accepts signed requests. */
export function startMinio(options: MinioOptions = {}): Promise<StorageServer> {
  const { port } = options
  return port === undefined ? onFreePort((free) => startMinioOn(free, options)) : startMinioOn(port, options)
}

async function startMinioOn(port: number, options: MinioOptions): Promise<StorageServer> {
  const { drives = 1, pools = 0, env = {}, tls = false } = options
  const folder = tempFolder('minio')
  const data = options.folder ?? folder.path
  const pathsIn = (parent: string) => Array.from({ length: drives }, (_, index) => join(parent, `drive${index + 1}`))
  const parents =
    typeof pools === 'number' ? Array.from({ length: pools }, (_, index) => join(data, `pool${index + 1}`)) : pools
  const paths = parents.length > 0 ? parents.flatMap(pathsIn) : pathsIn(data)
  for (const path of paths) mkdirSync(path, { recursive: true })
  const places = parents.length > 0 ? parents.map((parent) => join(parent, `drive{1...${drives}}`)) : paths
  const root = ROOT_KEYS
  const certificates = join(folder.path, 'certificates')
  mkdirSync(certificates)
  if (tls) writeCertificate(certificates)
  const settings = ['--quiet', '--address', `127.0.0.1:${port}`, '--certs-dir', certificates]
  const child = startChild(findProgram('minio'), ['server', ...settings, ...places], {
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
  const url = `${tls ? 'https' : 'http'}://127.0.0.1:${port}`
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
