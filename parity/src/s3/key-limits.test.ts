/** Unusual object names: which are preserved and how the others are rejected. */
import { texts } from '@cooperage/testkit'
import { createListObjectsV2Reader, parseListVersions } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { againstAws, differs, given, request } from '../target.ts'

const OK = '200'
const NO_NAME = '400 XMinioInvalidObjectName'
const MISSING = '404 NoSuchKey'

const put = (bucket: string, key: string) => request({ method: 'PUT', bucket, key, body: 'text' })

async function listed(bucket: string, query: Record<string, string> = {}) {
  const response = await request({
    method: 'GET',
    bucket,
    query: { 'list-type': '2', 'encoding-type': 'url', ...query },
  })
  const reader = createListObjectsV2Reader()
  reader.write(Buffer.from(response.bytes))
  const { objects, commonPrefixes } = reader.end()
  return [...objects.map(({ key }) => key), ...commonPrefixes]
}

describe('a name is preserved:', () => {
  test.each<[string, string]>([
    ['with an image tag that runs a script', '<img src=x onerror=alert(1)>.png'],
    ['that closes an attribute and opens a script', '"><script>alert(1)</script>'],
    ['that writes from right to left', 'photo-\u202egnp.exe'],
    ['with directional marks', '\u200ea\u200fb\u2066c\u2069'],
    ['of emoji joined to one glyph', '👨‍👩‍👧‍👦.jpg'],
    ['with a flag', '🏴‍☠️/🇩🇪'],
    ['with a line break', 'line\nbreak'],
    ['with a carriage return', 'carriage\rreturn'],
    ['with an escaped slash', 'a%2Fb'],
    ['with an incomplete escape', '100%'],
    ['with an escaped escape', '%252F'],
    ['with a plus and a space', 'a+b c'],
    ['of a thousand characters', `${'x'.repeat(199)}/`.repeat(4) + 'y'.repeat(200)],
    ['of the longest segment', 'z'.repeat(255)],
    ['of a space', ' '],
    ['with spaces at both ends', '  a  '],
    ['with spaces around a slash', 'a / b'],
    ['of three dots', '...'],
    ['with dots inside', 'a..b/c...'],
    ['that begins with a dot', '.git/config'],
    ['of a tilde', '~'],
    ['that begins with a dash', '-rf'],
    ['that a shell would run', '$(reboot)`id`;'],
    ['that a shell would expand', '*?[a-z]{1,2}'],
    ['that a query would end', 'a?versionId=null&b#c'],
    ['of a JavaScript property', '__proto__'],
    ['that equals the null version ID', 'null'],
    ['with a byte order mark', '\ufeffa'],
    ['with a non-breaking space', 'a\u00a0b'],
    ['with a zero-width space', 'a\u200bb'],
    ['with a character outside the BMP', '𝒳\u{10ffff}'],
    ['with a bell', 'a\u0007b'],
    ['with a drive letter', 'C:\\temp'],
    ['with a homoglyph', 'аdmin'],
  ])('%s', async (_, key) => {
    const bucket = await given.bucket('Enabled')
    expect((await put(bucket, key)).outcome).toBe(OK)
    expect((await request({ method: 'GET', bucket, key })).text).toBe('text')
    expect(await listed(bucket)).toEqual([key])
    expect(await listed(bucket, { prefix: key })).toEqual([key])
    const query = { versions: '', 'encoding-type': 'url' }
    const { versions } = parseListVersions((await request({ method: 'GET', bucket, query })).text)
    expect(versions.map((version) => version.key)).toEqual([key])
    expect((await request({ method: 'DELETE', bucket, key })).status).toBe(204)
    expect((await request({ method: 'GET', bucket, key })).outcome).toBe(MISSING)
  })
})

describe('a name is rejected:', () => {
  test.each<[string, string, string]>([
    ['two slashes inside', 'a//b', againstAws(NO_NAME, 'emptySegments')],
    ['two slashes at the end', 'a//', againstAws(NO_NAME, 'emptySegments')],
    ['a segment of 256 bytes', 'z'.repeat(256), againstAws(NO_NAME, 'longSegments')],
    ['a folder of 256 bytes', `${'z'.repeat(256)}/a`, againstAws(NO_NAME, 'longSegments')],
    ['a segment of 256 bytes and fewer characters', 'é'.repeat(128), againstAws(NO_NAME, 'longSegments')],
    ['1,025 bytes', `${'z'.repeat(204)}/`.repeat(5), '400 KeyTooLongError'],
    ['a zero', 'a\0b', NO_NAME],
  ])('%s', async (_, key, expected) => {
    const bucket = await given.bucket()
    expect((await put(bucket, key)).outcome).toBe(expected)
    expect(await listed(bucket)).toEqual([])
  })
})

