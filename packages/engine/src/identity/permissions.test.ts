/** Permission rules that need a whole engine. `parity/src/admin` compares more of them with MinIO. */
import { encryptAdminPayload } from '@cooperage/wire'
import { afterAll, expect, test } from 'vitest'
import { ROOT, startTestEngine } from '../test-engine.ts'

const ADMIN = '/minio/admin/v3'
const ALICE = { accessKey: 'alice', secretKey: 'secret-of-alice' }

const engine = await startTestEngine()
await engine.send('PUT', '/bkt')
await engine.send('PUT', '/bkt/k', { body: 'x' })
await addUser(ALICE)
await setPolicy('readonly')
afterAll(() => engine.stop())

async function addUser({ accessKey, secretKey }: typeof ALICE): Promise<void> {
  const payload = Buffer.from(JSON.stringify({ secretKey, status: 'enabled' }))
  const body = await encryptAdminPayload(ROOT.secretKey, payload, { algorithm: 2 })
  const reply = await engine.send('PUT', `${ADMIN}/add-user`, { query: `accessKey=${accessKey}`, body })
  expect(reply.status).toBe(200)
}

function setPolicy(name: string): Promise<unknown> {
  const query = `policyName=${name}&userOrGroup=alice&isGroup=false`
  return engine.send('PUT', `${ADMIN}/set-user-or-group-policy`, { query })
}

const status = async (method: string, as = ALICE) =>
  (await engine.send(method, '/bkt/k', method === 'PUT' ? { as, body: 'x' } : { as })).status

test('users and their permissions survive a restart', async () => {
  await engine.restart()
  expect([await status('GET'), await status('PUT')]).toEqual([200, 403])
})

test('failed requests leave no secret in the log', async () => {
  await engine.send('GET', '/bkt/k', { as: { ...ALICE, secretKey: 'wrong-secret-of-alice' } })
  await engine.send('PUT', `${ADMIN}/add-user`, { query: 'accessKey=bob', body: '{"secretKey":"in-clear-secret"}' })
  const log = JSON.stringify(engine.log)
  for (const secret of [ALICE.secretKey, ROOT.secretKey, 'in-clear-secret']) expect(log).not.toContain(secret)
})

test('removing a user invalidates its sessions', async () => {
  const session = await engine.assumeRole({}, ALICE)
  expect((await engine.send('GET', '/bkt/k', { as: session })).status).toBe(200)
  await engine.send('DELETE', `${ADMIN}/remove-user`, { query: 'accessKey=alice' })
  for (const as of [ALICE, session]) {
    expect(await engine.send('GET', '/bkt/k', { as })).toMatchObject({ status: 403, code: 'InvalidAccessKeyId' })
  }
})
