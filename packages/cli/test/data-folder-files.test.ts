/** The documentation of the data folder against folders that were used. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitUntil } from '@cooperage/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Site } from './cooperage.ts'

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../../docs/data-folder.md'), 'utf8')

let site: Site
beforeEach(() => {
  site = new Site()
})
afterEach(() => site.end())

/** What the first table describes: names of files, and of folders with a slash at the end. */
function described(): RegExp[] {
  const rows = DOCUMENT.split('\n## ')[0]?.match(/^\| `.*$/gm) ?? []
  const names = rows.flatMap((row) =>
    [...(row.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  )
  return names.map((name) => new RegExp(`^${RegExp.escape(name).replaceAll('\\*', '.*')}$`))
}

function unknown(): string[] {
  const known = described()
  expect(known.length).toBeGreaterThan(20)
  return readdirSync(site.dataDir, { withFileTypes: true })
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .filter((name) => !known.some((pattern) => pattern.test(name)))
}

test('every file of a folder with an engine is described', async () => {
  const { url, child } = await site.start()
  const keys = readFileSync(join(site.dataDir, 'root-credentials'), 'utf8')
  const [accessKey, secretKey] = [/ACCESS_KEY=(.*)/, /SECRET_KEY=(.*)/].map((key) => key.exec(keys)?.[1])
  const headers: Record<string, string> = { 'content-type': 'application/json', origin: url }
  const call = (method: string, path: string, body: object) =>
    fetch(`${url}/api/v1/${path}`, { method, headers, body: JSON.stringify(body) })
  const signedIn = await call('POST', 'login', { accessKey, secretKey })
  headers.cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
  expect((await call('POST', 'buckets', { name: 'used' })).status).toBe(201)
  const encryption = await call('POST', 'buckets/used/encryption/enable', { encType: 'sse-s3', kmsKeyID: '' })
  expect(encryption.ok).toBe(true)
  const expiry = new Date(Date.now() + 3600_000).toISOString()
  const link = { kind: 'upload', bucket: 'used', path: 'inbox/', version_id: '', expiry, max_uses: 1, max_bytes: 1 }
  expect((await call('POST', 'share-links', link)).status).toBe(201)
  await waitUntil('the first samples are stored', () => readdirSync(site.dataDir).includes('metrics.sqlite'))
  expect(readdirSync(site.dataDir)).toContain('console.sqlite')
  expect(unknown()).toEqual([])
  await child.stop()
  expect(unknown()).toEqual([])
})

test('every file of a folder of operator mode is described', async () => {
  const child = site.run(['--operator'])
  await waitUntil('the command is ready', () => child.output().includes('Press Ctrl+C to stop.'))
  expect(unknown()).toEqual([])
})
