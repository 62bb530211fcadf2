/** A server for one test file, which can configure it, restart it and read its logs without disturbing other files. */
import {
  type SendOptions,
  type StorageServer,
  send,
  startTarget,
  type TestResponse,
  uniqueName,
  waitUntil,
} from '@cooperage/testkit'
import { decryptAdminPayload, encryptAdminPayload } from '@cooperage/wire'

export interface OwnServer extends StorageServer {
  request(options: Partial<Pick<SendOptions, 'url'>> & Omit<SendOptions, 'url'>): Promise<TestResponse>
  /** A call of the admin API; a GET by default. */
  admin(call: string, options?: Partial<SendOptions>): Promise<TestResponse>
  /** Sends the text encrypted and returns the raw response. */
  setConfig(text: string): Promise<TestResponse>
  deleteConfig(text: string): Promise<TestResponse>
  /** The decrypted text of a response that is expected to succeed. */
  clear(response: TestResponse): Promise<string>
  getConfig(key: string): Promise<string>
  bucket(): Promise<string>
  /** Through the admin API by default; resolves when the new process responds. */
  restart(by?: () => Promise<unknown>): Promise<void>
}

export async function startOwnServer(options: Parameters<typeof startTarget>[0] = {}): Promise<OwnServer> {
  return ownServer(await startTarget(options))
}

/** The same for a server that is started already. */
export function ownServer(server: StorageServer): OwnServer {
  const { url, root } = server
  const request: OwnServer['request'] = (options) => send({ url, credentials: root, ...options })
  const admin: OwnServer['admin'] = (call, options = {}) =>
    request({ method: 'GET', path: `/minio/admin/v3/${call}`, region: '', ...options })
  const encrypted = (text: string) => encryptAdminPayload(root.secretKey, Buffer.from(text), { algorithm: 2 })
  const setConfig = async (text: string) => admin('set-config-kv', { method: 'PUT', body: await encrypted(text) })
  const clear = async (response: TestResponse) => {
    if (response.status !== 200) throw new Error(`returned ${response.status}: ${response.text}`)
    return (await decryptAdminPayload(root.secretKey, response.bytes)).toString()
  }
  const getConfig = async (key: string) => clear(await admin('get-config-kv', { query: { key } }))
  return {
    ...server,
    request,
    admin,
    setConfig,
    deleteConfig: async (text) => admin('del-config-kv', { method: 'DELETE', body: await encrypted(text) }),
    clear,
    getConfig,
    async bucket() {
      const bucket = uniqueName('own')
      const { status, text } = await request({ method: 'PUT', bucket })
      if (status !== 200) throw new Error(`no bucket: ${status} ${text}`)
      return bucket
    },
    async restart(by = () => admin('service', { method: 'POST', query: { action: 'restart' } })) {
      // The site name takes effect only after a restart, so it proves that one happened.
      const name = `s${Date.now().toString(36)}`
      await setConfig(`site name=${name}`)
      await by()
      await waitUntil('the server is back', async () => (await getConfig('site')).includes(name))
      await waitUntil('the storage is back', async () => (await request({ method: 'GET' })).status === 200)
    },
  }
}
