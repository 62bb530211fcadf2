import type { ColumnMetaData, SchemaElement } from 'hyparquet'
import { expect, test } from 'vitest'
import { checkThrift } from './check-thrift.ts'
import { readColumnPages } from './column-pages.ts'
import { decompress } from './decompress.ts'

/** Numbers of Thrift's compact protocol. */
function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(Math.floor(value / 128))]
}
const i32 = (value: number) => [0x15, ...varint(value * 2)]

const ENCODINGS = { plain: 0, rle: 3, delta: 5, deltaBytes: 7, dictionary: 8, split: 9 }

interface PageOptions {
  body: number[]
  values: number
  encoding?: number
  size?: number
}

/** A data page of the first version. */
function pageOf({ body, values, encoding = ENCODINGS.plain, size = body.length }: PageOptions) {
  const header = [
    ...i32(0),
    ...i32(size),
    ...i32(body.length),
    0x2c,
    ...i32(values),
    ...i32(encoding),
    ...i32(3),
    ...i32(3),
    0,
    0,
  ]
  return Uint8Array.from([...header, ...body])
}

const column = (length: number, type = 'INT32', codec = 'UNCOMPRESSED') =>
  ({
    type,
    codec,
    data_page_offset: 0n,
    total_compressed_size: BigInt(length),
    path_in_schema: ['c'],
  }) as ColumnMetaData
const required = (type = 'INT32', rest = {}) =>
  [{ name: 'c', type, repetition_type: 'REQUIRED', ...rest }] as SchemaElement[]
const optional = (type = 'INT32') => [{ name: 'c', type, repetition_type: 'OPTIONAL' }] as SchemaElement[]

async function problemOf(page: Uint8Array<ArrayBuffer>, path = required(), type = path.at(-1)?.type, codec?: string) {
  const pages = readColumnPages(
    async (start, end) => page.slice(start, end),
    column(page.length, type, codec),
    path,
    10,
  )
  return await pages.then(
    () => 'none',
    (error: { problem?: { reason: string }; name: string }) => error.problem?.reason ?? error.name,
  )
}

test('a valid page has no problem', async () => {
  expect(await problemOf(pageOf({ body: [1, 0, 0, 0, 2, 0, 0, 0], values: 2 }))).toBe('none')
  expect(await problemOf(pageOf({ body: [2, 0, 0, 0, 4, 1, 1, 0, 0, 0], values: 2 }), optional())).toBe('none')
})

test.each([
  ['two billion values', pageOf({ body: [1, 0, 0, 0], values: 2 ** 31 - 1 }), 'tooLarge'],
  [
    'a negative number of values',
    Uint8Array.from([0x15, 0, 0x15, 0, 0x15, 0, 0x2c, 0x15, 1, 0x15, 0, 0, 0]),
    'damaged',
  ],
  ['a page of 2 GiB', pageOf({ body: [1], values: 1, size: 2 ** 31 - 1 }), 'tooLarge'],
  ['a stated size that is wrong', pageOf({ body: [1, 2, 3, 4], values: 1, size: 5 }), 'damaged'],
  [
    'a run of a billion indexes',
    pageOf({ body: [1, ...varint(2 ** 31), 0], values: 5, encoding: ENCODINGS.dictionary }),
    'damaged',
  ],
  [
    'a billion packed indexes without bits',
    pageOf({ body: [0, ...varint(2 ** 31 + 1)], values: 5, encoding: ENCODINGS.dictionary }),
    'damaged',
  ],
  ['indexes of 200 bits', pageOf({ body: [200, 3, 1], values: 5, encoding: ENCODINGS.dictionary }), 'damaged'],
  ['differences in blocks of none', pageOf({ body: [0, 1, 5, 0], values: 5, encoding: ENCODINGS.delta }), 'damaged'],
  ['differences in no blocks', pageOf({ body: [128, 1, 0, 5, 0], values: 5, encoding: ENCODINGS.delta }), 'damaged'],
  [
    'differences in blocks of negative length',
    pageOf({ body: [...varint(2 ** 32 - 128), 1, 5, 0], values: 5, encoding: ENCODINGS.delta }),
    'damaged',
  ],
  ['an unknown encoding', pageOf({ body: [1], values: 1, encoding: 77 }), 'encoding'],
  [
    'the header of a dictionary in a data page',
    Uint8Array.from([0x15, 0, 0x15, 2, 0x15, 2, 0x4c, 0x15, 2, 0x15, 0, 0, 0, 1]),
    'damaged',
  ],
  ['a cut header', pageOf({ body: [1], values: 1 }).slice(0, 6), 'RangeError'],
  ['a cut page', pageOf({ body: [1, 2, 3, 4], values: 1 }).slice(0, -2), 'RangeError'],
])('refuses %s', async (_, page, problem) => {
  expect(await problemOf(page)).toBe(problem)
})

