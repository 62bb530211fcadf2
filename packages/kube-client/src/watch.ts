import { setTimeout as delay } from 'node:timers/promises'
import { exchangeFailure, KubeError, refusal, type StatusDocument } from './kube-error.ts'
import { linesOf } from './lines.ts'
import type { KubeObject } from './objects/object.ts'
import { resourcePath, rightOf } from './resource-path.ts'
import type { Resource } from './resources.ts'
import { type Caller, send } from './send.ts'

export interface WatchOptions {
  namespace?: string | undefined
  labelSelector?: string | undefined
  fieldSelector?: string | undefined
  /** Called once for each time that the server can't be reached; the watch resumes when it can. */
  onOutage?: () => void
}

export interface WatchEvent<T extends KubeObject> {
  type: 'ADDED' | 'MODIFIED' | 'DELETED'
  object: T
}

/** Kubernetes stores objects of at most 1.5 MiB; as JSON they are longer. */
const MAX_EVENT_BYTES = 8 << 20
/** How long the server is asked to keep a watch; then it is resumed. */
const WATCH_SECONDS = 300
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 8_000

/**
 * Changes since `resourceVersion`. A watch that the server ends, or whose connection breaks, resumes where it stopped: no
 * change is lost or repeated. It ends when `caller.signal` aborts, or with an error that resuming can't fix: `Expired` if the
 * server no longer has the changes since then, so that the caller has to list again.
 * @throws KubeError
 */
export async function* watch<T extends KubeObject>(
  caller: Caller,
  resource: Resource<T>,
  resourceVersion: string,
  options: WatchOptions = {},
): AsyncGenerator<WatchEvent<T>> {
  let version = resourceVersion
  let waitMs = FIRST_WAIT_MS
  for (;;) {
    try {
      for await (const { type, object } of watchOnce(caller, resource, version, options)) {
        version = object.metadata.resourceVersion ?? version
        waitMs = FIRST_WAIT_MS
        if (type !== 'BOOKMARK') yield { type, object }
      }
    } catch (error) {
      if (!isTransient(error)) throw error
      if (waitMs === FIRST_WAIT_MS) options.onOutage?.()
    }
    if (caller.signal?.aborted) throw new KubeError('Aborted', 'The request was canceled')
    await pause(waitMs, caller.signal)
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
  }
}

/** Whether the same watch can succeed a moment later. */
function isTransient(error: unknown): boolean {
  return error instanceof KubeError && ['Unreachable', 'Timeout', 'TooManyRequests'].includes(error.code)
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await delay(ms, undefined, { ref: false, ...(signal && { signal }) })
  } catch (error) {
    throw exchangeFailure(error, signal)
  }
}

interface RawEvent<T extends KubeObject> {
  type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK'
  object: T
}

async function* watchOnce<T extends KubeObject>(
  caller: Caller,
  resource: Resource<T>,
  resourceVersion: string,
  options: WatchOptions,
): AsyncGenerator<RawEvent<T>> {
  const right = rightOf(resource, 'watch', options)
  const response = await send(
    caller,
    {
      method: 'GET',
      path: resourcePath(resource, { namespace: options.namespace }),
      query: {
        watch: true,
        allowWatchBookmarks: true,
        timeoutSeconds: WATCH_SECONDS,
        resourceVersion,
        labelSelector: options.labelSelector,
        fieldSelector: options.fieldSelector,
      },
      right,
      isStream: true,
    },
    caller.signal,
  )
  try {
    for await (const line of linesOf(response.body, MAX_EVENT_BYTES)) {
      const event: { type: string; object: T & StatusDocument } = JSON.parse(line)
      if (event.type === 'ERROR') {
        throw refusal(typeof event.object.code === 'number' ? event.object.code : 500, event.object, right)
      }
      yield event as RawEvent<T>
    }
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw new KubeError('Unreadable', 'A watch event cannot be read', { cause: error })
    }
    throw exchangeFailure(error, caller.signal)
  } finally {
    response.body.destroy()
  }
}
