import { useEffect, useState } from 'react'
import type { ObjectRef } from '../detail/object-ref.ts'
import { folderOf, isFolder } from '../entry.ts'
import { folderPages } from '../folder-listing.ts'
import { PreviewDialog } from './PreviewDialog.tsx'

/** Pages of the folder that are searched for the object: a preview alone is no reason to read a folder of a million. */
const MAX_PAGES = 10

/** The preview of an object from its page, with its neighbours in the folder unless it is an older version. */
export function ObjectPreview({ object, onClose }: { object: ObjectRef; onClose: () => void }) {
  const { bucket, key, versionId } = object
  const [keys, setKeys] = useState<readonly string[]>([])
  useEffect(() => {
    if (versionId !== '') return
    const abort = new AbortController()
    // Without its folder, which the visitor may not be allowed to list, the object is shown alone.
    keysAround(bucket, key, abort.signal).then(setKeys, () => undefined)
    return () => abort.abort()
  }, [bucket, key, versionId])
  return <PreviewDialog object={object} keys={keys} onClose={onClose} />
}

/** The keys of a folder from its start to the page after the one with this object; none if it isn't found. */
async function keysAround(bucket: string, key: string, signal: AbortSignal): Promise<string[]> {
  const fetchPage = folderPages(bucket, folderOf(key))
  const keys: string[] = []
  let isFound = false
  let after = ''
  for (let count = 0; count < MAX_PAGES; count++) {
    const { entries, next } = await fetchPage(after, signal)
    keys.push(...entries.filter((entry) => !isFolder(entry)).map((entry) => entry.key))
    if (isFound || next === undefined) break
    isFound = keys.includes(key)
    after = next
  }
  return keys.includes(key) ? keys : []
}
