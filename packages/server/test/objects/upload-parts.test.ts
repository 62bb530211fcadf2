/** Uploads in parts: every call, what it is refused with, and who may make it. */
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { accountsOf, allow, waitUntil } from '@cooperage/testkit'
import { compositeChecksum, createChecksum } from '@cooperage/wire'
import { expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import { type Reply, type Visitor, visitor } from '../visitor.ts'

const given = await withConsole()
const FIVE_MIB = 5 * 1024 * 1024
const BYTES = { 'content-type': 'application/octet-stream' }

function checksumOf(bytes: Uint8Array): string {
  const checksum = createChecksum('crc32c')
  checksum.update(bytes)
  return checksum.base64()
}

interface Sent {
  part_number: number
  etag: string
  crc32c: string
}

/** The calls of one upload as a page makes them. */
function uploadOf(user: Visitor, objects: string, key: string) {
  const query = (more: Record<string, string | number>) =>
    new URLSearchParams({ prefix: key, ...Object.fromEntries(Object.entries(more).map(([k, v]) => [k, String(v)])) })
  return {
    begin: async () => {
      const reply = await user.call('POST', `${objects}/uploads?${query({})}`, { json: { content_type: 'text/plain' } })
      expect([reply.status, reply.text]).toMatchObject([200, expect.any(String)])
      return (reply.json as { upload_id: string }).upload_id
    },
    send: (upload_id: string, part_number: number, body: Buffer, crc32c = checksumOf(body)) =>
      user.call('PUT', `${objects}/uploads/part?${query({ upload_id, part_number, crc32c })}`, {
        body,
        headers: BYTES,
      }),
    list: (upload_id: string, more = {}) => user.get(`${objects}/uploads/parts?${query({ upload_id, ...more })}`),
    complete: (upload_id: string, parts: readonly Sent[]) =>
      user.call('POST', `${objects}/uploads/complete?${query({ upload_id })}`, { json: { parts } }),
    abort: (upload_id: string) => user.call('DELETE', `${objects}/uploads?${query({ upload_id })}`),
  }
}

/** A part as `complete` names it. */
function sent(reply: Reply, part_number: number, body: Buffer): Sent {
  expect(reply.status).toBe(200)
  return { part_number, etag: (reply.json as { etag: string }).etag, crc32c: checksumOf(body) }
}

async function incomplete(user: Visitor, objects: string, key: string): Promise<number> {
  const { json } = await user.get(`${objects}/uploads?prefix=${encodeURIComponent(key)}`)
  return (json as { uploads: unknown[] }).uploads.length
}

test('stores an object from parts that arrive in any order, with the checksum of their checksums', async () => {
  const { user, objects } = await given.userWithBucket()
  const key = 'films/a b+ü.bin'
  const upload = uploadOf(user, objects, key)
  const bodies = [randomBytes(FIVE_MIB), randomBytes(FIVE_MIB + 1), randomBytes(100)]
  const id = await upload.begin()
  expect(await incomplete(user, objects, key), 'it is listed as incomplete').toBe(1)
  const replies = await Promise.all(bodies.toReversed().map((body, at) => upload.send(id, 3 - at, body)))
  const parts = bodies.map((body, at) => sent(replies[2 - at] as Reply, at + 1, body))

  const listed = parts.map((part, at) => ({ ...part, size: bodies[at]?.length }))
  expect((await upload.list(id)).json).toEqual({ parts: listed })
  expect((await upload.list(id, { after: 2 })).json).toEqual({ parts: listed.slice(2) })
  const first = await upload.complete(id, parts)
  const crc32c = compositeChecksum(
    'crc32c',
    parts.map((part) => part.crc32c),
  )
  expect([first.status, first.json]).toEqual([200, { name: key, etag: expect.stringMatching(/-3$/), crc32c }])
  expect((await upload.complete(id, parts)).json, 'a client without the response repeats the request').toEqual(
    first.json,
  )

  const stored = await user.get(`${objects}/download?prefix=${encodeURIComponent(key)}`)
  expect(stored.bytes.equals(Buffer.concat(bodies))).toBe(true)
  expect(stored.headers['content-type']).toBe('text/plain')
  expect(await incomplete(user, objects, key)).toBe(0)
})

test('rejects a part that differs from its checksum, and a later one replaces it', async () => {
  const { user, objects } = await given.userWithBucket()
  const upload = uploadOf(user, objects, 'k')
  const body = randomBytes(1000)
  const id = await upload.begin()
  expect((await upload.send(id, 1, body, checksumOf(Buffer.from('other')))).outcome).toBe('400 ChecksumMismatch')
  expect((await upload.list(id)).json).toEqual({ parts: [] })
  sent(await upload.send(id, 1, randomBytes(10)), 1, body)
  const part = sent(await upload.send(id, 1, body), 1, body)
  expect((await upload.complete(id, [part])).status).toBe(200)
})

test('names what is wrong with an upload', async () => {
  const { user, objects } = await given.userWithBucket()
  const upload = uploadOf(user, objects, 'k')
  const small = randomBytes(1000)
  const id = await upload.begin()
  const parts = [sent(await upload.send(id, 1, small), 1, small), sent(await upload.send(id, 2, small), 2, small)]
  const outcome = async (reply: Promise<Reply>) => {
    const { status, json } = await reply
    return [status, (json as { code: string }).code]
  }
  expect(await outcome(upload.complete(id, parts))).toEqual([400, 'PartTooSmall'])
  const changed = parts.slice(0, 1).map((part) => ({ ...part, etag: '0'.repeat(32) }))
  expect(await outcome(upload.complete(id, changed))).toEqual([409, 'PartsChanged'])

  const other = uploadOf(user, objects, 'another object')
  for (const unknown of [upload.send('unknown', 1, small), other.send(id, 1, small)]) {
    expect(await outcome(unknown)).toEqual([404, 'NoSuchUpload'])
  }
  expect(await outcome(other.list(id))).toEqual([404, 'NoSuchUpload'])
  expect(await outcome(other.complete(id, parts.slice(0, 1)))).toEqual([404, 'NoSuchUpload'])

  expect(await outcome(upload.send(id, 10_001, small))).toEqual([400, 'InvalidInput'])
  expect(await outcome(upload.send(id, 1, small, 'no checksum'))).toEqual([400, 'InvalidInput'])
  expect(await outcome(upload.send(id, 1, Buffer.alloc(0)))).toEqual([400, 'InvalidInput'])
  expect(await outcome(upload.complete(id, []))).toEqual([400, 'InvalidInput'])
  const query = new URLSearchParams({ prefix: 'k', upload_id: id, part_number: '1', crc32c: checksumOf(small) })
  for (const type of ['application/json', 'multipart/form-data; boundary=b', 'text/plain']) {
    const headers = { 'content-type': type }
    const reply = user.call('PUT', `${objects}/uploads/part?${query}`, { body: '{}', headers })
    expect([type, await outcome(reply)]).toEqual([type, [415, 'UnsupportedMediaType']])
  }
  const elsewhere = user.call('POST', `${objects}/delete-objects`, { body: small, headers: BYTES })
  expect(await outcome(elsewhere), 'bytes are accepted only where they are declared').toEqual([
    415,
    'UnsupportedMediaType',
  ])

  expect((await upload.abort(id)).status).toBe(204)
  expect(await outcome(upload.list(id))).toEqual([404, 'NoSuchUpload'])
})

test('needs the permissions of the storage server for each call, also on the upload of another user', async () => {
  const { user, bucket, objects } = await given.userWithBucket()
  const body = randomBytes(100)
  const id = await uploadOf(user, objects, 'k').begin()
  const stranger = visitor(given.server.url)
  await stranger.signIn(await accountsOf(given.storage).allowed(allow(['s3:ListBucket'], bucket)))
  const theirs = uploadOf(stranger, objects, 'k')
  const part = { part_number: 1, etag: 'e', crc32c: checksumOf(body) }
  for (const [action, reply] of [
    ['s3:PutObject', await stranger.call('POST', `${objects}/uploads?prefix=k`, { json: {} })],
    ['s3:PutObject', await theirs.send(id, 1, body)],
    ['s3:ListMultipartUploadParts', await theirs.list(id)],
    ['s3:PutObject', await theirs.complete(id, [part])],
    ['s3:AbortMultipartUpload', await theirs.abort(id)],
  ] as const) {
    expect([reply.status, reply.json]).toMatchObject([403, { message: expect.stringContaining(`(${action} on`) }])
  }
  expect((await uploadOf(user, objects, 'k').list(id)).json).toEqual({ parts: [] })
})

test('a part whose sender disconnects is not stored', async () => {
  const { user, objects } = await given.userWithBucket()
  const upload = uploadOf(user, objects, 'k')
  const id = await upload.begin()
  const body = randomBytes(FIVE_MIB)
  const query = new URLSearchParams({ prefix: 'k', upload_id: id, part_number: '1', crc32c: checksumOf(body) })
  const { port } = new URL(user.url)
  const socket = connect({ host: '127.0.0.1', port: Number(port) })
  const cookie = [...user.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
  socket.write(
    `PUT ${objects}/uploads/part?${query} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncookie: ${cookie}\r\n` +
      `content-type: application/octet-stream\r\ncontent-length: ${body.length}\r\n\r\n`,
  )
  const requests = () => given.server.log.filter((line) => line.includes('/objects/uploads/part"')).length
  const before = requests()
  await new Promise((resolve) => socket.write(body.subarray(0, body.length - 1), resolve))
  socket.destroy()
  await waitUntil('the console has noticed', () => requests() > before)
  expect((await upload.list(id)).json).toEqual({ parts: [] })
})
