/** A tenant of the embedded platform: an engine with the tenant's own data folder, root keys and users. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TenantProcess, TenantStart } from '@cooperage/platform'
import { dataUsage, putUser, StorageEndpoint, setPrincipalPolicies } from '@cooperage/storage-client'
import { joinEngineProcess, startEngineProcess } from '../engine-process.ts'

const HOST = '127.0.0.1'
const INSPECTION_TIMEOUT_MS = 4_000

/** @throws StartError, or StorageError if its users can't be created */
export async function startTenantProcess(start: TenantStart, env: NodeJS.ProcessEnv): Promise<TenantProcess> {
  const { folder, rootUser, rootPassword, users } = start
  // A console that was killed leaves its engines running, perhaps with other root keys.
  await (await joinEngineProcess(folder))?.stop()
  replaceRootKeys(folder, rootUser, rootPassword)
  const engine = await startEngineProcess({
    dataDir: folder,
    host: HOST,
    port: 0,
    tls: undefined,
    env: { ...env, COOPERAGE_ROOT_USER: rootUser, COOPERAGE_ROOT_PASSWORD: rootPassword },
    signal: new AbortController().signal,
  })
  const url = new URL(engine.url)
  const endpoint = new StorageEndpoint({ url })
  const credentials = { accessKey: rootUser, secretKey: rootPassword }
  try {
    for (const { accessKey, secretKey } of users) {
      await putUser({ endpoint, credentials }, { name: accessKey, secretKey, isEnabled: true })
      await setPrincipalPolicies({ endpoint, credentials }, { kind: 'user', name: accessKey }, ['consoleAdmin'])
    }
  } catch (error) {
    await engine.stop()
    await endpoint.close()
    throw error
  }
  return {
    url,
    ended: engine.ended,
    async inspect() {
      const signal = AbortSignal.timeout(INSPECTION_TIMEOUT_MS)
      const { totalSize } = await dataUsage({ endpoint, credentials, signal })
      return { usedBytes: totalSize }
    },
    async stop() {
      await endpoint.close()
      await engine.stop()
    },
  }
}

/** The root keys of a tenant are those of its secret, also after that was changed. */
function replaceRootKeys(folder: string, accessKey: string, secretKey: string): void {
  const file = join(folder, 'root-credentials')
  if (existsSync(file)) writeFileSync(file, `ACCESS_KEY=${accessKey}\nSECRET_KEY=${secretKey}\n`, { mode: 0o600 })
}
