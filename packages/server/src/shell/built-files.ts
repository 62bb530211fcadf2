import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import type { Encoding } from '../shared/compress-responses.ts'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
}
const COMPRESSED: Record<Encoding, string> = { br: '.br', gzip: '.gz' }
/** A new build brings new names; checking more often would let anyone make the server read the folder. */
const LOOK_AGAIN_MS = 1_000

export interface BuiltFile {
  path: string
  type: string
  /** The name changes with the content. */
  isHashed: boolean
  etag: string
  /** The content in the first of these encodings that the build wrote, or plain. */
  read(accepted: readonly Encoding[]): Promise<{ content: Buffer; encoding: Encoding | undefined }>
}

/**
 * The files of the build by their paths. The folder is listed and requests are looked up in the list, so no path from outside
 * ever reaches the file system. Pages, which are rendered per request, dot files, and compressed copies (the bodies of
 * their originals) aren't separate files.
 */
export class BuiltFiles {
  readonly #root: string
  #names = new Set<string>()
  #listedAt = Number.NEGATIVE_INFINITY
  #listing = Promise.resolve()

  constructor(root: string) {
    this.#root = root
  }

  async find(path: string): Promise<BuiltFile | undefined> {
    if (!this.#names.has(path)) {
      if (performance.now() - this.#listedAt > LOOK_AGAIN_MS) this.#listing = this.#list()
      // A page requests many files at the same time: all of them wait for the same listing.
      await this.#listing
    }
    if (!this.#names.has(path) || /\/\.|\.(br|gz|html)$/.test(path)) return undefined
    const file = join(this.#root, path)
    const { size, mtimeMs } = await stat(file)
    return {
      path,
      type: TYPES[extname(path)] ?? 'application/octet-stream',
      isHashed: path.startsWith('/assets/'),
      etag: `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`,
      read: async (accepted) => {
        const encoding = accepted.find((one) => this.#names.has(path + COMPRESSED[one]))
        return { content: await readFile(encoding === undefined ? file : file + COMPRESSED[encoding]), encoding }
      },
    }
  }

  async #list(): Promise<void> {
    this.#listedAt = performance.now()
    const entries = await readdir(this.#root, { recursive: true, withFileTypes: true }).catch(() => {
      // Not built yet: there are no files, and the page explains it.
      return []
    })
    this.#names = new Set(
      entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(this.#root.length).replaceAll(sep, '/')),
    )
  }
}
