import { expect, test } from 'vitest'
import { clientOf } from '../../test/scripted-server.ts'
import { deleteObjects } from './delete-objects.ts'
import { listObjects, listObjectsPage } from './list-objects.ts'

function page(keys: readonly string[], token?: string): string {
  const contents = keys.map(
    (key) =>
      `<Contents><Key>${key}</Key><LastModified>2026-01-01T00:00:00Z</LastModified><ETag>"e"</ETag><Size>1</Size></Contents>`,
  )
  const next = token === undefined ? '' : `<NextContinuationToken>${token}</NextContinuationToken>`
  return `<ListBucketResult><IsTruncated>${token !== undefined}</IsTruncated>${next}${contents.join('')}<EncodingType>url</EncodingType></ListBucketResult>`
}

test('reads all pages and sends start-after only for the first', async () => {
  const { client, requests } = await clientOf((_, response, index) => {
    response.end(index === 0 ? page(['a%2Bb', 'c+d'], 't+1') : page(['z']))
  })
  const keys: string[] = []
  for await (const { objects } of listObjects(client, 'photos', { prefix: 'x y/', startAfter: 'a' })) {
    keys.push(...objects.map(({ key }) => key))
  }
  expect(keys).toEqual(['a+b', 'c d', 'z'])
  const queries = requests.map(({ url }) => Object.fromEntries(new URL(url, 'http://x').searchParams))
  expect(queries).toEqual([
    { 'list-type': '2', 'encoding-type': 'url', prefix: 'x y/', 'start-after': 'a' },
    { 'list-type': '2', 'encoding-type': 'url', prefix: 'x y/', 'continuation-token': 't+1' },
  ])
})

test('begins with a short page, and the next ones grow up to the maximum', async () => {
  const { client, requests } = await clientOf((_, response, index) => {
    response.end(page(['a'], index < 3 ? `t${index}` : undefined))
  })
  for await (const _ of listObjects(client, 'photos', { prefix: '', firstMaxKeys: 32 })) {
    // Only the requests matter.
  }
  const sizes = requests.map(({ url }) => new URL(url, 'http://x').searchParams.get('max-keys'))
  expect(sizes).toEqual(['32', '256', '1000', '1000'])
})

test('sends only the given query parameters', async () => {
  const { client, requests } = await clientOf((_, response) => response.end(page([])))
  await listObjectsPage(client, 'photos', { prefix: '', delimiter: '/', maxKeys: 5 })
  expect(requests[0]?.url).toBe('/photos?list-type=2&encoding-type=url&prefix=&delimiter=%2F&max-keys=5')
})

test('deletes keys that XML cannot represent one by one, and returns the failures', async () => {
  const { client, requests } = await clientOf(({ method }, response) => {
    response.setHeader('x-amz-request-id', `of-${method}`)
    if (method === 'DELETE') response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
    else
      response.end(
        '<DeleteResult><Error><Key>b</Key><Code>AccessDenied</Code><Message>m</Message></Error></DeleteResult>',
      )
  })
  const failed = await deleteObjects(client, 'photos', [{ key: 'a' }, { key: 'b' }, { key: 'c\u0001' }])
  expect(failed.map(({ key, code, requestId }) => [key, code, requestId])).toEqual([
    ['b', 'AccessDenied', 'of-POST'],
    ['c\u0001', 'AccessDenied', 'of-DELETE'],
  ])
  expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /photos?delete=', 'DELETE /photos/c%01'])
  expect(requests[0]?.headers['content-md5']).toMatch(/=$/)
})
