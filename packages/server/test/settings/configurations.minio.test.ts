/** What only MinIO has: values that environment variables of the server set, and a history that it returns in any order. */
import { CONFIGURATION_HISTORY_LIMIT } from '@cooperage/contract'
import { StorageEndpoint, setConfig } from '@cooperage/storage-client'
import { expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'

const given = await withConsole(
  {},
  {
    minio: {
      env: {
        MINIO_API_STALE_UPLOADS_EXPIRY: '36h',
        MINIO_NOTIFY_WEBHOOK_ENABLE_env: 'on',
        MINIO_NOTIFY_WEBHOOK_ENDPOINT_env: 'http://127.0.0.1:9/events',
        MINIO_NOTIFY_WEBHOOK_AUTH_TOKEN_env: 'hidden-token-9',
      },
    },
  },
)

interface Details {
  targets: { target: string; keys: { key: string; value: string; source: string; variable: string }[] }[]
}

test('a value of the environment names its variable, and is not overwritten', async () => {
  const admin = await given.user()
  const { targets } = (await admin.get('/api/v1/configs/api/details')).json as Details
  expect(targets[0]?.keys.find(({ key }) => key === 'stale_uploads_expiry')).toMatchObject({
    value: '36h',
    source: 'environment',
    variable: 'MINIO_API_STALE_UPLOADS_EXPIRY',
  })
  const json = { key_values: [{ key: 'stale_uploads_expiry', value: '48h' }] }
  const refused = await admin.call('PUT', '/api/v1/configs/api', { json })
  expect([refused.status, refused.json]).toMatchObject([
    400,
    { code: 'InvalidConfiguration', message: expect.stringContaining('MINIO_API_STALE_UPLOADS_EXPIRY') },
  ])
})

test('a target of the environment is shown without its secret', async () => {
  const admin = await given.user()
  const details = await admin.get('/api/v1/configs/notify_webhook/details')
  const target = (details.json as Details).targets.find((one) => one.target === 'env')
  expect(target?.keys.find(({ key }) => key === 'endpoint')).toMatchObject({
    value: 'http://127.0.0.1:9/events',
    source: 'environment',
    variable: 'MINIO_NOTIFY_WEBHOOK_ENDPOINT_env',
  })
  const values = await admin.get('/api/v1/configs/notify_webhook:env')
  for (const { text } of [details, values]) expect(text).not.toContain('hidden-token-9')
})

test('the newest of many changes are listed, and the last of them waits for a restart', {
  timeout: 60_000,
}, async () => {
  const { url, root } = given.storage
  const client = { endpoint: new StorageEndpoint({ url: new URL(url) }), credentials: root }
  for (let index = 0; index <= CONFIGURATION_HISTORY_LIMIT; index++) {
    await setConfig(client, 'site', '', { comment: `change ${index}` })
  }
  const admin = await given.user()
  const { changes } = (await admin.get('/api/v1/config-history')).json as { changes: object[] }
  expect(changes).toHaveLength(CONFIGURATION_HISTORY_LIMIT)
  expect(changes[0]).toMatchObject({ lines: [{ key_values: [{ key: 'comment', value: 'change 100' }] }] })
  const { targets } = (await admin.get('/api/v1/configs/site/details')).json as Details
  expect(targets[0]?.keys.find(({ key }) => key === 'comment')).toMatchObject({ value: 'change 100' })
})
