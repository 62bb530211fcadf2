import { checkStore } from '../../src/check/check-store.ts'
import type { FileReader } from '../../src/store/files/files.ts'
import type { IndexReader } from '../../src/store/index/ordered-index.ts'

export interface StoreAtRest {
  index: IndexReader
  /** All files below `objects/` and `tmp/`, with their sizes. */
  files: ReadonlyMap<string, number>
  open(path: string): Promise<FileReader>
}

/** Checks the consistency of a closed store, as `cooperage engine check` does. Returns what is wrong, including leftovers. */
export async function audit(store: StoreAtRest): Promise<string[]> {
  const wrong: string[] = []
  const open = (id: string) => store.open(`objects/${id.slice(0, 2)}/${id}`)
  await checkStore({ ...store, open }, ({ problem, subject, detail }) => {
    wrong.push(`${problem} ${subject}: ${detail}`)
  })
  return wrong
}
