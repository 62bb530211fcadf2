import type { ObjectEntry } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { BY_USER } from '../../jobs/index.ts'
import { type DownloadCalls, FolderDownload } from './folder-download.ts'

const STORED = '2026-01-01T00:00:00Z'

class CutOff extends Error {}
class Outage extends Error {}

/** A folder in memory with the parts of its interface that are used. */
function memoryFolder(files: Map<string, { text: string; at: number }>, above = ''): FileSystemDirectoryHandle {
  const fileHandle = (path: string) => ({
    getFile: async () => ({ size: files.get(path)?.text.length, lastModified: files.get(path)?.at }),
    createWritable: async () => {
      let text = ''
      return {
        truncate: async (size: number) => {
          text = text.slice(0, size)
        },
        write: async ({ position, data }: { position: number; data: Uint8Array }) => {
          text = text.slice(0, position) + new TextDecoder().decode(data)
        },
        close: async () => {
          files.set(path, { text, at: Date.now() })
        },
        abort: async () => undefined,
      }
    },
  })
  return {
    name: 'chosen',
    async getFileHandle(name: string, { create = false } = {}) {
      const path = above + name
      if (!files.has(path) && !create) throw new DOMException('', 'NotFoundError')
      if (!files.has(path)) files.set(path, { text: '', at: Date.now() })
      return fileHandle(path)
    },
    getDirectoryHandle: async (name: string) => memoryFolder(files, `${above}${name}/`),
  } as unknown as FileSystemDirectoryHandle
}

type Cut = (key: string, offset: number) => number | Error

/** A bucket in memory; `cut` may end a download after some bytes. */
function bucket(objects: Record<string, string>, cut: Cut = () => 1e9, onCut = () => {}, isEncoded = false) {
  const opened: string[] = []
  const entry = (name: string): ObjectEntry => ({
    ...{ name, size: objects[name]?.length ?? 0, last_modified: STORED, etag: 'e' },
  })
  const calls: DownloadCalls = {
    async read(prefix, after) {
      const keys = Object.keys(objects)
        .sort()
        .filter((key) => key.startsWith(prefix) && key > after)
      const [first, second] = keys
      return { objects: keys.slice(0, 2).map(entry), next: keys.length > 2 ? (second ?? first) : undefined }
    },
    find: async (key) => (objects[key] === undefined ? undefined : entry(key)),
    async open({ name: key }, { offset, etag }, signal) {
      opened.push(`${key}@${offset}`)
      const content = objects[key] ?? ''
      const start = etag === '' || etag === 'e' ? offset : 0
      const end = cut(key, start)
      return {
        ...{ offset: start, size: isEncoded ? undefined : content.length, etag: 'e' },
        bytes: (async function* () {
          signal.throwIfAborted()
          if (end instanceof Error) throw end
          yield new TextEncoder().encode(content.slice(start, end))
          if (end >= content.length) return
          onCut()
          throw new CutOff()
        })(),
      }
    },
    failureOf: (error) => (error instanceof Outage || error instanceof CutOff ? undefined : String(error)),
    isCutOff: (error) => error instanceof CutOff,
  }
  return { calls, opened }
}

interface Chosen {
  objects: Record<string, string>
  paths: string[]
  files?: Map<string, { text: string; at: number }>
  replaces?: boolean
  cut?: Cut
  onCut?: () => void
  /** Whether the browser decodes what is stored. */
  isEncoded?: boolean
}

function given({ objects, paths, files = new Map(), replaces = false, cut, onCut, isEncoded }: Chosen) {
  const { calls, opened } = bucket(objects, cut, onCut, isEncoded)
  const download = new FolderDownload(paths, { folder: memoryFolder(files), prefix: 'p/', replaces }, calls)
  const failed: string[] = []
  const run = async (signal = new AbortController().signal) => {
    for (;;) {
      const part = await download.part('', signal)
      failed.push(...part.failed.map(({ path, message }) => `${path}: ${message}`))
      if (part.next === undefined) return
    }
  }
  const contents = () => Object.fromEntries([...files].map(([path, { text }]) => [path, text]))
  return { download, run, contents, failed, opened }
}

