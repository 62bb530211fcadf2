/** Unusual object names, through every operation. */
import { send } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { ODD_NAMES } from './odd-names.ts'
import { withConsole } from './running-console.ts'

const given = await withConsole()

const { user, bucket, objects } = await given.userWithBucket()

const escaped = encodeURIComponent
const download = async (key: string) => await user.get(`${objects}/download?prefix=${escaped(key)}`)

async function keys(): Promise<string[]> {
  const { json } = await user.get(`${objects}?recursive=true`)
  return (json as { objects: { name: string }[] }).objects.map(({ name }) => name)
}

describe.each(ODD_NAMES)('%j', (key) => {
  test('is listed, downloaded, shared and deleted under its exact name', async () => {
    const { url, root } = given.storage
    expect((await send({ url, credentials: root, method: 'PUT', bucket, key, body: `of ${key}` })).status).toBe(200)
    expect(await keys()).toEqual([key])

    const { text, headers } = await download(key)
    expect(text).toBe(`of ${key}`)
    expect(headers['content-disposition']).toMatch(/^attachment; filename="[\x20-\x7E]*"; filename\*=UTF-8''[!-~]+$/)
    const link = (await user.get(`${objects}/share?prefix=${escaped(key)}`)).json as string
    expect(await (await fetch(link)).text()).toBe(`of ${key}`)

    expect((await user.call('DELETE', `${objects}?path=${escaped(key)}`)).status).toBe(204)
    expect(await keys()).toEqual([])
  })

  test('is uploaded, and deleted with others, under its exact name', async () => {
    const form = [{ name: String(Buffer.byteLength(key)), fileName: key, content: key }]
    const uploaded = await user.call('POST', `${objects}/upload`, { form })
    expect([uploaded.status, uploaded.json]).toMatchObject([200, { stored: [{ name: key }] }])
    expect(await keys()).toEqual([key])
    expect((await download(key)).text).toBe(key)
    const json = [{ path: key, recursive: false }]
    const deleted = await user.call('POST', `/api/v1/buckets/${bucket}/delete-objects`, { json })
    expect(deleted.json).toEqual({ deleted: 1, failed: [], alsoFailed: 0 })
    expect(await keys()).toEqual([])
  })
})
