import { LIST_PAGE_LIMIT, listObjects as listObjectsRoute, type ObjectEntry } from '@cooperage/contract'
import { type ListObjectsV2Page, listObjects, listObjectsPage } from '@cooperage/storage-client'
import { usableBucketName } from '../buckets/index.ts'
import type { RouteRegistry } from '../shared/register-route.ts'
import { about } from '../shared/storage-refusals.ts'
import { sendJsonStream } from './json-stream.ts'

export function listRoute(routes: RouteRegistry): void {
  routes.withSession(
    listObjectsRoute,
    async ({ params, query, storage, request, reply }) => {
      const bucket = usableBucketName(params.bucket)
      const { prefix, recursive, limit, after } = query
      const asked = { prefix, startAfter: after, ...(!recursive && { delimiter: '/' }) }
      const subject = { action: 's3:ListBucket', bucket, key: prefix }
      if (limit !== undefined) {
        const page = await about(subject, listObjectsPage(storage, bucket, { ...asked, maxKeys: limit }))
        const objects = entriesOf(page)
        const last = objects.at(-1)?.name
        return { objects, ...(page.isTruncated && last !== undefined && { next: last }) }
      }
      const pages = listObjects(storage, bucket, { ...asked, maxKeys: LIST_PAGE_LIMIT })
      // A refusal comes with the first page, while it can still be answered with a status.
      const first = await about(subject, pages.next())
      return await sendJsonStream(request, reply, pieces(first.done ? undefined : first.value, pages))
    },
    { isLong: true },
  )
}

/** `{"objects":[…],"total":n}`, a piece per page; the first goes out while the second page is still being asked for. */
async function* pieces(
  first: ListObjectsV2Page | undefined,
  rest: AsyncIterable<ListObjectsV2Page>,
): AsyncGenerator<string> {
  let total = 0
  const text = (page: ListObjectsV2Page) =>
    entriesOf(page)
      .map((entry) => (total++ === 0 ? '' : ',') + JSON.stringify(entry))
      .join('')
  yield `{"objects":[${first === undefined ? '' : text(first)}`
  for await (const page of rest) yield text(page)
  yield `],"total":${total}}`
}

/** Objects and folders in the order of their names, as the storage's next page continues it. */
function entriesOf(page: ListObjectsV2Page): ObjectEntry[] {
  const entries: ObjectEntry[] = page.commonPrefixes.map((name) => ({ name, size: 0, last_modified: '', etag: '' }))
  for (const { key, size, lastModified, etag } of page.objects) {
    entries.push({ name: key, size, last_modified: new Date(lastModified).toISOString(), etag })
  }
  return entries.length === page.objects.length ? entries : entries.sort((a, b) => compareBytes(a.name, b.name))
}

/** UTF-16 order differs from byte order above the basic plane, so a comparison of strings would give a wrong `next`. */
function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
