/** A tier on Azure Blob Storage, which the console adds: to Azurite, which real MinIO moves objects to. */
import { createHash } from 'node:crypto'
import {
  type Azurite,
  type ConsoleProcess,
  missingProgram,
  type StorageServer,
  send,
  startAzurite,
  startConsoleProcess,
  startMinio,
  waitUntil,
} from '@cooperage/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const missing = missingProgram('azurite') ?? missingProgram('minio')
if (missing !== undefined) console.warn(`!!!!  SKIPPED: a tier on Azure. ${missing}`)

describe.skipIf(missing !== undefined)('a tier on Azure', { timeout: 120_000 }, () => {
  let minio: StorageServer
  let azurite: Azurite
  let cooperage: ConsoleProcess
  let cookie: string
  beforeAll(async () => {
    ;[minio, azurite] = await Promise.all([startMinio(), startAzurite()])
    await azurite.createContainer('cold')
    cooperage = await startConsoleProcess(minio.url)
    const signedIn = await call('POST', 'login', minio.root)
    cookie = signedIn.headers
      .getSetCookie()
      .map((one) => one.split(';', 1)[0])
      .join('; ')
  }, 120_000)
  afterAll(async () => {
    await cooperage?.stop()
    await azurite?.stop()
    await minio?.stop()
  })

  const call = (method: string, path: string, json?: object) =>
    fetch(`${cooperage.url}/api/v1/${path}`, {
      method,
      headers: {
        ...{ origin: cooperage.url, cookie: cookie ?? '' },
        ...(json && { 'content-type': 'application/json' }),
      },
      ...(json && { body: JSON.stringify(json) }),
    })
  const onMinio = (method: string, key?: string, body?: string, query: Record<string, string> = {}) => {
    const headers = body === undefined ? {} : { 'content-md5': createHash('md5').update(body).digest('base64') }
    const request = { method, bucket: 'photos', query, headers, ...(key && { key }), ...(body && { body }) }
    return send({ url: minio.url, credentials: minio.root, ...request })
  }
  const tier = (fields: object) => {
    const { url: endpoint, account: accountname, key: accountkey } = azurite
    const place = { name: 'COLD', endpoint, bucket: 'cold', prefix: 'archive/', region: 'local' }
    return { type: 'azure', azure: { ...place, accountname, accountkey, ...fields } }
  }

  test('with a wrong key or container is refused at its field', async () => {
    const wrongKey = await call('POST', 'admin/tiers', tier({ accountkey: Buffer.alloc(32).toString('base64') }))
    expect([wrongKey.status, await wrongKey.json()]).toMatchObject([400, { field: 'keys' }])
    const wrongPlace = await call('POST', 'admin/tiers', tier({ bucket: 'missing' }))
    expect([wrongPlace.status, await wrongPlace.json()]).toMatchObject([400, { field: 'bucket' }])
  })

  test('contains an object that a rule moves, and the console reads it back', async () => {
    expect((await call('POST', 'admin/tiers', tier({}))).status).toBe(201)
    const listed = await (await call('GET', 'admin/tiers')).text()
    expect(listed).toContain(azurite.url)
    expect(listed).not.toContain(azurite.key)
    expect((await onMinio('PUT')).status).toBe(200)
    const rule =
      '<Rule><ID>now</ID><Status>Enabled</Status><Filter><Prefix></Prefix></Filter>' +
      '<Transition><Days>0</Days><StorageClass>COLD</StorageClass></Transition></Rule>'
    const lifecycle = `<LifecycleConfiguration>${rule}</LifecycleConfiguration>`
    expect((await onMinio('PUT', undefined, lifecycle, { lifecycle: '' })).status).toBe(200)
    expect((await onMinio('PUT', 'cat.txt', 'moved text')).status).toBe(200)
    await waitUntil('the object has moved', async () => {
      const { headers } = await onMinio('HEAD', 'cat.txt')
      return headers['x-amz-storage-class'] === 'COLD'
    })
    expect(await azurite.list('cold')).toContain('<Name>archive/')
    const read = await call('GET', 'buckets/photos/objects/download?prefix=cat.txt')
    expect([read.status, await read.text()]).toEqual([200, 'moved text'])
    expect((await call('POST', 'admin/tiers/COLD/verify')).status).toBe(204)
  })
})
