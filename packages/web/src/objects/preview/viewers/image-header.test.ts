import { expect, test } from 'vitest'
import { isDecodable, readImageHeader } from './image-header.ts'

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part)))
const u32 = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]
const u16 = (value: number) => [value >> 8, value & 255]
const le32 = (value: number) => u32(value).reverse()
const le16 = (value: number) => u16(value).reverse()

const png = (width: number, height: number) =>
  bytes('\x89PNG\r\n\x1a\n', u32(13), 'IHDR', u32(width), u32(height), [8, 6, 0, 0, 0])
const jpeg = (width: number, height: number, profile = 0) =>
  bytes(
    [0xff, 0xd8],
    [0xff, 0xe1, ...u16(2 + profile), ...new Array<number>(profile).fill(0xff)],
    // Fill bytes may come before a marker.
    [0xff, 0xff, 0xc2, 0, 17, 8, ...u16(height), ...u16(width), 3],
  )

test.each([
  ['PNG', png(300, 200), 'image/png'],
  ['GIF', bytes('GIF89a', le16(300), le16(200)), 'image/gif'],
  ['JPEG', jpeg(300, 200), 'image/jpeg'],
  ['JPEG with a profile', jpeg(300, 200, 60_000), 'image/jpeg'],
  [
    'lossy WebP',
    bytes('RIFF', le32(9), 'WEBPVP8 ', le32(9), [0, 0, 0, 0x9d, 1, 0x2a], le16(300), le16(200)),
    'image/webp',
  ],
  ['lossless WebP', bytes('RIFF', le32(9), 'WEBPVP8L', le32(9), [0x2f], le32((199 << 14) | 299)), 'image/webp'],
  [
    'extended WebP',
    bytes('RIFF', le32(9), 'WEBPVP8X', le32(10), [0, 0, 0, 0], le32(299).slice(0, 3), le32(199).slice(0, 3)),
    'image/webp',
  ],
  ['BMP', bytes('BM', new Array<number>(12).fill(0), le32(40), le32(300), le32(-200 >>> 0)), 'image/bmp'],
  ['old BMP', bytes('BM', new Array<number>(12).fill(0), le32(12), le16(300), le16(200)), 'image/bmp'],
  [
    'AVIF with a small and a large picture',
    bytes(u32(28), 'ftypavif', u32(0), 'ispe', u32(0), u32(3), u32(2), 'ispe', u32(0), u32(300), u32(200), u32(0)),
    'image/avif',
  ],
  [
    'icon with a large PNG',
    bytes([0, 0, 1, 0, 1, 0, 16, 16], new Array<number>(10).fill(0), le32(22), [...png(300, 200)]),
    'image/x-icon',
  ],
])('reads the size of a %s', (_, image, type) => {
  expect(readImageHeader(image)).toEqual({ type, width: 300, height: 200 })
})

test('finds no image in other content, or where the header is cut off', () => {
  const others = [bytes(), bytes('<svg xmlns="http://www.w3.org/2000/svg"/>'), bytes('<html><script>1</script></html>')]
  const whole = [
    png(1, 1),
    jpeg(1, 1, 400),
    bytes('GIF89a', le16(1), le16(1)),
    bytes('BM', new Array<number>(30).fill(1)),
  ]
  const cut = whole.flatMap((image) => [2, 6, 9].map((length) => image.subarray(0, length)))
  const endless = [
    bytes([0xff, 0xd8], new Array<number>(1000).fill(0xff)),
    bytes([0xff, 0xd8, 0xff, 0xe1, 0, 0, 0xff, 0xd9]),
  ]
  for (const content of [...others, ...cut, ...endless]) expect(readImageHeader(content)).toBeUndefined()
})

test('refuses to decode what would take more than 160 MB, and sizes of zero', () => {
  const sizes = [
    [8000, 5000],
    [8000, 5001],
    [65535, 65535],
    [0, 10],
  ] as const
  expect(sizes.map(([width, height]) => isDecodable({ width, height }))).toEqual([true, false, false, false])
})
