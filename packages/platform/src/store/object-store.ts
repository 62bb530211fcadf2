/**
 * All objects in memory, each change numbered, with a copy on disk. A change is visible to readers and watchers immediately, and on
 * disk a moment later. Callers that need durability wait for `flushed`.
 */
import { open, type RootDatabase } from 'lmdb'
import type { Obj } from '../objects.ts'
import { keyOf, type ResourceType } from '../resources.ts'

export interface Change {
  type: 'ADDED' | 'MODIFIED' | 'DELETED'
  version: number
  object: Obj
  /** Undefined for a new object. */
  previous: Obj | undefined
}

/** Number of changes that are kept for each resource, so that watches can resume. */
const HISTORY = 5_000

interface Table {
  /** By namespace, empty for cluster-wide ones, and name. */
  objects: Map<string, Map<string, Obj>>
  history: Change[]
  /** Version of the last change that is no longer in the history. */
  forgotten: number
  listeners: Set<(change: Change) => void>
}

const VERSION_KEY = ' version'

export class ObjectStore {
  readonly #tables = new Map<string, Table>()
  readonly #disk: RootDatabase<unknown, string>
  #version: number
  #anyListeners = new Set<(type: string, change: Change) => void>()

  /** @param folder is created if it is missing */
  constructor(folder: string) {
    this.#disk = open<unknown, string>({ path: folder, maxReaders: 4 })
    this.#version = Number(this.#disk.get(VERSION_KEY) ?? 0)
    for (const { key, value } of this.#disk.getRange()) {
      if (key === VERSION_KEY) continue
      const [type = '', namespace = '', name = ''] = key.split('/')
      this.#inNamespace(type, namespace).set(name, value as Obj)
    }
    // Watches from before the start can't be resumed.
    for (const table of this.#tables.values()) table.forgotten = this.#version
  }

  /** Of the last change. */
  get version(): number {
    return this.#version
  }

  get(type: ResourceType, namespace: string | undefined, name: string): Obj | undefined {
    return this.#table(keyOf(type))
      .objects.get(namespace ?? '')
      ?.get(name)
  }

  /** By namespace and name, in one namespace or in all. */
  list(type: ResourceType, namespace?: string): Obj[] {
    const { objects } = this.#table(keyOf(type))
    const spaces = namespace === undefined ? [...objects.values()] : [objects.get(namespace) ?? new Map<string, Obj>()]
    return spaces.flatMap((space) => [...space.values()]).sort((a, b) => compare(placeOf(a), placeOf(b)))
  }

  /** Stores an object under its next version, and returns it. */
  put(type: ResourceType, object: Obj): Obj {
    const space = this.#inNamespace(keyOf(type), object.metadata.namespace ?? '')
    const previous = space.get(object.metadata.name)
    const stored = this.#numbered(object)
    space.set(object.metadata.name, stored)
    void this.#disk.put(diskKey(type, object), stored)
    this.#announce(type, { type: previous === undefined ? 'ADDED' : 'MODIFIED', object: stored, previous })
    return stored
  }

  remove(type: ResourceType, object: Obj): void {
    const { objects } = this.#table(keyOf(type))
    const { namespace = '', name } = object.metadata
    const space = objects.get(namespace)
    const previous = space?.get(name)
    if (space === undefined || previous === undefined) return
    space.delete(name)
    if (space.size === 0) objects.delete(namespace)
    void this.#disk.remove(diskKey(type, object))
    this.#announce(type, { type: 'DELETED', object: this.#numbered(previous), previous })
  }

  /** The changes after a version; undefined if some were discarded. */
  changesSince(type: ResourceType, version: number): Change[] | undefined {
    const { history, forgotten } = this.#table(keyOf(type))
    if (version < forgotten) return undefined
    return history.filter((change) => change.version > version)
  }

  /** Calls the listener for each change from now on. @returns a function that stops it */
  subscribe(type: ResourceType, listener: (change: Change) => void): () => void {
    const { listeners } = this.#table(keyOf(type))
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  /** Like `subscribe`, for changes of every resource. */
  subscribeAll(listener: (type: string, change: Change) => void): () => void {
    this.#anyListeners.add(listener)
    return () => this.#anyListeners.delete(listener)
  }

  /** Discards the changes so far, as a real server does after some minutes: watches from earlier versions expire. */
  compact(): void {
    for (const table of this.#tables.values()) {
      table.history = []
      table.forgotten = this.#version
    }
  }

  /** Resolves when all changes so far are on disk. */
  async flushed(): Promise<void> {
    await this.#disk.flushed
  }

  async close(): Promise<void> {
    await this.#disk.flushed
    await this.#disk.close()
  }

  #table(key: string): Table {
    let table = this.#tables.get(key)
    if (table === undefined) {
      table = { objects: new Map(), history: [], forgotten: this.#version, listeners: new Set() }
      this.#tables.set(key, table)
    }
    return table
  }

  #inNamespace(type: string, namespace: string): Map<string, Obj> {
    const { objects } = this.#table(type)
    const space = objects.get(namespace) ?? new Map<string, Obj>()
    objects.set(namespace, space)
    return space
  }

  #numbered(object: Obj): Obj {
    this.#version++
    void this.#disk.put(VERSION_KEY, this.#version)
    return { ...object, metadata: { ...object.metadata, resourceVersion: String(this.#version) } }
  }

  #announce(type: ResourceType, change: Omit<Change, 'version'>): void {
    const numbered = { ...change, version: this.#version }
    const table = this.#table(keyOf(type))
    table.history.push(numbered)
    if (table.history.length > HISTORY) {
      table.forgotten = table.history.splice(0, HISTORY / 5).at(-1)?.version ?? table.forgotten
    }
    for (const listener of table.listeners) listener(numbered)
    for (const listener of this.#anyListeners) listener(keyOf(type), numbered)
  }
}

function diskKey(type: ResourceType, object: Obj): string {
  return `${keyOf(type)}/${placeOf(object)}`
}

/** Identifies an object among those of its resource, and determines its order in lists. */
export function placeOf({ metadata }: Obj): string {
  return `${metadata.namespace ?? ''}/${metadata.name}`
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
