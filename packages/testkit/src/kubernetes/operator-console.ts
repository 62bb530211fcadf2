import { type OperatorSettings, startOperatorServer } from '@cooperage/server'
import { request } from 'undici'
import { expectDeclaredErrors } from '../console-process.ts'
import { tempFolder } from '../temp-folder.ts'
import type { Cluster } from './cluster.ts'

export interface ConsoleReply {
  status: number
  /** The text where it isn't JSON. */
  body: unknown
}

/** Calls to the console of one signed-in user. */
export type ConsoleCall = (method: string, path: string, json?: unknown) => Promise<ConsoleReply>

export interface OperatorConsole {
  signIn(token: string): Promise<ConsoleCall>
  /** Rejects if it responded with an error that the contract does not declare. */
  stop(): Promise<void>
}

/** The console in operator mode, in this process. */
export async function startOperatorConsole(
  { server: { url, ca } }: Pick<Cluster, 'server'>,
  settings: Partial<OperatorSettings> = {},
): Promise<OperatorConsole> {
  const folder = tempFolder('operator')
  const log: string[] = []
  const server = await startOperatorServer({
    host: '127.0.0.1',
    port: 0,
    dataDir: folder.path,
    webRoot: folder.path,
    kubernetesUrl: url,
    ...(ca !== undefined && { kubernetesCa: ca }),
    ownNamespace: 'default',
    log: (line) => log.push(line),
    ...settings,
  })

  async function send(cookie: string, method: string, path: string, json?: unknown) {
    const response = await request(new URL(path, server.url), {
      method: method as 'GET',
      headers: { cookie, ...(json !== undefined && { 'content-type': 'application/json' }) },
      body: json === undefined ? null : JSON.stringify(json),
    })
    const text = await response.body.text()
    const isJson = String(response.headers['content-type']).includes('json')
    return { ...response, status: response.statusCode, body: isJson ? JSON.parse(text) : text }
  }

  return {
    async signIn(token) {
      const { status, headers, body } = await send('', 'POST', '/api/v1/login/operator', { jwt: token })
      if (status !== 201) throw new Error(`no sign-in: ${JSON.stringify(body)}`)
      const cookie = [headers['set-cookie'] ?? []].flat().map((line) => line.split(';')[0])
      return (method, path, json) => send(cookie.join('; '), method, path, json)
    },
    async stop() {
      await server.close()
      folder.remove()
      expectDeclaredErrors(log.join(''))
    },
  }
}
