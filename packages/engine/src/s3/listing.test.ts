import { parseListObjectsV2 } from '@cooperage/wire'
import { afterAll, expect, test } from 'vitest'
import { objectPath, startTestEngine } from '../test-engine.ts'

const engine = await startTestEngine()
await engine.send('PUT', '/bkt')
for (const key of ['a', 'b/1', 'b/2', 'b/c/3', 'd e', 'é+', 'z&<'])
  await engine.send('PUT', objectPath('bkt', key), { body: key })
afterAll(() => engine.stop())

async function list(query: string) {
  const reply = await engine.send('GET', '/bkt', { query: `list-type=2&${query}` })
  expect(reply.status).toBe(200)
  const page = parseListObjectsV2(reply.text)
  return { ...page, names: [...page.objects.map(({ key }) => key), ...page.commonPrefixes] }
}

test.each([
  ['', ['a', 'b/1', 'b/2', 'b/c/3', 'd e', 'z&<', 'é+']],
  ['delimiter=%2F', ['a', 'd e', 'z&<', 'é+', 'b/']],
  ['prefix=b%2F&delimiter=%2F', ['b/1', 'b/2', 'b/c/']],
  ['prefix=b%2F', ['b/1', 'b/2', 'b/c/3']],
  ['start-after=b%2F2', ['b/c/3', 'd e', 'z&<', 'é+']],
  ['start-after=b%2F&delimiter=%2F', ['d e', 'z&<', 'é+']],
  ['prefix=none', []],
  ['prefix=%2F', []],
  ['max-keys=0', []],
  ['encoding-type=url&prefix=d', ['d e']],
])('lists for "%s" the names %j', async (query, names) => {
  expect((await list(query)).names).toEqual(names)
})

test('continuation tokens lead through all pages, including folders', async () => {
  const seen: string[] = []
  let token = ''
  do {
    const page = await list(`delimiter=%2F&max-keys=2${token && `&continuation-token=${encodeURIComponent(token)}`}`)
    expect(page.names.length).toBeLessThanOrEqual(2)
    seen.push(...page.names)
    token = page.isTruncated ? (page.nextContinuationToken ?? '') : ''
  } while (token !== '')
  expect(seen.sort()).toEqual(['a', 'b/', 'd e', 'z&<', 'é+'].sort())
})

test('includes owners on request', async () => {
  const withOwner = await engine.send('GET', '/bkt', { query: 'list-type=2&fetch-owner=true&prefix=a' })
  expect(withOwner.text).toContain('<Owner>')
  const plain = await engine.send('GET', '/bkt', { query: 'list-type=2&prefix=a' })
  expect(plain.text).not.toContain('<Owner>')
})

test('the older listing continues after a marker', async () => {
  const first = await engine.send('GET', '/bkt', { query: 'max-keys=2&delimiter=%2F' })
  expect(first.text).toContain('<NextMarker>b/</NextMarker>')
  const second = await engine.send('GET', '/bkt', { query: 'max-keys=2&delimiter=%2F&marker=b%2F' })
  expect(second.text).toContain('<Key>d e</Key>')
  expect(second.text).not.toContain('<CommonPrefixes>')
})

test.each([
  ['max-keys=-1', 400, 'InvalidArgument'],
  ['max-keys=x', 400, 'InvalidArgument'],
  ['encoding-type=x', 400, 'InvalidArgument'],
  ['continuation-token=', 400, 'InvalidArgument'],
  ['continuation-token=%25', 400, 'InvalidArgument'],
])('rejects the query "%s" with %i %s', async (query, status, code) => {
  expect(await engine.send('GET', '/bkt', { query: `list-type=2&${query}` })).toMatchObject({ status, code })
})

test('reports a missing bucket', async () => {
  expect(await engine.send('GET', '/missing', { query: 'list-type=2' })).toMatchObject({ code: 'NoSuchBucket' })
})
