/** Unusual object names, through every operation. */
import { send } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { withConsole } from './running-console.ts'

const given = await withConsole()

const NAMES = [
  ' leading',
  'trailing ',
  'two  spaces',
  'ünïcødé-日本語',
  'decomposed e\u0301',
  '😀 party 🎉',
  'right-to-left \u202Egpj.exe',
  'zero\u200Bwidth',
  'a+b',
  'a#b',
  'a?b=c',
  'a&b=c',
  'a;b,c',
  "it's",
  'quote"quote',
  'back\\slash',
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  'a:b*c|d~e',
  'a%2Fb',
  'a%25b',
  'a%zz',
  '100%',
  '%00',
  '.hidden',
  '...',
  'tab\there',
  'two\nlines',
  'bell\u0007',
  'delete\u007F',
  '{{7*7}}',
  `long/${Array.from({ length: 5 }, (_, n) => String(n).repeat(195)).join('/')}`,
  'folder with 😀/and "more" #1?.txt',
]
const { user, bucket, objects } = await given.userWithBucket()

const escaped = encodeURIComponent
const download = async (key: string) => await user.get(`${objects}/download?prefix=${escaped(key)}`)

async function keys(): Promise<string[]> {
  const { json } = await user.get(`${objects}?recursive=true`)
  return (json as { objects: { name: string }[] }).objects.map(({ name }) => name)
}

describe.each(NAMES)('%j', (key) => {
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
