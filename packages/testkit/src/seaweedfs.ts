import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Credentials } from '@cooperage/wire'
import { missingProgram } from '../../../scripts/programs.ts'
import { startChild } from './child.ts'
import { freePort, onFreePort } from './ports.ts'
import { findProgram } from './programs.ts'
import { ROOT_KEYS } from './root-keys.ts'
import { send } from './send.ts'
import type { StorageServer } from './storage-server.ts'
import { tempFolder } from './temp-folder.ts'
import { waitUntil } from './wait-until.ts'

/** A user of it without any right. */
const NOBODY: Credentials = { accessKey: 'nobody', secretKey: 'secret-of-nobody' }

/** Starts a real SeaweedFS in one process: S3 with versions and locks, and IAM at the same address. */
export function startSeaweedfs(): Promise<Omit<StorageServer, 'kind'> & { nobody: Credentials }> {
  const missing = missingProgram('weed')
  if (missing !== undefined) throw new Error(missing)
  return onFreePort(async (port) => {
    const folder = tempFolder('seaweedfs')
    const identities = [
      { name: 'root', credentials: [ROOT_KEYS], actions: ['Admin'] },
      { name: 'nobody', credentials: [NOBODY], actions: [] },
    ]
    const config = join(folder.path, 's3.json')
    writeFileSync(config, JSON.stringify({ identities }))
    const ports: string[] = []
    for (const server of ['master', 'volume', 'filer']) {
      ports.push(`-${server}.port=${await freePort()}`, `-${server}.port.grpc=${await freePort()}`)
    }
    const child = startChild(findProgram('weed'), [
      'server',
      `-dir=${folder.path}`,
      '-ip=127.0.0.1',
      '-ip.bind=127.0.0.1',
      ...ports,
      '-filer',
      '-s3',
      `-s3.port=${port}`,
      `-s3.port.grpc=${await freePort()}`,
      '-s3.port.iceberg=0',
      '-s3.port.lance=0',
      `-s3.config=${config}`,
      '-s3.iam.readOnly=false',
      '-master.volumeSizeLimitMB=64',
    ])
    const url = `http://127.0.0.1:${port}`
    const stop = async () => {
      await child.stop()
      folder.remove()
    }
    try {
      await waitUntil('SeaweedFS stores', async () => {
        if (child.process.exitCode !== null) return 'ended'
        // It lists buckets before it can store anything.
        const created = await send({ url, credentials: ROOT_KEYS, method: 'PUT', path: '/ready' })
        return created.status === 200 || created.status === 409
      })
      if (child.process.exitCode !== null) throw new Error('SeaweedFS exited immediately')
    } catch (error) {
      await stop()
      throw new Error(`SeaweedFS did not start:\n${child.output()}`, { cause: error })
    }
    return { url, root: ROOT_KEYS, nobody: NOBODY, pid: child.process.pid ?? 0, stop }
  })
}
