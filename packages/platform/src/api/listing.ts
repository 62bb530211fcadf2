/** Lists in pages, and watches that continue from a list. */
import type { ServerResponse } from 'node:http'
import { badRequest, expired } from '../api-error.ts'
import { isRecord, type Obj } from '../objects.ts'
import { apiVersionOf, type ResourceType } from '../resources.ts'
import { type Change, type ObjectStore, placeOf } from '../store/object-store.ts'
import { type Matches, readFieldSelector, readLabelSelector } from '../store/selectors.ts'

/** Time between two bookmarks, which give an idle watch the current version. */
const BOOKMARK_MS = 10_000
const LONGEST_WATCH_SECONDS = 3_600
/** The watch of a slower reader is ended, so that the reader resumes it. */
const MAX_BUFFERED_BYTES = 16 << 20

function readSelectors(type: ResourceType, query: URLSearchParams): Matches {
  const hasLabels = readLabelSelector(query.get('labelSelector') ?? '')
  const hasFields = readFieldSelector(query.get('fieldSelector') ?? '', type)
  return (object) => hasLabels(object) && hasFields(object)
}

/** One page. @throws ApiError */
export function listPage(
  store: ObjectStore,
  type: ResourceType,
  namespace: string | undefined,
  query: URLSearchParams,
): object {
  const matches = readSelectors(type, query)
  const limit = readCount(query, 'limit')
  const from = readContinue(store, type, query.get('continue') ?? '')
  const all = store.list(type, namespace).filter(matches)
  const left = from === undefined ? all : all.filter((object) => placeOf(object) > from.after)
  const items = limit === 0 ? left : left.slice(0, limit)
  const version = from?.version ?? store.version
  const last = items.at(-1)
  const isMore = items.length < left.length && last !== undefined
  return {
    kind: `${type.kind}List`,
    apiVersion: apiVersionOf(type),
    metadata: {
      resourceVersion: String(version),
      ...(isMore && {
        continue: Buffer.from(JSON.stringify({ version, after: placeOf(last) })).toString('base64url'),
        // The real server doesn't report it for lists with a selector.
        ...(!query.get('labelSelector') &&
          !query.get('fieldSelector') && { remainingItemCount: left.length - items.length }),
      }),
    },
    // A list has the type of its items once, not in each item.
    items: type.isCustom ? items : items.map(({ apiVersion: _version, kind: _kind, ...rest }) => rest),
  }
}

/**
 * Later pages show the current objects. A watch from the version of the first page has all changes since, so nothing is missed;
 * once that is impossible, the page expires.
 */
function readContinue(
  store: ObjectStore,
  type: ResourceType,
  text: string,
): { version: number; after: string } | undefined {
  if (text === '') return undefined
  let token: unknown
  try {
    token = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    throw badRequest('continue key is not valid: it could not be decoded')
  }
  const { version, after } = isRecord(token) ? token : {}
  if (typeof version !== 'number' || typeof after !== 'string') throw badRequest('continue key is not valid')
  if (store.changesSince(type, version) === undefined) {
    throw expired(
      'The provided continue parameter is too old to display a consistent list result. You must start a new list without the continue parameter.',
    )
  }
  return { version, after }
}

function readCount(query: URLSearchParams, name: string): number {
  const text = query.get(name) ?? ''
  if (text === '') return 0
  if (!/^\d{1,9}$/.test(text)) throw badRequest(`${name} must be a number that isn't negative`)
  return Number(text)
}

/** Sends the changes since the requested version, until the client disconnects or the time is up. @throws ApiError */
export function watch(
  store: ObjectStore,
  type: ResourceType,
  namespace: string | undefined,
  query: URLSearchParams,
  response: ServerResponse,
): void {
  const matches = readSelectors(type, query)
  const inScope = ({ metadata }: Obj) => namespace === undefined || metadata.namespace === namespace
  const seconds = Math.min(readCount(query, 'timeoutSeconds') || LONGEST_WATCH_SECONDS, LONGEST_WATCH_SECONDS)
  const requested = query.get('resourceVersion') ?? ''
  const missed = changesToSend(store, type, requested)

  response.writeHead(200, { 'content-type': 'application/json' })
  // The headers tell the client that its watch has started.
  response.flushHeaders()
  if (missed === 'expired') {
    const error = expired(`too old resource version: ${requested} (${store.version})`)
    response.end(line('ERROR', error.toStatus()))
    return
  }
  const send = (change: Change) => {
    const event = eventOf(change, (object) => inScope(object) && matches(object))
    if (event === undefined) return
    response.write(line(event.type, event.object))
    if (response.writableLength > MAX_BUFFERED_BYTES) end()
  }
  const stop = store.subscribe(type, send)
  const bookmark = () => {
    if (query.get('allowWatchBookmarks') !== 'true') return
    const metadata = { resourceVersion: String(store.version), creationTimestamp: null }
    response.write(line('BOOKMARK', { kind: type.kind, apiVersion: apiVersionOf(type), metadata }))
  }
  const bookmarks = setInterval(bookmark, BOOKMARK_MS)
  const timeUp = setTimeout(() => {
    bookmark()
    end()
  }, seconds * 1000)
  function end(): void {
    stop()
    clearInterval(bookmarks)
    clearTimeout(timeUp)
    response.end()
  }
  response.on('close', end)
  for (const change of missed) send(change)
}

/** A watch without a version starts with all existing objects. */
function changesToSend(store: ObjectStore, type: ResourceType, requested: string): Change[] | 'expired' {
  if (requested === '' || requested === '0') {
    return store.list(type).map((object) => ({ type: 'ADDED', version: store.version, object, previous: undefined }))
  }
  if (!/^\d{1,15}$/.test(requested)) {
    throw badRequest(`invalid resource version: ${requested}`)
  }
  return store.changesSince(type, Number(requested)) ?? 'expired'
}

/** An object that starts or stops matching a watcher's selector is reported to it as created or deleted. */
function eventOf(change: Change, matches: Matches): { type: string; object: Obj } | undefined {
  const { type, object, previous } = change
  const matchedBefore = previous !== undefined && matches(previous)
  if (type === 'DELETED') return matchedBefore ? { type, object } : undefined
  if (matches(object)) return { type: matchedBefore ? 'MODIFIED' : 'ADDED', object }
  return matchedBefore ? { type: 'DELETED', object } : undefined
}

function line(type: string, object: object): string {
  return `${JSON.stringify({ type, object })}\n`
}
