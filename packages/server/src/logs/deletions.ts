import type { FoundDeletion } from '@cooperage/contract'
import { listField, objectField } from '@cooperage/wire'
import type { AuditEntry, AuditFilter, AuditStore } from '../shared/audit-store/audit-store.ts'

/** The log has the end of a request, and the clocks of servers differ a little. */
const BEFORE_US = 2_000_000
const AFTER_US = 60_000_000
/** Deletions of several objects within that time whose lists are read. */
const MOST_LISTS = 20

interface Deleted {
  name: string
  deleted_at: string
}

/** Who deleted objects of a bucket: the successful request whose end is closest after the deletion. */
export async function deletionsIn(
  store: AuditStore,
  bucket: string,
  objects: readonly Deleted[],
): Promise<FoundDeletion[]> {
  const lists = new Map<number, Promise<ReadonlyMap<string, AuditEntry>>>()
  const found: FoundDeletion[] = []
  for (const { name, deleted_at: deletedAt } of objects) {
    const time = Date.parse(deletedAt) * 1000
    const search = (filters: AuditFilter[]) =>
      store.search({
        filters: [{ field: 'bucket', value: literally(bucket) }, ...filters],
        from: time - BEFORE_US,
        until: time + AFTER_US,
        descending: false,
        limit: MOST_LISTS,
      })
    const alone = await search([
      { field: 'object', value: literally(name) },
      { field: 'api_name', value: 'Delete*' },
    ])
    let entry = alone.find(isDone)
    if (entry === undefined) {
      const second = Math.floor(time / 1_000_000)
      const listed =
        lists.get(second) ?? listedIn(store, await search([{ field: 'api_name', value: 'DeleteMultipleObjects' }]))
      lists.set(second, listed)
      entry = (await listed).get(name)
    }
    if (entry) found.push({ name, user: entry.parentUser || entry.accessKey, remote_host: entry.remoteHost })
  }
  return found
}

/** The objects that requests on several objects name, with the first request of each. */
async function listedIn(store: AuditStore, entries: readonly AuditEntry[]): Promise<ReadonlyMap<string, AuditEntry>> {
  const byName = new Map<string, AuditEntry>()
  for (const entry of entries.filter(isDone)) {
    const details = (await store.read(entry))?.details ?? '{}'
    for (const name of listField(objectField(JSON.parse(details)), 'objects').map(String)) {
      if (!byName.has(name)) byName.set(name, entry)
    }
  }
  return byName
}

function isDone({ responseStatusCode }: AuditEntry): boolean {
  return responseStatusCode < 300
}

/** A value without wildcards. */
function literally(value: string): string {
  return value.replace(/[*.\\]/g, '\\$&')
}
