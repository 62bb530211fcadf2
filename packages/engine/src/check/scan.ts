import { behind } from '../store/index/keys.ts'
import type { IndexEntry, IndexReader } from '../store/index/ordered-index.ts'

const PAGE = 1000

/** All entries with the key prefix `prefix`, read in pages, so that the caller can await between entries. */
export async function* scan(index: IndexReader, prefix: Buffer): AsyncIterable<IndexEntry> {
  const end = behind(prefix)
  let start = prefix
  for (;;) {
    const page: IndexEntry[] = []
    for (const entry of index.range(start, end)) {
      page.push(entry)
      if (page.length === PAGE) break
    }
    yield* page
    const last = page.at(-1)
    if (page.length < PAGE || !last) return
    start = Buffer.concat([last.key, Buffer.from([0])])
  }
}
