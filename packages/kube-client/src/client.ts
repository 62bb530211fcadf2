import { type Capabilities, capabilities } from './capabilities.ts'
import { KubeError } from './kube-error.ts'
import type { KubeList, KubeObject } from './objects/object.ts'
import { followLogs, type LogOptions, readLogs } from './pod-logs.ts'
import { type Place, resourcePath, rightOf } from './resource-path.ts'
import type { Resource } from './resources.ts'
import { type AccessQuestion, requireAccess, reviewAccess, reviewSelf, type UserInfo } from './reviews.ts'
import { type Caller, sendForJson } from './send.ts'
import { type WatchEvent, type WatchOptions, watch } from './watch.ts'

/** One object. */
export interface ObjectPlace {
  /** Required for namespaced resources. */
  namespace?: string | undefined
  name: string
  subresource?: string | undefined
}

export interface ListOptions extends WatchOptions {
  /** Objects of one page. */
  limit?: number | undefined
  /** From the metadata of the page before. */
  continue?: string | undefined
}

export interface WriteOptions {
  /** Refuses unknown and duplicate fields with `BadRequest`, which the API server otherwise drops with a warning. */
  isStrict?: boolean
  /** Checks everything and stores nothing. */
  isDryRun?: boolean
}

export interface RemoveOptions {
  /** `Foreground` deletes what the object owns first, `Orphan` not at all. Default of the API server: `Background`. */
  propagation?: 'Background' | 'Foreground' | 'Orphan'
  gracePeriodSeconds?: number
  /** Refuses with `Conflict` if the object is another one, or was changed since it was read. */
  uid?: string
  resourceVersion?: string
}

/** A merge patch: what it names is replaced, null removes. With a resourceVersion it is refused if the object has changed. */
export interface MergePatch {
  metadata?: { resourceVersion?: string; [field: string]: unknown }
  [field: string]: unknown
}

/** All objects at one moment, then each change. `LISTED` is sent again when changes were missed, and replaces everything before. */
export type FollowEvent<T extends KubeObject> = { type: 'LISTED'; objects: T[] } | WatchEvent<T>

/** Calls to the API server with one user's token. All of them throw `KubeError`. */
export interface KubeClient {
  /** One page. */
  list<T extends KubeObject>(resource: Resource<T>, options?: ListOptions): Promise<KubeList<T>>
  /** All pages, one after the other. Fails with `Expired` if the server discards the list before the last page is read. */
  listAll<T extends KubeObject>(resource: Resource<T>, options?: ListOptions): AsyncGenerator<T>
  get<T extends KubeObject>(resource: Resource<T>, place: ObjectPlace): Promise<T>
  /** In the namespace of the object's metadata. */
  create<T extends KubeObject>(resource: Resource<T>, object: T, options?: WriteOptions): Promise<T>
  /** The object must have the resourceVersion that it was read with. */
  replace<T extends KubeObject>(
    resource: Resource<T>,
    object: T,
    options?: WriteOptions & { subresource?: string },
  ): Promise<T>
  patch<T extends KubeObject>(
    resource: Resource<T>,
    place: ObjectPlace,
    patch: MergePatch,
    options?: WriteOptions,
  ): Promise<T>
  remove<T extends KubeObject>(resource: Resource<T>, place: ObjectPlace, options?: RemoveOptions): Promise<void>
  /** Changes since a list, whose `metadata.resourceVersion` it starts from. Resumes automatically; after `Expired`, list again. */
  watch<T extends KubeObject>(
    resource: Resource<T>,
    resourceVersion: string,
    options?: WatchOptions,
  ): AsyncGenerator<WatchEvent<T>>
  /** List and watch in one, which lists again when the watch expires. */
  follow<T extends KubeObject>(resource: Resource<T>, options?: WatchOptions): AsyncGenerator<FollowEvent<T>>
  logs(options: LogOptions): Promise<string>
  followLogs(options: LogOptions): AsyncGenerator<string>
  reviewSelf(): Promise<UserInfo>
  reviewAccess(question: AccessQuestion): Promise<boolean>
  /** For work that the console does before the call that needs the right. @throws KubeError `Forbidden` */
  requireAccess(question: AccessQuestion): Promise<void>
  capabilities(): Promise<Capabilities>
  /** The same calls, aborted by another signal: the browser disconnected. */
  withSignal(signal: AbortSignal): KubeClient
}

const PAGE_SIZE = 500

