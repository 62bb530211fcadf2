import { decryptAdminPayload } from '@cooperage/wire'
import { expect, test } from 'vitest'
import { ROOT, startTestEngine } from '../../../test-engine.ts'

test('groups the keys of thousands of users in one pass', async () => {
  const engine = await startTestEngine()
  const { documents } = engine.engine.store
  const expiresAt = Date.now() + 3600_000
  const numbers = Array.from({ length: 3_000 }, (_, at) => at)
  const user = { secretKey: 'secret-of-user', enabled: true, updatedAt: 0 }
  await documents.change(
    numbers.flatMap((at) => [
      { space: 'user', id: `user-${at}`, value: user },
      { space: 'sts', id: `B${at}`, value: { accessKey: `B${at}`, parent: `user-${at}`, expiresAt } },
      { space: 'sts', id: `A${at}`, value: { accessKey: `A${at}`, parent: `user-${at}`, expiresAt } },
      { space: 'service-account', id: `S${at}`, value: { ...user, parent: `user-${at}`, name: '', description: '' } },
    ]),
  )
  await engine.restart()
  const before = process.threadCpuUsage()
  const query = 'all=true&listType=all'
  const reply = await engine.send('GET', '/minio/admin/v3/list-access-keys-bulk', { query, region: '' })
  // Scanning all keys for each user would take 15 seconds.
  const { user: own, system } = process.threadCpuUsage(before)
  expect((own + system) / 1_000).toBeLessThan(4_000)
  const users = JSON.parse((await decryptAdminPayload(ROOT.secretKey, reply.body)).toString())
  expect(Object.keys(users)).toHaveLength(3_001)
  expect(users['user-7']).toMatchObject({
    serviceAccounts: [{ accessKey: 'S7' }],
    stsKeys: [{ accessKey: 'A7' }, { accessKey: 'B7' }],
  })
  await engine.stop()
})
