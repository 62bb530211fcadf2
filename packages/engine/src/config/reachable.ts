/** Checks that the address in a setting is reachable before the setting is stored. Messages are worded as in MinIO. */
import { lookup } from 'node:dns/promises'
import { connect } from 'node:net'
import { CHECK_STEPS, checkDirectory, DirectoryCheckError, directorySettings } from '@cooperage/directory'
import { invalidValue } from './errors.ts'
import type { Values } from './text.ts'

const DEADLINE_MS = 5_000

/** Only connects: a webhook gets no request before there is an event to deliver. @throws WireError */
export async function checkWebhook(target: string, { endpoint = '' }: Values): Promise<void> {
  const wrong = await dial(new URL(endpoint))
  if (wrong !== undefined) throw invalidValue(`error (${target}:webhook): ${wrong}`)
}

/** @throws WireError unless the provider returns a discovery document with a `jwks_uri` */
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
  if (!hasJwksUri(text)) throw invalidValue(`the discovery document at ${url} has no jwks_uri`)
}

/** @throws WireError caused by a DirectoryCheckError unless users can be searched */
export async function checkLdap(_target: string, values: Values): Promise<void> {
  try {
    await checkDirectory(directorySettings(values))
  } catch (cause) {
    if (!(cause instanceof DirectoryCheckError)) throw cause
    throw invalidValue(`${CHECK_STEPS[cause.step]}: ${cause.message}`, { cause })
  }
}

function hasJwksUri(text: string): boolean {
  try {
    const document: unknown = JSON.parse(text)
    return typeof document === 'object' && document !== null && 'jwks_uri' in document
  } catch {
    return false
  }
}

/** The reason why the connection failed; undefined when it was accepted. */
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
    const finish = (failure: string | undefined): void => {
      socket.destroy()
      resolve(failure)
    }
    socket.once('connect', () => finish(undefined))
    socket.once('timeout', () => finish(`dial tcp ${shown}: i/o timeout`))
    socket.once('error', (error: NodeJS.ErrnoException) =>
      finish(`dial tcp ${shown}: ${error.code === 'ECONNREFUSED' ? 'connect: connection refused' : error.message}`),
    )
  })
}
