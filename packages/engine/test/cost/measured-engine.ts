/** Starts an engine in its own process and measures what requests cost its main thread. */
import { request } from 'node:http'
import { join } from 'node:path'
import { startMeasured, tempFolder } from '@cooperage/testkit'
import { type Credentials, PAYLOAD } from '@cooperage/wire'
import { signed, type TestRequest } from '../../src/test-engine.ts'

export interface Input extends Omit<TestRequest, 'region'> {
  method: string
  /** Percent-encoded. */
  path: string
  /** Signed in place of the body's hash, for chunked bodies. */
  payloadHash?: string
  /** The response never ends: only its start is awaited. */
  isLive?: boolean
}

export interface Reply {
  status: number
  text: string
}

export interface MeasuredEngine {
  root: Credentials
  send(input: Input): Promise<Reply>
  measure(name: string, input: Input): Promise<void>
  /** The inputs that exceeded the limit so far. */
  over: readonly string[]
  stop(): Promise<void>
}

export async function startMeasuredEngine(): Promise<MeasuredEngine> {
  const folder = tempFolder('cost')
  const file = join(import.meta.dirname, 'engine-process.ts')
  const measured = await startMeasured<{ url: string; root: Credentials }>(file, [join(folder.path, 'data')])
  const { url, root } = measured.started
  const send = (input: Input) => exchange(url, root, input)
  return {
    root,
    send,
    async measure(name, input) {
      await measured.leastCost(name, async () => (await send(input)).status)
    },
    over: measured.over,
    async stop() {
      await measured.stop()
      folder.remove()
    },
  }
}

function exchange(base: string, root: Credentials, input: Input): Promise<Reply> {
  const { method, path, body = '', as = root } = input
  // The hash of a long body would take longer than the engine.
  const payloadHash = input.payloadHash ?? (body.length > 1_000_000 ? PAYLOAD.unsigned : undefined)
  const { target, headers } = signed(base, method, path, {
    ...input,
    as,
    headers: { ...input.headers, ...(payloadHash !== undefined && { 'x-amz-content-sha256': payloadHash }) },
  })
  const { hostname, port } = new URL(base)
  return new Promise((resolve, reject) => {
    let hasReply = false
    const outgoing = request(
      { hostname, port, method, path: target, headers, agent: false, timeout: 60_000 },
      (incoming) => {
        hasReply = true
        if (input.isLive && incoming.statusCode === 200) {
          outgoing.destroy()
          resolve({ status: 200, text: '' })
          return
        }
        const pieces: Buffer[] = []
        incoming.on('data', (piece: Buffer) => pieces.push(piece))
        incoming.on('error', reject)
        incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(pieces).toString() }))
      },
    )
    // A refusal may come, and the connection be closed, before the whole body was sent.
    outgoing.on('error', (error) => (hasReply ? undefined : reject(error)))
    outgoing.on('timeout', () => outgoing.destroy(new Error(`${method} ${path} got no response within a minute`)))
    outgoing.end(body)
  })
}
