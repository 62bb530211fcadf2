import { expect, test } from 'vitest'
import { PROVIDERS } from './providers.ts'

test('MinIO is sent as s3, and has no default endpoint', () => {
  const sent = Object.entries(PROVIDERS).map(([id, { type, endpoint }]) => [id, type, endpoint])
  expect(sent).toEqual([
    ['minio', 's3', ''],
    ['gcs', 'gcs', 'https://storage.googleapis.com/'],
    ['s3', 's3', 'https://s3.amazonaws.com'],
    ['azure', 'azure', 'https://blob.core.windows.net'],
  ])
})
