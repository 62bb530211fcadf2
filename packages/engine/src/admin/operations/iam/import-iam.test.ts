import { writeArchive } from '@cooperage/wire'
import { expect, onTestFinished, test } from 'vitest'
import { startTestEngine } from '../../../test-engine.ts'

test('rejects an archive with a document of too many levels before importing anything', async () => {
  const engine = await startTestEngine()
  onTestFinished(() => engine.stop())
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  const statement = '[{"Effect":"Allow","Action":["s3:GetObject"],"Resource":["arn:aws:s3:::*"]}]'
  const policies = `{"good":{"Version":"2012-10-17","Statement":${statement}},"deep":{"Version":${deep},"Statement":${statement}}}`
  const body = await writeArchive(new Map([['iam-assets/policies.json', policies]]))
  const imported = await engine.send('PUT', '/minio/admin/v3/import-iam-v2', { body, region: '' })
  expect(imported).toMatchObject({ status: 400, code: 'XMinioAdminConfigBadJSON' })
  const { text } = await engine.send('GET', '/minio/admin/v3/list-canned-policies', { region: '' })
  expect(Object.keys(JSON.parse(text))).not.toContain('good')
})

test('imports 10,000 users in seconds, and reports each entity that it refuses', async () => {
  const engine = await startTestEngine()
  onTestFinished(() => engine.stop())
  const names = Array.from({ length: 10_000 }, (_, index) => `user-${index}`)
  const each = (value: object) => Object.fromEntries(names.map((name) => [name, value]))
  const files = {
    users: { ...each({ secretKey: 'secret-of-user', status: 'enabled' }), short: { secretKey: 'short' } },
    groups: { devs: { version: 1, status: 'disabled', members: names } },
    user_mappings: each({ version: 1, policy: 'readonly' }),
  }
  const body = await writeArchive(
    new Map(Object.entries(files).map(([name, content]) => [`iam-assets/${name}.json`, JSON.stringify(content)])),
  )
  const imported = await engine.send('PUT', '/minio/admin/v3/import-iam-v2', { body, region: '' })
  expect(imported.status).toBe(200)
  const { added, failed } = JSON.parse(imported.text)
  expect(added.users).toHaveLength(names.length)
  expect(failed.users).toEqual([{ name: 'short', reason: expect.stringContaining('secret key') }])
  const group = await engine.send('GET', '/minio/admin/v3/group', { query: 'group=devs', region: '' })
  expect(JSON.parse(group.text)).toMatchObject({ status: 'disabled', members: { length: names.length } })
})
