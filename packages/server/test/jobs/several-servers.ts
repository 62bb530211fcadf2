/** The consoles of several storage servers: signing in to each, what their jobs do, and a process of them that a test kills. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerJobDetails } from '@cooperage/contract'
import {
  type Child,
  cleanEnvironment,
  commandLine,
  readyAddress,
  type StorageServer,
  startChild,
} from '@cooperage/testkit'
import { expect, vi } from 'vitest'
import { type Visitor, visitor } from '../visitor.ts'

const PATIENT = { timeout: 40_000, interval: 50 }

/** Root at each of the servers. */
export async function signedInTo(
  url: string,
  servers: Readonly<Record<string, Pick<StorageServer, 'root'>>>,
): Promise<Visitor> {
  const user = visitor(url)
  for (const [name, { root }] of Object.entries(servers)) {
    const { status } = await user.call('POST', `/servers/${name}/api/v1/login`, { json: root })
    expect(status).toBe(201)
  }
  return user
}

/** A job of a server, once it is so. */
export async function jobThat(
  user: Visitor,
  from: string,
  id: string,
  isSo: (job: ServerJobDetails) => boolean,
  patient = PATIENT,
): Promise<ServerJobDetails> {
  return await vi.waitFor(async () => {
    const now = (await user.get(`/servers/${from}/api/v1/jobs/${id}`)).json as ServerJobDetails
    if (!isSo(now)) throw new Error(`The job is ${JSON.stringify(now)}`)
    return now
  }, patient)
}

/** Resolves once the servers have no keys of jobs any more. */
export async function withoutJobKeys(user: Visitor, ...names: string[]): Promise<void> {
  await vi.waitFor(async () => {
    for (const name of names) {
      const keys = (await user.get(`/servers/${name}/api/v1/account/access-keys`)).json as { name: string }[]
      expect(keys.filter((key) => key.name === 'cooperage-job')).toEqual([])
    }
  }, PATIENT)
}

/** The consoles in a process of their own, which is killed, and started again with its data. */
export class KillableConsoles {
  readonly #folder: string
  #child: Child | undefined

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Starts them, and signs in to each as root. */
  async start(servers: Readonly<Record<string, Pick<StorageServer, 'url' | 'root'>>>): Promise<Visitor> {
    const file = join(this.#folder, 'servers.json')
    const listed = Object.entries(servers).map(([name, { url }]) => ({ name, url }))
    writeFileSync(file, JSON.stringify({ servers: listed }))
    const options = ['--servers', file, '--port', '0', '--data', join(this.#folder, 'data')]
    this.#child = startChild(process.execPath, [...commandLine(), ...options], { env: cleanEnvironment() })
    return await signedInTo(await readyAddress(this.#child), servers)
  }

  kill(): void {
    this.#child?.process.kill('SIGKILL')
  }

  async ended(): Promise<void> {
    await this.#child?.ended
  }

  async stop(): Promise<void> {
    await this.#child?.stop()
  }
}
