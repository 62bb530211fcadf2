import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cellText } from './cell-text.ts'
import { UnreadableFile } from './parquet-metadata.ts'
import { readParquetTable } from './parquet-table.ts'

// The files were written by Apache Arrow 26.
const fileOf = (name: string) =>
  new Uint8Array(readFileSync(join(import.meta.dirname, 'test-files', `${name}.parquet`)))

async function read(file: Uint8Array<ArrayBuffer>, { size = file.length, signal = new AbortController().signal } = {}) {
  return await readParquetTable(async (start, end) => file.slice(start, end), size, signal)
}

test.each(['none', 'snappy', 'gzip', 'zstd', 'version-2'])('shows columns of every type: %s', async (name) => {
  const { columns, rows, ...rest } = await read(fileOf(name))
  const cells = (row: number) => Object.fromEntries(columns.map((column, at) => [column.name, rows[row]?.[at]]))
  expect(columns.filter(({ problem }) => problem)).toEqual([])
  expect(columns.map(({ type }) => type).join(' ')).toBe(
    'int64 string decimal double boolean date timestamp byte_array list struct map',
  )
  // In the second row group.
  expect(cells(130)).toEqual({
    id: '130',
    name: 'name 0',
    price: '32.5',
    ratio: '16.25',
    ok: 'true',
    day: '2026-05-11',
    at: '2026-01-01T00:00:00.000130Z',
    raw: '82ff',
    tags: '["t0"]',
    spot: '{"x": 130, "y": "a"}',
    map: '{"k": 130}',
  })
  expect(cells(3)).toMatchObject({ name: null, tags: '[]', spot: '{"x": 3, "y": null}' })
  expect(rest).toEqual({ totalRows: 210, hasMoreRows: true, totalColumns: 11 })
  expect(rows).toHaveLength(200)
})

test('shows the encodings of new writers', async () => {
  const { rows } = await read(fileOf('encodings'))
  expect(rows[9]).toEqual(['9', 'name 4', '1.125', 'false'])
})

test('a column that it cannot read says why', async () => {
  const { columns, rows } = await read(fileOf('unsupported'))
  expect(columns.map(({ problem }) => problem)).toEqual([
    { reason: 'codec', detail: 'BROTLI' },
    { reason: 'encoding', detail: 'DELTA_BYTE_ARRAY' },
  ])
  expect(rows[0]).toEqual([undefined, undefined])
})

test('a file without rows has columns', async () => {
  expect(await read(fileOf('empty'))).toMatchObject({ columns: [{ name: 'id' }], rows: [], totalRows: 0 })
})

test('reads only parts of a large file', async () => {
  // The metadata of the small file, at the end of a larger one: its columns are still where it says.
  const small = fileOf('snappy')
  const size = 1024 ** 3
  let bytes = 0
  const table = await readParquetTable(
    async (start, end) => {
      bytes += end - start
      if (start < small.length) return small.slice(start, end)
      const part = new Uint8Array(end - start)
      const from = Math.max(0, small.length - (size - start))
      part.set(small.subarray(from), Math.max(0, size - small.length - start))
      return part
    },
    size,
    new AbortController().signal,
  )
  expect(table.rows[130]?.[0]).toBe('130')
  expect(bytes).toBeLessThan(1024 * 1024)
})

test.each([
  ['nothing', new Uint8Array(), 'notParquet'],
  ['another file', new Uint8Array(Buffer.from('PK\u0003\u0004 and so on')), 'notParquet'],
  ['an encrypted file', new Uint8Array(Buffer.from('PAR1aaaaaaaa\u0001\0\0\0PARE')), 'encrypted'],
  [
    'metadata longer than the file',
    new Uint8Array(Buffer.from('PAR1aaaaaaaa\u00ff\u00ff\0\0PAR1', 'latin1')),
    'damaged',
  ],
  ['metadata of zeros', new Uint8Array(Buffer.from('PAR1aaaa\0\0\0\0\u0004\0\0\0PAR1')), 'damaged'],
])('refuses %s', async (_, file, reason) => {
  const failure = await read(file).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(UnreadableFile)
  expect((failure as UnreadableFile).reason).toBe(reason)
})

test('refuses metadata above 2 MiB before reading it', async () => {
  const tail = Buffer.from('\0\0\0\x10PAR1', 'latin1')
  const reads: number[] = []
  const size = 2 ** 40
  const failure = await readParquetTable(
    async (start, end) => {
      reads.push(end - start)
      return new Uint8Array(Buffer.concat([Buffer.alloc(end - start - 8), tail]))
    },
    size,
    new AbortController().signal,
  ).catch((error: unknown) => error)
  expect((failure as UnreadableFile).reason).toBe('tooLarge')
  expect(reads).toEqual([64 * 1024])
})

test.each(['none', 'snappy', 'zstd', 'version-2', 'encodings'])(
  'survives random changes of the data and of the metadata: %s',
  async (name) => {
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
      return seed % below
    }
    let damaged = 0
    const file = fileOf(name)
    for (let attempt = 0; attempt < 60; attempt++) {
      const changed = file.slice()
      for (let count = 0; count <= random(3); count++) changed[random(file.length - 8)] = random(256)
      const start = performance.now()
      const failure = await read(changed).then(
        ({ columns }) => columns.find(({ problem }) => problem),
        (error: unknown) => {
          expect(error).toBeInstanceOf(UnreadableFile)
          return error
        },
      )
      if (failure) damaged += 1
      expect(performance.now() - start, `attempt ${attempt}`).toBeLessThan(5000)
    }
    expect(damaged).toBeGreaterThan(4)
  },
)

test('a failed request is not reported as damage, and a closed preview stops reading', async () => {
  const file = fileOf('snappy')
  const size = 2 * 1024 * 1024
  const failing = readParquetTable(
    async (start, end) => {
      if (start > 100_000) return Uint8Array.from([...new Uint8Array(Math.max(0, end - start - file.length)), ...file])
      throw new Error('the storage server is down')
    },
    size,
    new AbortController().signal,
  )
  await expect(failing).rejects.toThrow('the storage server is down')
  await expect(read(file, { signal: AbortSignal.abort() })).rejects.toThrow()
})

test('long and deep values are cut', () => {
  expect(cellText(Array.from({ length: 1e6 }, (_, at) => at))?.length).toBeLessThan(320)
  expect(cellText(new Uint8Array(1e6))).toBe(`${'00'.repeat(32)}…`)
  expect(cellText({ a: 'x'.repeat(1e6), b: 1n, c: new Date(Number.NaN) })?.length).toBeLessThan(320)
  expect(cellText('y'.repeat(1e6))).toHaveLength(301)
})
