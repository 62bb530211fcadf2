import { join } from 'node:path'
import { startTarget, startVersitygw, targetKind } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { startConsole } from '../running-console.ts'
import { testOn } from '../test-on.ts'
import { visitor } from '../visitor.ts'
import { bucketToTry, FEATURES, tried } from './features.ts'

type Started = Pick<Awaited<ReturnType<typeof startTarget>>, 'url' | 'root' | 'consoleToken' | 'stop'>

/** Tries every feature of the console at a server. The guide's table is made of these files. */
async function expectSupport(name: string, storage: Started): Promise<void> {
  const { url, root, consoleToken } = storage
  const server = await startConsole(url, consoleToken === undefined ? {} : { consoleToken })
  try {
    const user = visitor(server.url)
    expect((await user.signIn(root)).status).toBe(201)
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

test('every feature works where it should', async () => {
  await expectSupport(targetKind(), await startTarget())
})

testOn.engine('versitygw has what S3 has', async () => {
  await expectSupport('versitygw', await startVersitygw())
})
