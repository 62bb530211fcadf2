import { LIST_PAGE_LIMIT, listObjects, type ObjectEntry } from '@cooperage/contract'
import { call } from '../shared/api/call.ts'

/** The objects of a selection: those that are selected, and those in selected folders, a page at a time. */
export interface Selected {
  bucket: string
  /** Keys, and folders, which end in a slash. */
  paths: readonly string[]
}

/** A page of objects below a folder, after a key. Placeholders of folders aren't left out. */
export type FolderPage = { objects: readonly ObjectEntry[]; next?: string | undefined }
export type ReadFolder = (prefix: string, after: string, signal: AbortSignal) => Promise<FolderPage>

export function folderReader(bucket: string): ReadFolder {
  return (prefix, after, signal) => {
    const query = { prefix, recursive: true, limit: LIST_PAGE_LIMIT, ...(after !== '' && { after }) }
    return call(listObjects, { params: { bucket }, query }, signal)
  }
}

/** The keys of all objects of a selection, at most one more than `limit`. */
export async function keysOfSelection(
  paths: readonly string[],
  read: ReadFolder,
  limit: number,
  signal: AbortSignal,
): Promise<string[]> {
  const keys: string[] = []
  for (const path of paths) {
    if (!path.endsWith('/')) keys.push(path)
    else
      for (let after: string | undefined = ''; after !== undefined && keys.length <= limit; ) {
        const page: FolderPage = await read(path, after, signal)
        keys.push(...page.objects.map(({ name }) => name).filter((name) => !name.endsWith('/')))
        after = page.next
      }
    if (keys.length > limit) return keys.slice(0, limit + 1)
  }
  return keys
}
