import { afterAll, describe, expect, test } from 'vitest'
import { startTestEngine } from '../test-engine.ts'

const engine = await startTestEngine({ cannedAcls: 'refuse' })
await engine.send('PUT', '/bucket')
await engine.send('PUT', '/bucket/source', { body: 'x' })
afterAll(() => engine.stop())

describe('with canned ACLs refused', () => {
  const writers: [string, string, string, { query?: string; headers?: Record<string, string> }][] = [
    ['PutObject', 'PUT', '/bucket/k', {}],
    ['CopyObject', 'PUT', '/bucket/k', { headers: { 'x-amz-copy-source': '/bucket/source' } }],
    ['CreateMultipartUpload', 'POST', '/bucket/k', { query: 'uploads' }],
    ['CreateBucket', 'PUT', '/other', {}],
  ]

  test.each(writers)('%s accepts only ACLs that change nothing', async (_, method, path, options) => {
    const send = (headers: Record<string, string>) =>
      engine.send(method, path, { ...options, headers: { ...options.headers, ...headers } })
    const refused = { status: 400, code: 'AccessControlListNotSupported' }
    expect(await send({ 'x-amz-acl': 'public-read' })).toMatchObject(refused)
    expect(await send({ 'x-amz-grant-read': 'id=somebody' })).toMatchObject(refused)
    expect(await send({ 'x-amz-acl': 'nonsense' })).toMatchObject(refused)
    expect((await send({ 'x-amz-acl': 'private' })).status).toBe(200)
  })

  test('the error names the alternative', async () => {
    const { text } = await engine.send('PUT', '/bucket/k', { headers: { 'x-amz-acl': 'public-read' } })
    expect(text).toContain(
      '<Message>The bucket does not allow ACLs. Use a bucket policy to give others access.</Message>',
    )
  })
})