test('downloads objects and everything below folders, with their folders', async () => {
  const objects = { 'p/a': '1', 'p/f/': '', 'p/f/b': '22', 'p/f/g/c': '333', 'p/f/g/d': '', 'p/not': 'x' }
  const { download, run, contents } = given({ objects, paths: ['p/a', 'p/f/', 'p/gone'] })
  await run()
  expect(contents()).toEqual({ a: '1', 'f/b': '22', 'f/g/c': '333', 'f/g/d': '' })
  expect(download).toMatchObject({ files: 4, bytes: 6, present: 0, kept: 0 })
})

test('skips existing files, keeps those that differ, and replaces them if that was chosen', async () => {
  const objects = { 'p/same': '12', 'p/old': '12', 'p/longer': '123', 'p/empty': '1' }
  const at = Date.parse(STORED)
  const files = () =>
    new Map([
      ['same', { text: '12', at: at + 1 }],
      ['old', { text: 'xx', at: at - 1 }],
      ['longer', { text: 'y', at: at + 1 }],
      ['empty', { text: '', at: at + 1 }],
    ])
  const paths = Object.keys(objects)
  const keeping = given({ objects, paths, files: files() })
  await keeping.run()
  expect(keeping.contents()).toEqual({ same: '12', old: 'xx', longer: 'y', empty: '1' })
  expect(keeping.download).toMatchObject({ files: 1, present: 1, kept: 2 })
  const replacing = given({ objects, paths, files: files(), replaces: true })
  await replacing.run()
  expect(replacing.contents()).toEqual({ same: '12', old: '12', longer: '123', empty: '1' })
  expect(replacing.opened.toSorted()).toEqual(['p/empty@0', 'p/longer@0', 'p/old@0'])
})

test('an interrupted download continues where it stopped', async () => {
  const { download, run, contents, opened } = given({
    objects: { 'p/film': '0123456789' },
    paths: ['p/film'],
    cut: (_, offset) => offset + 4,
  })
  await run()
  expect([contents(), opened]).toEqual([{ film: '0123456789' }, ['p/film@0', 'p/film@4', 'p/film@8']])
  expect(download.bytes).toBe(10)
})

test('an object that the browser decodes starts over', async () => {
  let isCut = true
  const { download, run, contents, opened } = given({
    objects: { 'p/log.gz': '0123456789' },
    paths: ['p/log.gz'],
    cut: () => (isCut ? 4 : 10),
    onCut: () => {
      isCut = false
    },
    isEncoded: true,
  })
  await run()
  expect([contents(), opened]).toEqual([{ 'log.gz': '0123456789' }, ['p/log.gz@0', 'p/log.gz@0']])
  expect(download.bytes).toBe(10)
})

test('an outage ends the run, and the next one continues within the file', async () => {
  let isOut = false
  const { run, contents, opened } = given({
    objects: { 'p/a': '01234', 'p/b': 'b' },
    paths: ['p/'],
    cut: (key, offset) => {
      if (key === 'p/b') return 9
      if (isOut) return new Outage()
      isOut = offset === 0
      return offset + 3
    },
  })
  await expect(run()).rejects.toThrow(Outage)
  isOut = false
  await run()
  expect(contents()).toEqual({ a: '01234', b: 'b' })
  expect(opened.filter((one) => one.startsWith('p/a'))).toEqual(['p/a@0', 'p/a@3', 'p/a@3'])
})

test('a file that fails is reported, and retried alone at the end', async () => {
  let isBroken = true
  const { run, contents, failed, opened } = given({
    objects: { 'p/a': 'a', 'p/b': 'b' },
    paths: ['p/'],
    cut: (key) => (key === 'p/a' && isBroken ? new RangeError('denied') : 9),
  })
  await run()
  expect([contents().b, failed]).toEqual(['b', ['p/a: RangeError: denied']])
  isBroken = false
  opened.length = 0
  await run()
  expect([contents(), opened]).toEqual([{ a: 'a', b: 'b' }, ['p/a@0']])
})

test('a stop keeps what is written, the end of the session discards it', async () => {
  for (const [reason, from] of [
    [BY_USER, 'p/a@3'],
    [undefined, 'p/a@0'],
  ] as const) {
    const stop = new AbortController()
    const { download, run, contents, opened } = given({
      objects: { 'p/a': '01234' },
      paths: ['p/a'],
      cut: () => (stop.signal.aborted ? 9 : 3),
      onCut: () => stop.abort(reason),
    })
    await expect(run(stop.signal)).rejects.toThrow()
    expect(download.files).toBe(0)
    opened.length = 0
    await run()
    expect([contents(), opened.at(-1)]).toEqual([{ a: '01234' }, from])
  }
})
