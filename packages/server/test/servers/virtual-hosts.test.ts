import { startVersitygw, uniqueName } from '@cooperage/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { consoleAt } from '../running-console.ts'
import { visitor } from '../visitor.ts'

test('a server with a host name for each bucket is used under these names', async () => {
  const storage = await startVersitygw({ domain: 'localhost' })
  onTestFinished(() => storage.stop())
  const url = storage.url.replace('127.0.0.1', 'localhost')
  const server = await consoleAt(url, { virtualHosts: true })
  const user = visitor(server.url)
  expect((await user.signIn(storage.root)).status).toBe(201)
  const bucket = uniqueName('bucket')
  expect((await user.call('POST', '/api/v1/buckets', { json: { name: bucket } })).status).toBe(201)
  const path = `/api/v1/buckets/${bucket}/objects`
  const form = [{ name: '5', fileName: 'a b.txt', content: 'hello' }]
  expect((await user.call('POST', `${path}/upload`, { form })).status).toBe(200)
  expect((await user.get(path)).text).toContain('a b.txt')
  expect((await user.get(`${path}/download?prefix=a%20b.txt`)).text).toBe('hello')
  expect((await user.get('/api/v1/buckets')).text).toContain(bucket)

  const { json } = await user.get(`${path}/share?prefix=a%20b.txt&expires=60000ms`)
  const link = new URL(String(typeof json === 'string' ? json : Object.values(json as object)[0]))
  expect([link.hostname, link.pathname]).toEqual([`${bucket}.localhost`, '/a%20b.txt'])
  // Names below localhost needn't be resolvable: the host is what the signature covers.
  const reply = await visitor(storage.url).get(link.pathname + link.search, { headers: { host: link.host } })
  expect([reply.status, reply.text]).toEqual([200, 'hello'])
  expect((await user.get(`${path}/direct`)).json).toMatchObject({ origin: '', obstacle: 'hosts' })
})
