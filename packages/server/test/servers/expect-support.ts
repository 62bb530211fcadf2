import { join } from 'node:path'
import type { startTarget } from '@cooperage/testkit'
import { expect } from 'vitest'
import type { ServerSettings } from '../../src/index.ts'
import { startConsole } from '../running-console.ts'
import { type Reply, type Visitor, visitor } from '../visitor.ts'
import { bucketToTry, FEATURES, tried } from './features.ts'

type Started = Pick<Awaited<ReturnType<typeof startTarget>>, 'url' | 'root' | 'consoleToken' | 'stop'>

/** How the console is set up for a server, and what the visitor types there; default the keys of root. */
interface SetUp {
  settings?: Partial<ServerSettings>
  signIn?: (user: Visitor) => Promise<Reply>
}

/** Tries every feature of the console at a server. The guide's table is made of these files. */
export async function expectSupport(name: string, storage: Started, setUp: SetUp = {}): Promise<void> {
  const { url, root, consoleToken } = storage
  const { settings = {}, signIn = (user) => user.signIn(root) } = setUp
  const server = await startConsole(url, { ...settings, ...(consoleToken !== undefined && { consoleToken }) })
  try {
    const user = visitor(server.url)
    expect((await signIn(user)).status).toBe(201)
    const bucket = await bucketToTry(user)
    const support: Record<string, string> = {}
    for (const feature of FEATURES) support[feature.name] = await tried(user, bucket, feature)
    const text = `${JSON.stringify(support, undefined, 2)}\n`
    await expect(text).toMatchFileSnapshot(join(import.meta.dirname, 'support', `${name}.json`))
  } finally {
    await server.stop()
    await storage.stop()
  }
}
