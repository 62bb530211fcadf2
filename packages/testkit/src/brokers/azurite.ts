import { createHmac } from 'node:crypto'
import { azuriteProgram } from '../../../../scripts/azurite.ts'
import { startChild } from '../child.ts'
import { onFreePort } from '../ports.ts'
import { tempFolder } from '../temp-folder.ts'
import { waitUntil } from '../wait-until.ts'

const ACCOUNT = 'cooperage'
const KEY = Buffer.alloc(32, 'cooperage').toString('base64')
const VERSION = '2021-08-06'

/** An Azure Blob Storage, for tiers. */
export interface Azurite {
  /** The address of its account. */
  url: string
  account: string
  key: string
  createContainer(name: string): Promise<void>
  /** The text of a container's list of blobs. */
  list(container: string): Promise<string>
  stop(): Promise<void>
}

export function startAzurite(): Promise<Azurite> {
  return onFreePort(startOn)
}

async function startOn(port: number): Promise<Azurite> {
  const folder = tempFolder('azurite')
  const args = ['--inMemoryPersistence', '--skipApiVersionCheck', '--disableTelemetry', '--blobPort', String(port)]
  const child = startChild(process.execPath, [azuriteProgram(), ...args], {
    cwd: folder.path,
    env: { ...process.env, AZURITE_ACCOUNTS: `${ACCOUNT}:${KEY}` },
  })
  const stop = async () => {
    await child.stop()
    folder.remove()
  }
  const call = async (method: string, container: string, query: Record<string, string>) => {
    const path = `/${ACCOUNT}/${container}`
    const headers = { 'x-ms-date': new Date().toUTCString(), 'x-ms-version': VERSION }
    const resource = [`/${ACCOUNT}${path}`, ...Object.entries(query).map(([name, value]) => `${name}:${value}`)]
    // Twelve headers of HTTP that the request doesn't have, then those of Azure.
    const dated = Object.entries(headers).map(([name, value]) => `${name}:${value}`)
    const text = [method, ...Array.from({ length: 11 }, () => ''), ...dated, ...resource].join('\n')
    const signature = createHmac('sha256', Buffer.from(KEY, 'base64')).update(text).digest('base64')
    const response = await fetch(`http://127.0.0.1:${port}${path}?${new URLSearchParams(query)}`, {
      method,
      headers: { ...headers, authorization: `SharedKey ${ACCOUNT}:${signature}` },
    })
    const body = await response.text()
    if (!response.ok) throw new Error(`Azurite returned ${response.status}: ${body}`)
    return body
  }
  try {
    await waitUntil('Azurite listens', () => {
      if (child.process.exitCode !== null) return 'ended'
      return child.output().includes('successfully listens')
    })
    if (child.process.exitCode !== null) throw new Error('it exited immediately')
  } catch (error) {
    await stop()
    throw new Error(`Azurite did not start:\n${child.output()}`, { cause: error })
  }
  return {
    url: `http://127.0.0.1:${port}/${ACCOUNT}`,
    account: ACCOUNT,
    key: KEY,
    async createContainer(name) {
      await call('PUT', name, { restype: 'container' })
    },
    list: (container) => call('GET', container, { comp: 'list', restype: 'container' }),
    stop,
  }
}
