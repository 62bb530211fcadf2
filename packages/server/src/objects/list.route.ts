import {
  AppError,
  LIST_PAGE_LIMIT,
  listObjects as listObjectsRoute,
  type ObjectEntry,
  type ObjectVersion,
  reasonText,
} from '@cooperage/contract'
import { listObjects, listObjectsPage, listObjectVersions, listObjectVersionsPage } from '@cooperage/storage-client'
import type { ListVersionsPage } from '@cooperage/wire'
import type { FastifyReply } from 'fastify'
import { validBucketName } from '../buckets/index.ts'
import type { Registry, StorageVisit } from '../shared/feature.ts'
import type { OpenContext } from '../shared/register-route.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { sendJsonStream } from './json-stream.ts'
import { entriesOf } from './list-entries.ts'
import { versionEntriesOf } from './versions/list-versions.ts'

type Context = OpenContext<typeof listObjectsRoute> & StorageVisit

export function listRoute({ routes }: Registry): void {
  routes.withSession(
    listObjectsRoute,
    (context) => (context.query.with_versions ? listVersions(context) : listCurrent(context)),
    { isLong: true },
  )
}

async function listCurrent({ params, query, storage, request, reply }: Context): Promise<FastifyReply> {
  const bucket = validBucketName(params.bucket)
  const { prefix, recursive, limit, after, continuation } = query
  const from = continuation === undefined ? { startAfter: after } : { continuationToken: continuation }
  const options = { prefix, ...from, ...(!recursive && { delimiter: '/' }) }
  const subject = { action: 's3:ListBucket', bucket, key: prefix }
  if (limit !== undefined) {
    const page = await withStorageErrors(subject, listObjectsPage(storage, bucket, { ...options, maxKeys: limit }))
    const objects = entriesOf(page)
    const next = page.isTruncated ? objects.at(-1)?.name : undefined
    const { nextContinuationToken: token } = page
    return await sendPage(reply, {
      objects,
      ...(next !== undefined && { next, ...(token !== undefined && { continuation: token }) }),
    })
  }
  const pages = listObjects(storage, bucket, { ...options, maxKeys: LIST_PAGE_LIMIT })
  // An error on the first page can still be returned with a status.
  const first = await withStorageErrors(subject, pages.next())
  return await sendJsonStream(request, reply, pieces(first.done ? undefined : first.value, pages, entriesOf))
}

async function listVersions({ params, query, storage, request, reply }: Context): Promise<FastifyReply> {
  const bucket = validBucketName(params.bucket)
  const { prefix, recursive, limit, after, after_version, continuation } = query
  if (continuation !== undefined) throw new AppError('InvalidInput', { reason: reasonText('continuationOfVersions') })
  const only = prefix === '' || prefix.endsWith('/') ? undefined : prefix
  const options = {
    prefix,
    keyMarker: after,
    versionIdMarker: after_version,
    withMetadata: true,
    ...(!recursive && only === undefined && { delimiter: '/' }),
  }
  const subject = { action: 's3:ListBucketVersions', bucket, key: prefix, feature: 'versions of objects' } as const
  const rows = (page: ListVersionsPage) => versionEntriesOf(only === undefined ? page : onlyOf(page, only))
  if (limit !== undefined) {
    const page = await withStorageErrors(
      subject,
      listObjectVersionsPage(storage, bucket, { ...options, maxKeys: limit }),
    )
    const { nextKeyMarker: next, nextVersionIdMarker: version } = page
    const isMore = page.isTruncated && next !== undefined && !hasPassed(page, only)
    return await sendPage(reply, {
      objects: rows(page),
      ...(isMore && { next, ...(version !== undefined && { next_version: version }) }),
    })
  }
  const pages = untilPassed(listObjectVersions(storage, bucket, options), only)
  const first = await withStorageErrors(subject, pages.next())
  return await sendJsonStream(request, reply, pieces(first.done ? undefined : first.value, pages, rows))
}

function onlyOf(page: ListVersionsPage, key: string): ListVersionsPage {
  return { ...page, versions: page.versions.filter((version) => version.key === key) }
}

/** Whether keys have been listed that merely start with the wanted one: in byte order they come after it. */
function hasPassed({ versions }: ListVersionsPage, only: string | undefined): boolean {
  return only !== undefined && versions.some(({ key }) => key !== only)
}

async function* untilPassed(
  pages: AsyncIterable<ListVersionsPage>,
  only: string | undefined,
): AsyncGenerator<ListVersionsPage> {
  for await (const page of pages) {
    yield page
    if (hasPassed(page, only)) return
  }
}

type ListedPage = { objects: (ObjectEntry | ObjectVersion)[] } & Partial<
  Record<'next' | 'next_version' | 'continuation', string>
>

/** Validating a thousand rows that were built here costs more than listing them. */
async function sendPage(reply: FastifyReply, page: ListedPage): Promise<FastifyReply> {
  return await reply.type('application/json; charset=utf-8').send(JSON.stringify(page))
}

/** `{"objects":[…],"total":n}`, one piece per page; the first is sent while the second page is still being requested. */
async function* pieces<Page>(
  first: Page | undefined,
  rest: AsyncIterable<Page>,
  rows: (page: Page) => object[],
): AsyncGenerator<string> {
  let total = 0
  const text = (page: Page) =>
    rows(page)
      .map((entry) => (total++ === 0 ? '' : ',') + JSON.stringify(entry))
      .join('')
  yield `{"objects":[${first === undefined ? '' : text(first)}`
  for await (const page of rest) yield text(page)
  yield `],"total":${total}}`
}
