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
