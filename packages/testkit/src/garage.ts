import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Credentials } from '@cooperage/wire'
import { garagePath } from '../../../scripts/garage.ts'
import { missingProgram } from '../../../scripts/programs.ts'
import { startChild } from './child.ts'
import { freePort, onFreePort } from './ports.ts'
import { ROOT_KEYS } from './root-keys.ts'
import { send } from './send.ts'
import { tempFolder } from './temp-folder.ts'
import { waitUntil } from './wait-until.ts'

/** A Garage under test. */
export interface Garage {
  url: string
  adminUrl: string
  /** The token of its configuration, which may do everything. */
  token: string
  /** A key that can create buckets. */
  root: Credentials
  pid: number
  /** Calls the admin API with the token of the configuration; the JSON of the response. */
  admin(call: string, body?: object, query?: Record<string, string>): Promise<unknown>
  /** Creates a token that may do these calls only. */
  createToken(scope: readonly string[], expiration?: Date): Promise<string>
  stop(): Promise<void>
}

const TOKEN = 'admin-token-of-tests'

/** Starts a real Garage as a cluster of one node, which stores each block once. */
export function startGarage(): Promise<Garage> {
  const missing = missingProgram('garage')
  if (missing !== undefined) throw new Error(missing)
  return onFreePort(async (port) => {
    const folder = tempFolder('garage')
    const [rpc, adminPort] = [await freePort(), await freePort()]
    const config = join(folder.path, 'garage.toml')
    writeFileSync(
      config,
      `metadata_dir = ${JSON.stringify(join(folder.path, 'meta'))}
data_dir = ${JSON.stringify(join(folder.path, 'data'))}
db_engine = "lmdb"
replication_factor = 1
rpc_bind_addr = "127.0.0.1:${rpc}"
rpc_public_addr = "127.0.0.1:${rpc}"
rpc_secret = "${'01'.repeat(32)}"
[s3_api]
s3_region = "garage"
api_bind_addr = "127.0.0.1:${port}"
[admin]
api_bind_addr = "127.0.0.1:${adminPort}"
admin_token = "${TOKEN}"
`,
    )
    const child = startChild(garagePath(), ['-c', config, 'server'], { env: { ...process.env, RUST_LOG: 'warn' } })
    const url = `http://127.0.0.1:${port}`
    const adminUrl = `http://127.0.0.1:${adminPort}`
    const stop = async () => {
      await child.stop()
      folder.remove()
    }
    const admin: Garage['admin'] = async (call, body, query = {}) => {
      const response = await fetch(`${adminUrl}/v2/${call}?${new URLSearchParams(query)}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`Garage refused ${call}: ${text}`)
      return JSON.parse(text)
    }
    try {
      await waitUntil('Garage responds', async () => {
        if (child.process.exitCode !== null) return 'ended'
        return fetch(`${adminUrl}/v2/GetClusterStatus`).then(
          () => true,
          () => false,
        )
      })
      if (child.process.exitCode !== null) throw new Error('Garage exited immediately')
      const { nodes } = (await admin('GetClusterStatus')) as { nodes: { id: string }[] }
      const roles = nodes.map(({ id }) => ({ id, zone: 'zone', capacity: 1_000_000_000, tags: ['test'] }))
      await admin('UpdateClusterLayout', { roles })
      await admin('ApplyClusterLayout', { version: 1 })
      const root = await createRoot(admin)
      await waitUntil('Garage stores', async () => {
        const listed = await send({ url, credentials: root, region: 'garage', method: 'GET' })
        return listed.status === 200
      })
      const createToken: Garage['createToken'] = async (scope, expiration) => {
        const body = { name: 'test', scope, ...(expiration && { expiration: expiration.toISOString() }) }
        return ((await admin('CreateAdminToken', body)) as { secretToken: string }).secretToken
      }
      return { url, adminUrl, token: TOKEN, root, pid: child.process.pid ?? 0, admin, createToken, stop }
    } catch (error) {
      await stop()
      throw new Error(`Garage did not start:\n${child.output()}`, { cause: error })
    }
  })
}

/** Garage chooses the keys. */
async function createRoot(admin: Garage['admin']): Promise<Credentials> {
  const name = ROOT_KEYS.accessKey
  const key = await admin('CreateKey', { name, allow: { createBucket: true } })
  const { accessKeyId, secretAccessKey } = key as { accessKeyId: string; secretAccessKey: string }
  return { accessKey: accessKeyId, secretKey: secretAccessKey }
}
