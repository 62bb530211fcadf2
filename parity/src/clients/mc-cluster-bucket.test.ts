/** `mc admin cluster bucket`: bucket settings, exported from one server and imported into another. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import {
  accountsOf,
  allow,
  createLockedBucket,
  missingProgram,
  type StorageServer,
  uniqueName,
} from '@cooperage/testkit'
import { type Credentials, readArchive, writeArchive } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { admin, PAIRS, request, withPair } from './server-pairs.ts'

const isMissing = missingProgram('mc') !== undefined

const VERSIONING = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>'
const TAGGING = '<Tagging><TagSet><Tag><Key>team</Key><Value>red</Value></Tag></TagSet></Tagging>'
const LIFECYCLE =
  '<LifecycleConfiguration><Rule><ID>old</ID><Status>Enabled</Status><Filter><Prefix>tmp/</Prefix></Filter>' +
  '<Expiration><Days>3</Days></Expiration></Rule></LifecycleConfiguration>'
const LOCK =
  '<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled><Rule><DefaultRetention>' +
  '<Mode>GOVERNANCE</Mode><Days>2</Days></DefaultRetention></Rule></ObjectLockConfiguration>'
const QUOTA = JSON.stringify({ quota: 1_000_000, size: 1_000_000, quotatype: 'hard' })
const policyOf = (bucket: string) =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      { Effect: 'Allow', Principal: '*', Action: ['s3:GetObject'], Resource: [`arn:aws:s3:::${bucket}/public/*`] },
    ],
  })

describe.skipIf(isMissing).each(PAIRS)('mc admin cluster bucket, from %s to %s', (from, to) => {
  const pair = withPair(from, to)

  const put = async (server: StorageServer, bucket: string, query: Record<string, string>, body: string) => {
    const headers = { 'content-md5': createHash('md5').update(body).digest('base64') }
    const response = await request(server, { method: 'PUT', bucket, query, body, headers })
    expect([response.status, response.text]).toEqual([expect.toSatisfy((status) => status < 300), ''])
  }
  const importReport = async (archive: Buffer, query: Record<string, string> = {}) => {
    const options = { method: 'PUT', query: { bucket: '', ...query }, body: archive }
    const { status, text } = await admin(pair.destination, 'import-bucket-metadata', options)
    return { status, buckets: (JSON.parse(text) as { buckets?: Record<string, object> }).buckets }
  }

  test('buckets are imported with their settings', async () => {
    const { source, destination, mcOfSource, mc } = pair
    const [plain, locked] = [uniqueName('plain'), uniqueName('locked')]
    await request(source, { method: 'PUT', bucket: plain })
    await createLockedBucket((options) => request(source, options), locked)
    await put(source, plain, { versioning: '' }, VERSIONING)
    await put(source, plain, { tagging: '' }, TAGGING)
    await put(source, plain, { lifecycle: '' }, LIFECYCLE)
    await put(source, plain, { policy: '' }, policyOf(plain))
    await put(source, locked, { 'object-lock': '' }, LOCK)
    await admin(source, 'set-bucket-quota', { method: 'PUT', query: { bucket: plain }, body: QUOTA })

    const { exitCode, stdout, stderr } = await mcOfSource.run('--json', 'admin', 'cluster', 'bucket', 'export', 'it')
    expect([exitCode, stderr]).toEqual([0, ''])
    const path = join(mcOfSource.folder, (JSON.parse(stdout) as { file: string }).file)
    const imported = await mc.run('admin', 'cluster', 'bucket', 'import', 'it', path)
    expect([imported.exitCode, imported.stderr]).toEqual([0, ''])
    expect(imported.stdout).toContain('2/2 buckets were imported successfully.')

    const shown = async (server: StorageServer, bucket: string, query: string) =>
      (await request(server, { method: 'GET', bucket, query: { [query]: '' } })).text
        .replace(/<\?xml[^>]*\?>\s*| xmlns(:\w+)?="[^"]*"| xsi:type="\w+"/g, '')
        .replace(/<ExpiryUpdatedAt>.*?<\/ExpiryUpdatedAt>/, '')
    for (const query of ['versioning', 'tagging']) {
      expect(await shown(destination, plain, query)).toBe(await shown(source, plain, query))
    }
    expect(JSON.parse(await shown(destination, plain, 'policy'))).toEqual(
      JSON.parse(await shown(source, plain, 'policy')),
    )
    expect(await shown(destination, plain, 'lifecycle')).toMatch(/<ID>old<\/ID>.*<Days>3<\/Days>|<Days>3<\/Days>/)
    expect(await shown(destination, locked, 'object-lock')).toMatch(/<Mode>GOVERNANCE<\/Mode>\s*<Days>2<\/Days>/)
    const quota = await admin(destination, 'get-bucket-quota', { query: { bucket: plain } })
    expect(JSON.parse(quota.text)).toMatchObject({ size: 1_000_000, quotatype: 'hard' })
  })

  test('settings that cannot be applied are reported, and the rest is applied', async () => {
    const bucket = uniqueName('partly')
    const archive = await writeArchive(
      new Map([
        [`${bucket}/tagging.xml`, TAGGING],
        [`${bucket}/quota.json`, '{"quota":1,"quotatype":"fifo"}'],
        ['not-a-path', 'x'],
      ]),
    )
    const { status, buckets } = await importReport(archive)
    expect(status).toBe(200)
    expect(buckets?.[bucket]).toMatchObject({
      tagging: { isSet: true },
      quota: { isSet: true, error: expect.stringContaining('fifo') },
    })
    expect(buckets?.['not-a-path']).toMatchObject({ error: expect.any(String) })
    const { exitCode, stdout } = await pair.mc.run('admin', 'cluster', 'bucket', 'import', 'it', pair.save(archive))
    expect(exitCode).toBe(0)
    expect(stdout).toContain('0/2 buckets were imported successfully.')
    const tags = await request(pair.destination, { method: 'GET', bucket, query: { tagging: '' } })
    expect(tags.text).toContain('<Value>red</Value>')
  })

  test('an invalid bucket name is reported', async () => {
    const { status, buckets } = await importReport(await writeArchive(new Map([['Not_A_Bucket/tagging.xml', TAGGING]])))
    expect([status, buckets?.Not_A_Bucket]).toEqual([200, expect.objectContaining({ error: expect.any(String) })])
  })

  test('one bucket is exported and imported', async () => {
    const { source, destination } = pair
    const [one, other] = [uniqueName('one'), uniqueName('other')]
    for (const bucket of [one, other]) {
      await request(source, { method: 'PUT', bucket })
      await put(source, bucket, { tagging: '' }, TAGGING)
    }
    const exported = await admin(source, 'export-bucket-metadata', { query: { bucket: one } })
    const names = [...(await readArchive(exported.bytes, { maxFiles: 100, maxBytes: 1 << 20 })).keys()]
    expect(new Set(names.map((name) => name.split('/')[0]))).toEqual(new Set([one]))
    const missing = await admin(source, 'export-bucket-metadata', { query: { bucket: uniqueName('none') } })
    expect(missing.outcome).toBe('404 NoSuchBucket')

    const both = await admin(source, 'export-bucket-metadata', { query: { bucket: '' } })
    await importReport(both.bytes, { bucket: one })
    const found = await Promise.all(
      [one, other].map(async (bucket) => (await request(destination, { method: 'HEAD', bucket })).status),
    )
    // MinIO imports all buckets of the archive, whichever is named.
    expect(found).toEqual(to === 'engine' ? [200, 404] : [200, 200])
  })

  test('export and import each require their own permission', async () => {
    const { destination } = pair
    const accounts = accountsOf(destination)
    const users = await Promise.all(
      ['admin:ExportBucketMetadata', 'admin:ImportBucketMetadata'].map((action) => accounts.allowed(allow([action]))),
    )
    const query = { bucket: '' }
    const empty = await writeArchive(new Map())
    const statuses = await Promise.all(
      users.flatMap((credentials: Credentials) => [
        admin(destination, 'export-bucket-metadata', { query, credentials }),
        admin(destination, 'import-bucket-metadata', {
          method: 'PUT',
          query,
          credentials,
          body: empty,
        }),
      ]),
    )
    expect(statuses.map(({ status }) => status)).toEqual([200, 403, 403, 200])
  })
})
