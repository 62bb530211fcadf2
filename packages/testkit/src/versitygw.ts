import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Credentials } from '@cooperage/wire'
import { startChild } from './child.ts'
import { onFreePort } from './ports.ts'
import { findProgram } from './programs.ts'
import { ROOT_KEYS } from './root-keys.ts'
import { send } from './send.ts'
import type { StorageServer } from './storage-server.ts'
import { tempFolder } from './temp-folder.ts'
import { waitUntil } from './wait-until.ts'

/** A versitygw under test. */
export interface Versitygw extends Omit<StorageServer, 'kind'> {
  /** Adds a user without any right but to its own buckets, which it has none of. */
  addUser(keys: Credentials): void
}

/**
 * Starts a real versitygw on empty folders, with a host name for each bucket below `domain`: S3 with versions, unless it isn't to
 * keep any, and locks, but no admin API and no STS.
 */
export function startVersitygw({
  domain,
  keepsVersions = true,
}: {
  domain?: string
  keepsVersions?: boolean
} = {}): Promise<Versitygw> {
  return onFreePort(async (port) => {
    const folder = tempFolder('versitygw')
    const path = (name: string) => {
      mkdirSync(join(folder.path, name))
      return join(folder.path, name)
    }
    const root = ROOT_KEYS
    const child = startChild(
      findProgram('versitygw'),
      [
        '--port',
        `127.0.0.1:${port}`,
        ...(domain === undefined ? [] : ['--virtual-domain', domain]),
        '--iam-dir',
        path('iam'),
        'posix',
        ...(keepsVersions ? ['--versioning-dir', path('versions')] : []),
        path('data'),
      ],
      { env: { ...process.env, ROOT_ACCESS_KEY: root.accessKey, ROOT_SECRET_KEY: root.secretKey } },
    )
    const url = `http://127.0.0.1:${port}`
    const stop = async () => {
      await child.stop()
      folder.remove()
    }
    try {
      await waitUntil('versitygw responds', async () => {
        if (child.process.exitCode !== null) return 'ended'
        return (await send({ url, credentials: root, method: 'GET' })).status === 200
      })
      if (child.process.exitCode !== null) throw new Error('versitygw exited immediately')
    } catch (error) {
      await stop()
      throw new Error(`versitygw did not start:\n${child.output()}`, { cause: error })
    }
    const addUser = ({ accessKey, secretKey }: Credentials) => {
      const admin = ['admin', '--allow-insecure', '-er', url, '-a', root.accessKey, '-s', root.secretKey]
      const { status, stderr } = spawnSync(
        findProgram('versitygw'),
        [...admin, 'create-user', '-a', accessKey, '-s', secretKey, '-r', 'user'],
        { encoding: 'utf8' },
      )
      if (status !== 0) throw new Error(`versitygw added no user: ${stderr}`)
    }
    return { addUser, url, root, pid: child.process.pid ?? 0, stop }
  })
}
