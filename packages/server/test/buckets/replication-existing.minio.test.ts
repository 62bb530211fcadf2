/** Objects from before a rule are copied too if the rule says so: by MinIO's scanner. */
import { type StorageServer, send, startMinio, uniqueName, waitUntil } from '@cooperage/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { consoleAt } from '../running-console.ts'
import { visitor } from '../visitor.ts'

const VERSIONED = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>'

const at = ({ url, root }: StorageServer, method: string, bucket: string, rest: object = {}) =>
  send({ url, credentials: root, method, bucket, ...rest })

test('replicates existing objects only if the rule says so', {
  timeout: 240_000,
}, async () => {
  // A server that scans its buckets all the time.
  const here = await startMinio({ env: { MINIO_SCANNER_SPEED: 'fastest' } })
  onTestFinished(() => here.stop())
  const there = await startMinio()
  onTestFinished(() => there.stop())
  const server = await consoleAt(here.url)
  const user = visitor(server.url)
  await user.signIn(here.root)

  const names = { whole: uniqueName('whole'), later: uniqueName('later') }
  for (const bucket of Object.values(names)) {
    for (const storage of [here, there]) {
      await at(storage, 'PUT', bucket)
      await at(storage, 'PUT', bucket, { query: { versioning: '' }, body: VERSIONED })
    }
    await at(here, 'PUT', bucket, { key: 'before.txt', body: 'old' })
    const json = {
      ...there.root,
      targetURL: there.url,
      bucketsRelation: [{ originBucket: bucket, destinationBucket: bucket }],
      replicateExistingObjects: bucket === names.whole,
    }
    const made = await user.call('POST', '/api/v1/buckets-replication', { json })
    expect(made.json).toMatchObject({ replicationState: [{ errorString: '' }] })
    expect((await user.get(`/api/v1/buckets/${bucket}/replication`)).json).toMatchObject({
      rules: [{ existingObjects: bucket === names.whole }],
    })
    await at(here, 'PUT', bucket, { key: 'after.txt', body: 'new' })
  }
  const arrives = (bucket: string, key: string) =>
    waitUntil(`${key} arrives in ${bucket}`, async () => (await at(there, 'GET', bucket, { key })).status === 200, {
      deadlineMs: 90_000,
      everyMs: 250,
    })
  for (const bucket of Object.values(names)) await arrives(bucket, 'after.txt')
  await arrives(names.whole, 'before.txt')
  expect((await at(there, 'HEAD', names.later, { key: 'before.txt' })).status).toBe(404)
})
