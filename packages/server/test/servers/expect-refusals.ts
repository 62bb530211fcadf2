import type { startTarget } from '@cooperage/testkit'
import { expect } from 'vitest'
import type { ServerSettings } from '../../src/index.ts'
import { startConsole } from '../running-console.ts'
import { type Reply, type Visitor, visitor } from '../visitor.ts'
import { bucketToTry, FEATURES, tried } from './features.ts'

type Started = Pick<Awaited<ReturnType<typeof startTarget>>, 'url' | 'consoleToken' | 'stop'>

interface SetUp {
  settings?: Partial<ServerSettings>
  /** Signs in who may do everything, and who may do nothing. */
  admin: (user: Visitor) => Promise<Reply>
  nobody: (user: Visitor) => Promise<Reply>
}

/** What a visitor is told who may not do something, besides `no` where the server doesn't have it. */
const REFUSALS = ['AccessDenied', 'no']

/** Tries every feature of the console at another's bucket, as a visitor without any right. The bucket stays as it was. */
export async function expectRefusals(storage: Started, setUp: SetUp): Promise<void> {
  const { url, consoleToken } = storage
  const server = await startConsole(url, { ...setUp.settings, ...(consoleToken !== undefined && { consoleToken }) })
  try {
    const admin = visitor(server.url)
    expect((await setUp.admin(admin)).status).toBe(201)
    const bucket = await bucketToTry(admin)
    const state = async () => {
      const paths = ['/objects?with_versions=true', '/versioning', '/tags', '/cors', '/lifecycle', '/quota', '']
      const read = paths.map((path) => admin.get(`/api/v1/buckets/${bucket}${path}`))
      return (await Promise.all(read)).map(({ status, json }) => (status < 400 ? json : status))
    }
    const before = await state()

    const nobody = visitor(server.url)
    expect((await setUp.nobody(nobody)).status).toBe(201)
    const buckets = await nobody.get('/api/v1/buckets')
    expect([200, 403]).toContain(buckets.status)
    expect(buckets.text).not.toContain(bucket)
    const others: Record<string, string> = {}
    for (const feature of FEATURES) {
      const outcome = await tried(nobody, bucket, feature)
      if (!REFUSALS.includes(outcome)) others[feature.name] = outcome
    }
    expect(await state()).toEqual(before)
    expect(others).toEqual({})
  } finally {
    await server.stop()
    await storage.stop()
  }
}