/** @param caller the endpoint and the user's token; `onWarning` is called for dropped fields and deprecated versions */
export function createKubeClient(caller: Caller): KubeClient {
  function list<T extends KubeObject>(resource: Resource<T>, options: ListOptions = {}): Promise<KubeList<T>> {
    const { namespace, labelSelector, fieldSelector, limit } = options
    return sendForJson(caller, {
      method: 'GET',
      path: resourcePath(resource, { namespace }),
      query: { labelSelector, fieldSelector, limit, continue: options.continue },
      right: rightOf(resource, 'list', { namespace }),
    })
  }

  async function* pages<T extends KubeObject>(
    resource: Resource<T>,
    options: ListOptions,
  ): AsyncGenerator<KubeList<T>> {
    let next = options.continue
    do {
      const page = await list(resource, { limit: PAGE_SIZE, ...options, continue: next })
      yield page
      next = page.metadata.continue
    } while (next !== undefined && next !== '')
  }

  async function* listAll<T extends KubeObject>(resource: Resource<T>, options: ListOptions = {}): AsyncGenerator<T> {
    for await (const { items } of pages(resource, options)) yield* items
  }

  function change<T extends KubeObject>(
    verb: 'create' | 'update' | 'patch',
    resource: Resource<T>,
    place: Place,
    body: object,
    options: WriteOptions = {},
  ): Promise<T> {
    const path = resourcePath(resource, verb === 'create' ? { ...place, name: undefined } : place)
    return sendForJson(caller, {
      method: METHODS[verb],
      path,
      query: {
        fieldValidation: options.isStrict ? 'Strict' : undefined,
        dryRun: options.isDryRun ? 'All' : undefined,
      },
      body,
      ...(verb === 'patch' && { contentType: 'application/merge-patch+json' }),
      right: rightOf(resource, verb, place),
    })
  }

  async function* follow<T extends KubeObject>(
    resource: Resource<T>,
    options: WatchOptions = {},
  ): AsyncGenerator<FollowEvent<T>> {
    for (;;) {
      try {
        const objects: T[] = []
        let version = ''
        for await (const { items, metadata } of pages(resource, options)) {
          objects.push(...items)
          // All pages show the state at the time of the first.
          version ||= metadata.resourceVersion ?? ''
        }
        yield { type: 'LISTED', objects }
        yield* watch(caller, resource, version, options)
      } catch (error) {
        if (!(error instanceof KubeError) || error.code !== 'Expired') throw error
      }
    }
  }

  return {
    list,
    listAll,
    follow,
    get: (resource, place) =>
      sendForJson(caller, {
        method: 'GET',
        path: resourcePath(resource, place),
        right: rightOf(resource, 'get', place),
      }),
    create: (resource, object, options) =>
      change('create', resource, { namespace: object.metadata.namespace }, withType(resource, object), options),
    replace: (resource, object, options) => {
      const { namespace, name } = object.metadata
      const place = { namespace, name, subresource: options?.subresource }
      return change('update', resource, place, withType(resource, object), options)
    },
    patch: (resource, place, patch, options) => change('patch', resource, place, patch, options),
    async remove(resource, place, { propagation, gracePeriodSeconds, uid, resourceVersion } = {}) {
      const preconditions = {
        ...(uid !== undefined && { uid }),
        ...(resourceVersion !== undefined && { resourceVersion }),
      }
      await sendForJson(caller, {
        method: 'DELETE',
        path: resourcePath(resource, place),
        body: {
          apiVersion: 'v1',
          kind: 'DeleteOptions',
          ...(propagation !== undefined && { propagationPolicy: propagation }),
          ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }),
          ...(Object.keys(preconditions).length > 0 && { preconditions }),
        },
        right: rightOf(resource, 'delete', place),
      })
    },
    watch: (resource, resourceVersion, options) => watch(caller, resource, resourceVersion, options),
    logs: (options) => readLogs(caller, options),
    followLogs: (options) => followLogs(caller, options),
    reviewSelf: () => reviewSelf(caller),
    reviewAccess: (question) => reviewAccess(caller, question),
    requireAccess: (question) => requireAccess(caller, question),
    capabilities: () => capabilities(caller),
    withSignal: (signal) => createKubeClient({ ...caller, signal }),
  }
}

const METHODS = { create: 'POST', update: 'PUT', patch: 'PATCH' } as const

function withType<T extends KubeObject>({ group, version, kind }: Resource<T>, object: T): T {
  return { ...object, apiVersion: group === '' ? version : `${group}/${version}`, kind }
}
