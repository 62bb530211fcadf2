import { encryptAdminPayload, readArchive } from '@cooperage/wire'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ROOT, startTestEngine, type TestEngine } from '../../../test-engine.ts'

const RULES =
  '<NotificationConfiguration><QueueConfiguration><Queue>arn:minio:sqs::h1:webhook</Queue>' +
  '<Event>s3:ObjectCreated:*</Event></QueueConfiguration></NotificationConfiguration>'

let engine: TestEngine
beforeEach(async () => {
  engine = await startTestEngine()
  await changeConfig('PUT', 'set-config-kv', `notify_webhook:h1 endpoint=${engine.engine.url}/events`)
  for (const bucket of ['/plain', '/notified']) await engine.send('PUT', bucket)
  expect(await engine.send('PUT', '/notified', { query: 'notification=', body: RULES })).toMatchObject({ status: 200 })
})
afterEach(() => engine.stop())

async function changeConfig(method: string, call: string, text: string): Promise<void> {
  const body = Buffer.from(await encryptAdminPayload(ROOT.secretKey, Buffer.from(text), { algorithm: 2 }))
  expect(
    await engine.send(method, `/minio/admin/v3/${call}`, {
      body,
      headers: { 'content-length': String(body.length) },
      region: '',
    }),
  ).toMatchObject({
    status: 200,
  })
  await engine.restart()
}

async function exported() {
  const { body } = await engine.send('GET', '/minio/admin/v3/export-bucket-metadata', { query: 'bucket=', region: '' })
  return readArchive(body, { maxFiles: 100, maxBytes: 1 << 20 })
}

test('an export contains only notification rules with an existing target, and no empty documents', async () => {
  const files = await exported()
  expect([...files.keys()]).toEqual(['notified/notification.xml'])
  expect(String(files.get('notified/notification.xml'))).toContain(':h1:webhook</Queue>')

  await changeConfig('DELETE', 'del-config-kv', 'notify_webhook:h1')
  expect([...(await exported()).keys()]).toEqual([])
})
