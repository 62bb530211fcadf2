/** For tests: an engine on a free port with a temporary data folder, and requests to it. */
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { type IncomingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Credentials,
  objectPath,
  parseAssumeRole,
  sha256Hex,
  signRequest,
  writeAssumeRoleForm,
} from '@cooperage/wire'
import type { LogEntry } from './log.ts'
import { type EngineOptions, type RunningEngine, startEngine } from './start-engine.ts'

export const ROOT = { accessKey: 'test-root', secretKey: 'test-root-secret' }

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  text: string
  /** The code of an error document, in XML, JSON or the header of a HEAD response. */
  code: string
}

export interface TestRequest {
  query?: string
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** Default: root. Null sends no signature. */
  as?: Credentials | null
  service?: 's3' | 'sts'
  region?: string
}

export interface TestEngine {
  readonly engine: RunningEngine
  readonly dataDir: string
  readonly log: LogEntry[]
  /** `path` must be percent-encoded, see `objectPath`. */
  send(method: string, path: string, options?: TestRequest): Promise<Reply>
  assumeRole(form?: Parameters<typeof writeAssumeRoleForm>[0], as?: Credentials): Promise<Credentials>
  /** Closes the engine and starts another on the same folder. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export async function startTestEngine(
  options: Partial<
    Pick<
      EngineOptions,
      | 'region'
      | 'dataDir'
      | 'tls'
      | 'isMetricsPublic'
      | 'acceptsSignatureV2'
      | 'cannedAcls'
      | 'lifecycleSeconds'
      | 'maxConnections'
      | 'now'
    >
  > = {},
): Promise<TestEngine> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'cooperage-engine-')))
  const log: LogEntry[] = []
  const start = () => startEngine({ ...options, dataDir, root: ROOT, log: (entry) => log.push(entry) })
  let engine = await start()

  const send: TestEngine['send'] = (method, path, request = {}) => sendSigned(engine.url, method, path, request)
  return {
    get engine() {
      return engine
    },
    dataDir,
    log,
    send,
    async assumeRole(form = {}, as = ROOT) {
      const reply = await send('POST', '/', {
        body: writeAssumeRoleForm(form),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        service: 'sts',
        as,
      })
      if (reply.status !== 200) throw new Error(`AssumeRole returned ${reply.status} ${reply.text}`)
      const { accessKey, secretKey, sessionToken } = parseAssumeRole(reply.text)
      return { accessKey, secretKey, sessionToken }
    },
    async restart() {
      await engine.close()
      engine = await start()
    },
    async stop() {
      await engine.close()
      await rm(dataDir, { recursive: true })
    },
  }
}

async function sendSigned(base: string, method: string, path: string, options: TestRequest): Promise<Reply> {
  const { target, headers } = signed(base, method, path, options)
  return sendPlain(base, method, target, headers, options.body)
}

/** The target and the headers of a request, with its signature unless it has none. */
export function signed(
  base: string,
  method: string,
  path: string,
  { query = '', body = '', as = ROOT, service = 's3', region = 'us-east-1', ...options }: TestRequest,
): { target: string; headers: Record<string, string> } {
  const target = query === '' ? path : `${path}?${query}`
  const headers: Record<string, string> = { ...options.headers }
  if (method === 'PUT' || method === 'POST') headers['content-length'] ??= String(Buffer.byteLength(body))
  if (as === null) return { target, headers }
  const payloadHash = headers['x-amz-content-sha256'] ?? sha256Hex(body)
  const url = new URL(target, base)
  return { target, headers: signRequest({ method, url, headers, credentials: as, region, service, payloadHash }) }
}

export function sendPlain(
  base: string,
  method: string,
  target: string,
  headers: Record<string, string>,
  body: string | Uint8Array = '',
): Promise<Reply> {
  const { hostname, port } = new URL(base)
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, method, path: target, headers, agent: false }, (incoming) => {
      const pieces: Buffer[] = []
      incoming.on('data', (piece: Buffer) => pieces.push(piece))
      incoming.on('error', reject)
      incoming.on('end', () => resolve(replyOf(incoming.statusCode ?? 0, incoming.headers, Buffer.concat(pieces))))
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

function replyOf(status: number, headers: IncomingHttpHeaders, body: Buffer): Reply {
  const text = body.toString()
  const code =
    /<Code>(.*?)<\/Code>/.exec(text)?.[1] ??
    /^\{"Code":"(.*?)"/.exec(text)?.[1] ??
    String(headers['x-minio-error-code'] ?? '')
  return { status, headers, body, text, code }
}

export function md5Base64(text: string | Buffer): string {
  return createHash('md5').update(text).digest('base64')
}

export { objectPath }
