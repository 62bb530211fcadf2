import { Readable } from 'node:stream'
import { readAtMost } from '@cooperage/wire'
import { expect, test } from 'vitest'
import { formBoundary, formParts } from './form-parts.ts'

const BODY =
  'preamble\r\n--XX\r\nContent-Disposition: form-data; name="5"; filename="a%22\\b.txt"\r\nContent-Type: text/plain\r\n\r\n' +
  'one\r\n--X\r\nstill one\r\n--XX\r\ncontent-disposition: form-data; name="field"\r\n\r\nvalue\r\n' +
  '--XX\r\nContent-Disposition: form-data; name="dir/empty"; filename="empty"\r\n\r\n\r\n--XX--'

async function read(chunks: Iterable<Buffer>) {
  const parts: { name: string; fileName: string | undefined; contentType: string; offset: number; text: string }[] = []
  for await (const part of formParts(Readable.from(chunks), 'XX')) {
    const { content: _, size: _size, ...described } = part
    parts.push({ ...described, text: (await readAtMost(part.content, 100, () => new RangeError())).toString() })
  }
  return parts
}

/** Chunks with their own memory, as from a socket: it is freed when the next one is requested. */
function* cut(body: Buffer, length: number): Generator<Buffer> {
  for (let at = 0; at < body.length; at += length) {
    yield Buffer.from(new Uint8Array(body.subarray(at, at + length)).buffer)
  }
}

test('reads the same parts however the body is cut into chunks', async () => {
  const body = Buffer.from(BODY)
  const whole = await read([body])
  expect(whole.map(({ offset: _, ...part }) => part)).toEqual([
    { name: '5', fileName: 'a"\\b.txt', contentType: 'text/plain', text: 'one\r\n--X\r\nstill one' },
    { name: 'field', fileName: undefined, contentType: 'application/octet-stream', text: 'value' },
    { name: 'dir/empty', fileName: 'empty', contentType: 'application/octet-stream', text: '' },
  ])
  for (const part of whole) expect(body.subarray(part.offset).toString().startsWith(part.text)).toBe(true)
  for (let length = 1; length < body.length; length++) expect(await read(cut(body, length))).toEqual(whole)
})

test('takes as many bytes as are announced, without looking for a delimiter in them', async () => {
  const part = (text: string) => `--XX\r\nContent-Disposition: form-data; name="f"\r\n\r\n${text}\r\n`
  const body = Buffer.from(`${part('a\r\n--XX\r\nb')}${part('second')}--XX--`)
  for (let length = 1; length <= body.length; length++) {
    const texts: string[] = []
    const sizes = [10, 3]
    for await (const one of formParts(Readable.from(cut(body, length)), 'XX', () => sizes.shift())) {
      texts.push((await readAtMost(one.content, 100, () => new RangeError())).toString())
    }
    expect(texts).toEqual(['a\r\n--XX\r\nb', 'second'])
  }
})

test('skips a part that the caller does not read', async () => {
  const names: string[] = []
  for await (const part of formParts(Readable.from([Buffer.from(BODY)]), 'XX')) names.push(part.name)
  expect(names).toEqual(['5', 'field', 'dir/empty'])
})

test('reports an incomplete body wherever it ends too early', async () => {
  const body = Buffer.from(BODY)
  for (let length = 0; length < body.length - 1; length++) {
    await expect(read([body.subarray(0, length)])).rejects.toMatchObject({ code: 'UploadIncomplete' })
  }
})

test.each([
  ['no disposition', '--XX\r\nContent-Type: text/plain\r\n\r\nx\r\n--XX--'],
  ['text behind the delimiter', '--XX nonsense\r\n\r\nx\r\n--XX--'],
  [
    'a name escaped by backslashes',
    '--XX\r\nContent-Disposition: form-data; name="f"; filename="a\\"b"\r\n\r\nx\r\n--XX--',
  ],
  [
    'a disposition behind a bare line feed',
    '--XX\r\nContent-Type: a/b\nContent-Disposition: form-data; name="f"\r\n\r\nx\r\n--XX--',
  ],
  ['headers without end', `--XX\r\n${'a'.repeat(20_000)}`],
])('refuses a form with %s', async (_, body) => {
  await expect(read([Buffer.from(body)])).rejects.toMatchObject({ code: 'InvalidInput' })
})

test('refuses a name that is not UTF-8 instead of changing it', async () => {
  const body = Buffer.from(
    '--XX\r\nContent-Disposition: form-data; name="f"; filename="a\xff"\r\n\r\nx\r\n--XX--',
    'latin1',
  )
  await expect(read([body])).rejects.toMatchObject({ code: 'InvalidInput' })
})

test.each([
  ['multipart/form-data; boundary=abc', 'abc'],
  ['multipart/form-data; charset=utf-8; boundary="a b"', 'a b'],
])('finds the boundary in %s', (type, boundary) => {
  expect(formBoundary(type)).toBe(boundary)
})

test('keeps the body open when the caller stops reading, so that a response can still be sent', async () => {
  const body = Readable.from([Buffer.from(BODY)])
  for await (const _part of formParts(body, 'XX')) break
  expect(body.destroyed).toBe(false)
})

test.each([
  undefined,
  'application/json',
  'multipart/form-data',
  'multipart/mixed; boundary=a',
  `multipart/form-data; boundary=${'a'.repeat(71)}`,
])('does not accept %s as a form', (type) => {
  expect(() => formBoundary(type)).toThrow(expect.objectContaining({ code: 'UnsupportedMediaType' }))
})

test('reads no more of a part than allowed', async () => {
  expect.assertions(1)
  for await (const part of formParts(Readable.from(cut(Buffer.from(BODY), 8)), 'XX')) {
    await expect(readAtMost(part.content, 4, () => new RangeError('too long'))).rejects.toThrow('too long')
    break
  }
})
