/** Asks, before a setting is kept, whether what it names is there. The sentences are those that MinIO's clients know. */
import { lookup } from 'node:dns/promises'
import { connect } from 'node:net'
import { invalidValue } from './errors.ts'
import type { Values } from './text.ts'

const DEADLINE_MS = 5_000

/** Of a webhook only that somebody listens: it gets no request before there is something to tell. @throws WireError */
export async function checkWebhook(target: string, { endpoint = '' }: Values): Promise<void> {
  const wrong = await dial(new URL(endpoint))
  if (wrong !== undefined) throw invalidValue(`error (${target}:webhook): ${wrong}`)
}

/** @throws WireError unless the provider gives a discovery document with a place of its keys */
export async function checkProvider(_target: string, { config_url: url = '' }: Values): Promise<void> {
  const wrong = await dial(new URL(url))
  if (wrong !== undefined) throw invalidValue(`Get "${url}": ${wrong}`)
  let text: string
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(DEADLINE_MS) })
    if (!response.ok) throw invalidValue(`${response.status} ${response.statusText}`)
    text = await response.text()
  } catch (error) {
    throw invalidValue(`Get "${url}": ${error instanceof Error ? error.message : String(error)}`)
  }
  if (!hasKeysAddress(text)) throw invalidValue(`the document at ${url} names no jwks_uri`)
}

function hasKeysAddress(text: string): boolean {
  try {
    const document: unknown = JSON.parse(text)
    return typeof document === 'object' && document !== null && 'jwks_uri' in document
  } catch {
    return false
  }
}

/** Undefined when somebody accepts the connection. */
async function dial({ hostname, port, protocol }: URL): Promise<string | undefined> {
  const name = hostname.replace(/^\[|\]$/g, '')
  const number = Number(port) || (protocol === 'https:' ? 443 : 80)
  let address: string
  try {
    address = (await lookup(name)).address
  } catch {
    return `dial tcp: lookup ${name}: no such host`
  }
  const shown = `${address.includes(':') ? `[${address}]` : address}:${number}`
  return new Promise((resolve) => {
    const socket = connect({ host: address, port: number, timeout: DEADLINE_MS })
    const end = (answer: string | undefined): void => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => end(undefined))
    socket.once('timeout', () => end(`dial tcp ${shown}: i/o timeout`))
    socket.once('error', (error: NodeJS.ErrnoException) =>
      end(`dial tcp ${shown}: ${error.code === 'ECONNREFUSED' ? 'connect: connection refused' : error.message}`),
    )
  })
}