describe('a slash', () => {
  test('at the end makes a different name', async () => {
    const bucket = await given.bucket()
    for (const key of ['a', 'a/']) await given.object(bucket, key, key.endsWith('/') ? '' : key)
    expect(await listed(bucket)).toEqual(['a', 'a/'])
    expect(await listed(bucket, { delimiter: '/' })).toEqual(['a', 'a/'])
    await request({ method: 'DELETE', bucket, key: 'a/' })
    expect(await listed(bucket)).toEqual(['a'])
  })

  test('at the end of a prefix matches the folder itself and its contents', async () => {
    const bucket = await given.bucket()
    for (const key of ['a-b', 'a/', 'a/b', 'a/c/d', 'ab']) await given.object(bucket, key, key.endsWith('/') ? '' : key)
    expect(await listed(bucket, { prefix: 'a/', delimiter: '/' })).toEqual(['a/', 'a/b', 'a/c/'])
    expect(await listed(bucket, { prefix: 'a', delimiter: '/' })).toEqual(['a-b', 'ab', 'a/'])
  })

  test('after the name of an object makes further valid names', async () => {
    const bucket = await given.bucket()
    for (const key of ['a/b', 'a', 'a/c/d']) await given.object(bucket, key, key)
    const lists = [
      await listed(bucket),
      await listed(bucket, { delimiter: '/' }),
      await listed(bucket, { prefix: 'a/' }),
    ]
    expect(lists).toEqual(
      differs(
        {
          engine: [
            ['a', 'a/b', 'a/c/d'],
            ['a', 'a/'],
            ['a/b', 'a/c/d'],
          ],
          minio: [['a'], ['a'], []],
        },
        'in MinIO listings an object hides keys below its name; in S3 they are ordinary keys',
      ),
    )
    for (const key of ['a', 'a/b', 'a/c/d']) expect((await request({ method: 'GET', bucket, key })).text).toBe(key)
    await request({ method: 'DELETE', bucket, key: 'a' })
    expect(await listed(bucket)).toEqual(['a/b', 'a/c/d'])
  })

  test('alone is not a prefix', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'a')
    expect(await listed(bucket, { prefix: '/' })).toEqual([])
    expect(await listed(bucket, { prefix: 'a/' })).toEqual([])
  })

  const copyOf = (bucket: string, key: string, headers: Record<string, string> = {}) =>
    request({
      method: 'PUT',
      bucket,
      key: 'copy',
      headers: { 'x-amz-copy-source': `${bucket}/${key}`, ...headers },
    })

  test.each(['a//b', 'a//', '/'])('makes a name that no operation finds: %s', async (key) => {
    const bucket = await given.bucket()
    await given.object(bucket, 'a/b')
    const path = `/${bucket}/${key}`
    for (const response of [
      await copyOf(bucket, key),
      await request({ method: 'GET', path }),
      await request({ method: 'DELETE', path }),
    ]) {
      expect(response.outcome).toBe(againstAws(NO_NAME, 'emptySegments'))
    }
    expect(await listed(bucket)).toEqual(['a/b'])
  })

  test('in front of the source of a copy is ignored, as in front of every key', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'a/b', 'text')
    for (const source of ['/a/b', '%2Fa/b']) {
      expect((await copyOf(bucket, source)).outcome).toBe(againstAws(OK, 'leadingSlash'))
    }
    expect(await listed(bucket)).toEqual(['a/b', 'copy'])
  })

  test('of a deleted folder keeps its contents', async () => {
    const bucket = await given.bucket('Enabled')
    await given.object(bucket, 'a/b')
    expect((await request({ method: 'DELETE', bucket, key: 'a/' })).status).toBe(204)
    expect((await request({ method: 'HEAD', bucket, key: 'a/b' })).status).toBe(200)
    expect((await request({ method: 'HEAD', bucket, key: 'a/' })).outcome).toBe(MISSING)
    expect((await request({ method: 'HEAD', bucket, key: 'a' })).outcome).toBe(MISSING)
  })
})

describe('names that look alike are different:', () => {
  test.each<[string, string, string]>([
    ['two forms of one letter', 'caf\u00e9', 'cafe\u0301'],
    ['small and capital letters', 'Readme', 'readme'],
    ['an escape and what it encodes', 'a%20b', 'a b'],
    ['a plus and a space', 'a+b', 'a b'],
    ['with and without a space at the end', 'a', 'a '],
    ['letters of two scripts', 'admin', 'аdmin'],
    ['with and without a directional mark', 'ab', 'a\u200eb'],
    ['a slash and its escape', 'a/b', 'a%2Fb'],
    ['a backslash and a slash', 'a\\b', 'a/b'],
  ])('%s', async (_, one, other) => {
    const bucket = await given.bucket()
    await given.object(bucket, one, 'one')
    await given.object(bucket, other, 'other')
    const text = async (key: string) => (await request({ method: 'GET', bucket, key })).text
    expect([await text(one), await text(other)]).toEqual(['one', 'other'])
    await request({ method: 'DELETE', bucket, key: one })
    expect(await listed(bucket)).toEqual([other])
    expect(texts((await request({ method: 'GET', bucket, query: { versions: '' } })).text, 'Key')).toHaveLength(1)
  })
})
