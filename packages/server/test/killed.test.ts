/** The console is killed while files are being uploaded. */
import { connect } from 'node:net'
import { type ConsoleProcess, send, startConsoleProcess, texts, waitUntil } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { withConsole } from './running-console.ts'
import { FORM_TYPE, type FormFile, formBody, visitor } from './visitor.ts'

const given = await withConsole()
const MIB = 1024 * 1024

async function stored(bucket: string, key: string): Promise<string> {
  const { url, root } = given.storage
  return (await send({ url, credentials: root, method: 'GET', bucket, key })).text
}

async function keysIn(bucket: string): Promise<string[]> {
  const { url, root } = given.storage
  return texts((await send({ url, credentials: root, method: 'GET', bucket, query: { 'list-type': '2' } })).text, 'Key')
}

/** Sends a form up to its byte `until` and kills the console; resolves when the connection is closed. */
async function uploadAndKill(server: ConsoleProcess, bucket: string, files: FormFile[], until: number): Promise<void> {
  const user = visitor(server.url)
  await user.signIn(given.storage.root)
  const cookie = [...user.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const body = formBody(files)
  const { port } = new URL(server.url)
  const socket = connect({ host: '127.0.0.1', port: Number(port) })
  socket.on('error', () => socket.destroy())
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(
    `POST /api/v1/buckets/${bucket}/objects/upload HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncookie: ${cookie}\r\n` +
      `content-type: ${FORM_TYPE}\r\ncontent-length: ${body.length}\r\n\r\n`,
  )
  await new Promise((resolve) => socket.write(body.subarray(0, until), resolve))
  if (files.length > 1)
    await waitUntil('the first file is stored', async () => (await keysIn(bucket)).includes('1.bin'))
  server.child.process.kill('SIGKILL')
  await Promise.all([closed, server.child.ended])
}

test.each([
  ['announced', String(60 * MIB)],
  ['not announced', 'file'],
])('an existing large file stays unchanged: size %s', { timeout: 60_000 }, async (_, name) => {
  const { bucket } = await given.userWithBucket()
  const { url, root } = given.storage
  await send({ url, credentials: root, method: 'PUT', bucket, key: 'film.bin', body: 'the old one' })
  const server = await startConsoleProcess(url)
  const film = { name, fileName: 'film.bin', content: Buffer.alloc(60 * MIB, 'x') }
  await uploadAndKill(server, bucket, [film], 40 * MIB)
  expect(await stored(bucket, 'film.bin')).toBe('the old one')
  expect(await keysIn(bucket)).toEqual(['film.bin'])
  await server.stop()

  // A console that replaces it stores the same file completely.
  const again = await startConsoleProcess(url)
  const user = visitor(again.url)
  await user.signIn(root)
  const reply = await user.call('POST', `/api/v1/buckets/${bucket}/objects/upload`, { form: [film] })
  expect(reply.json).toMatchObject({ stored: [{ name: 'film.bin', size: 60 * MIB }] })
  await again.stop()
})

test('each file of a form is either complete or unchanged', { timeout: 60_000 }, async () => {
  const { bucket } = await given.userWithBucket()
  const { url, root } = given.storage
  for (const key of ['2.bin', '3.bin']) {
    await send({ url, credentials: root, method: 'PUT', bucket, key, body: `the old ${key}` })
  }
  const content = Buffer.alloc(8 * MIB, 'n')
  const files = ['1.bin', '2.bin', '3.bin'].map((fileName) => ({ name: String(content.length), fileName, content }))
  const server = await startConsoleProcess(url)
  await uploadAndKill(server, bucket, files, 12 * MIB)
  expect(await keysIn(bucket)).toEqual(['1.bin', '2.bin', '3.bin'])
  expect((await stored(bucket, '1.bin')) === content.toString()).toBe(true)
  expect(await stored(bucket, '2.bin')).toBe('the old 2.bin')
  expect(await stored(bucket, '3.bin')).toBe('the old 3.bin')
  await server.stop()
})