test('refuses runs of levels that are longer than the page', async () => {
  expect(await problemOf(pageOf({ body: [6, 0, 0, 0, ...varint(2 ** 31), 1, 0], values: 2 }), optional())).toBe(
    'damaged',
  )
  expect(await problemOf(pageOf({ body: [255, 255, 255, 127, 4, 1], values: 2 }), optional())).toBe('damaged')
})

test('refuses values that share the bytes of the page', async () => {
  const bytes = pageOf({ body: [1], values: 3, encoding: ENCODINGS.deltaBytes })
  expect(await problemOf(bytes, required('BYTE_ARRAY'))).toBe('encoding')
  const wide = pageOf({ body: [1], values: 1000, encoding: ENCODINGS.split })
  expect(await problemOf(wide, required('FIXED_LEN_BYTE_ARRAY', { type_length: 2 ** 30 }))).toBe('tooLarge')
  expect(await problemOf(pageOf({ body: [1], values: 400_000 }), required('BYTE_ARRAY'))).toBe('tooLarge')
})

test('counts the lists around a value', async () => {
  const path = Array.from({ length: 12 }, () => ({ name: 'c', repetition_type: 'REPEATED' })) as SchemaElement[]
  expect(await problemOf(pageOf({ body: [1], values: 200_000 }), path, 'INT32')).toBe('tooLarge')
})

test('an unpacked page is never larger than its header says', async () => {
  const gzip = new Uint8Array((await import('node:zlib')).gzipSync(Buffer.alloc(50 * 1024 * 1024)))
  await expect(decompress('GZIP', gzip, 100)).rejects.toMatchObject({ problem: { reason: 'damaged' } })
  // Blocks of 128 KiB, each of four bytes.
  const block = [2, 0, 16, 7]
  const zstd = Uint8Array.from([
    0x28,
    0xb5,
    0x2f,
    0xfd,
    0,
    0x88,
    ...Array.from({ length: 5000 }, () => block).flat(),
    3,
    0,
    16,
    7,
  ])
  await expect(decompress('ZSTD', zstd, 100)).rejects.toMatchObject({ problem: { reason: 'tooLarge' } })
  await expect(decompress('SNAPPY', Uint8Array.of(255, 255, 3, 0, 7, 7), 100)).rejects.toThrow()
  await expect(decompress('LZO', Uint8Array.of(1), 1)).rejects.toMatchObject({ problem: { reason: 'codec' } })
})

test('refuses structures that would be allocated before they are read', () => {
  const check =
    (...bytes: number[]) =>
    () =>
      checkThrift(new DataView(Uint8Array.from(bytes).buffer), 0)
  expect(check(0x15, 2, 0)().fields.get(1)).toEqual([1, 2])
  // A list of 30 million lists.
  expect(check(0x19, 0xf9, ...varint(30_000_000), 0)).toThrow(RangeError)
  expect(check(0x18, ...varint(2 ** 31), 1)).toThrow(RangeError)
  expect(check(...Array.from({ length: 5000 }, () => 0x1c))).toThrow(RangeError)
  expect(check(0x19, ...Array.from({ length: 5000 }, () => 0x19))).toThrow(RangeError)
  expect(check(0x16, ...Array.from({ length: 100 }, () => 255))).toThrow(RangeError)
  expect(check(0x1b, 0)).toThrow(RangeError)
  expect(check(0x15, 2)).toThrow(RangeError)
  const structs = Uint8Array.from([0x19, 0xfc, ...varint(1_000_000), ...new Uint8Array(1_000_001)])
  expect(() => checkThrift(new DataView(structs.buffer), 0)).toThrow(RangeError)
})
