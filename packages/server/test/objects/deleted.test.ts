/** Deleted objects by name, and who deleted them, on the engine and on MinIO. */
import { expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import type { Visitor } from '../visitor.ts'
import { LISTED, objectStorage } from './object-storage.ts'

const TOKEN = 'ingest-token-of-the-tests'
const given = await withConsole({ auditStore: 'sqlite', auditToken: TOKEN })
const storage = objectStorage(given)

interface Deleted {
  name: string
  deleted_at: string
  version_id: string
  size: number
}

async function deletedIn(user: Visitor, at: string, query = ''): Promise<Deleted[]> {
  const objects: Deleted[] = []
  for (let after: string | undefined = ''; after !== undefined; ) {
    const { status, json, text } = await user.get(
      `${at}/deleted-objects?after=${encodeURIComponent(after)}${query === '' ? '' : `&${query}`}`,
    )
    expect(status, text).toBe(200)
    const part = json as { objects: Deleted[]; next?: string }
    objects.push(...part.objects)
    after = part.next
  }
  return objects
}

test('lists what can be restored, at any depth, and by name', async () => {
  const { user, bucket, at } = await storage.bucketWith({ versioning: true })
  for (const key of ['a/kept', 'a/Report.pdf', 'a/deep/report.txt', 'b/other']) await storage.put(bucket, key, 'one')
  const version = await storage.put(bucket, 'a/Report.pdf', 'three')
  for (const key of ['a/Report.pdf', 'a/deep/report.txt', 'b/other', 'a/never-there']) {
    await user.call('DELETE', `${at}/objects?path=${encodeURIComponent(key)}`)
  }
  const names = async (query = '') => (await deletedIn(user, at, query)).map(({ name }) => name)
  await expect.poll(() => names(), LISTED).toEqual(['a/Report.pdf', 'a/deep/report.txt', 'b/other'])
  expect(await names('prefix=a/')).toEqual(['a/Report.pdf', 'a/deep/report.txt'])
  expect(await names('prefix=a/&text=REPORT.p')).toEqual(['a/Report.pdf'])
  // The folder above isn't in the name below it.
  expect(await names('prefix=a/&text=a/')).toEqual([])
  const [report] = await deletedIn(user, at, 'text=Report.pdf')
  expect(report).toMatchObject({ version_id: version, size: 5 })
  expect(Date.parse(report?.deleted_at ?? '')).toBeGreaterThan(Date.now() - 60_000)

  const body = { paths: [{ path: 'a/Report.pdf' }], change: { kind: 'undelete' }, dry_run: true }
  const plan = await user.call('POST', `${at}/objects/change-versions`, { json: body })
  expect(plan.json).toMatchObject({
    objects: 1,
    planned: [{ name: 'a/Report.pdf', does: 'remove', deleted_at: report?.deleted_at }],
  })
  await user.call('POST', `${at}/objects/change-versions`, { json: { ...body, dry_run: false } })
  await expect.poll(() => names('prefix=a/'), LISTED).toEqual(['a/deep/report.txt'])
})

test('the audit log says who deleted an object, alone or with others', async () => {
  const now = Date.now()
  const entry = (name: string, api: object, keys: object) => ({
    version: '1',
    time: new Date(now).toISOString(),
    requestID: name,
    remotehost: '10.0.0.7',
    api: { bucket: 'photos', statusCode: 204, status: 'No Content', ...api },
    ...keys,
  })
  const entries = [
    entry('R1', { name: 'DeleteObject', object: 'a*b' }, { accessKey: 'temporary', parentUser: 'anna' }),
    entry('R2', { name: 'DeleteObject', object: 'axb' }, { accessKey: 'bert' }),
    entry('R3', { name: 'DeleteObject', object: 'refused', statusCode: 403 }, { accessKey: 'mallory' }),
    entry(
      'R4',
      { name: 'DeleteMultipleObjects', objects: [{ objectName: 'c' }, { objectName: 'd' }] },
      { accessKey: 'carl' },
    ),
  ]
  const sent = await given.stranger().call('POST', '/api/v1/logs/ingest', {
    body: entries.map((one) => JSON.stringify(one)).join('\n'),
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
  })
  expect(sent.status).toBe(204)
  const user = await given.user()
  const at = (name: string, ms = now) => ({ name, deleted_at: new Date(ms).toISOString() })
  const objects = [at('a*b'), at('d'), at('refused'), at('axb', now - 3_600_000)]
  expect((await user.call('POST', '/api/v1/logs/deletions', { json: { bucket: 'photos', objects } })).json).toEqual({
    deletions: [
      { name: 'a*b', user: 'anna', remote_host: '10.0.0.7' },
      { name: 'd', user: 'carl', remote_host: '10.0.0.7' },
    ],
  })
})
