import type { Random } from '@cooperage/testkit/random'
import type { FileReader, Files, FileWriter } from '../../src/store/files/files.ts'
import { StoreError } from '../../src/store/store.ts'
import type { Machine } from './machine.ts'

/** The bytes of a file; the first `syncedLength` of them are durable. */
interface Inode {
  bytes: Buffer
  syncedLength: number
}

/** A change of file names that no folder sync has made durable yet. */
type NameChange =
  | { kind: 'create'; path: string; inode: Inode }
  | { kind: 'rename'; from: string; to: string; inode: Inode }
  | { kind: 'remove'; path: string }

/** The contents of the medium: names of files, with their bytes. */
type Names = Map<string, Inode>

/**
 * A disk whose durable state differs from the one that running programs see. A power loss (`afterPowerLoss`) truncates unsynced
 * bytes to a random length, and keeps or loses each unsynced change of a name at random. Folders themselves are durable at
 * once: they are created at the first start only.
 */
export class SimulatedDisk {
  readonly #visible: Names
  readonly #durable: Names
  readonly #folders: Set<string>
  #pending: NameChange[] = []

  constructor(names: Names = new Map(), folders: Set<string> = new Set(['.'])) {
    this.#visible = new Map(names)
    this.#durable = new Map(names)
    this.#folders = folders
  }

  /** All data files with their sizes, as running programs see them. */
  get dataFiles(): Map<string, number> {
    const files = [...this.#visible].filter(([path]) => path.includes('/'))
    return new Map(files.map(([path, { bytes }]) => [path, bytes.length]))
  }

  /** The disk as the next start sees it. */
  afterPowerLoss(random: Random): SimulatedDisk {
    for (const change of this.#pending) if (random.chance(0.5)) apply(this.#durable, change)
    const survivors: Names = new Map()
    for (const [path, inode] of this.#durable) {
      const length = random.int(inode.syncedLength, inode.bytes.length)
      survivors.set(path, { bytes: inode.bytes.subarray(0, length), syncedLength: length })
    }
    return new SimulatedDisk(survivors, this.#folders)
  }

  /** The disk as the programs on `machine` see it. */
  files(machine: Machine): Files {
    return {
      create: async (path) => {
        await machine.turn()
        if (this.#visible.has(path)) throw new StoreError('StorageFailed', `${path} exists.`)
        const inode: Inode = { bytes: Buffer.alloc(0), syncedLength: 0 }
        this.#change({ kind: 'create', path, inode })
        return writerOf(machine, inode)
      },
      open: async (path) => {
        await machine.turn()
        return readerOf(machine, this.#find(path))
      },
      rename: async (from, to) => {
        await machine.turn()
        this.#change({ kind: 'rename', from, to, inode: this.#find(from) })
        await machine.reached('rename')
      },
      remove: async (path) => {
        await machine.turn()
        if (!this.#visible.has(path)) return
        this.#change({ kind: 'remove', path })
        if (path.startsWith('objects/')) await machine.reached('removal of what was replaced')
      },
      syncFolder: async (folder) => {
        await machine.turn()
        this.#syncNames(folder)
        if (folder.startsWith('objects/')) await machine.reached('directory fsync')
      },
      createFolder: async (path) => {
        this.#folders.add(path)
      },
      list: async (folder) => {
        await machine.turn()
        const inside = [...this.#visible.keys(), ...this.#folders].filter((path) => folderOf(path) === folder)
        return inside.map((path) => path.slice(path.lastIndexOf('/') + 1))
      },
      capacity: async () => ({ totalBytes: 1e9, freeBytes: 1e9 }),
    }
  }

  #find(path: string): Inode {
    const inode = this.#visible.get(path)
    if (!inode) throw new StoreError('StorageFailed', `${path} is missing.`)
    return inode
  }

  #change(change: NameChange): void {
    apply(this.#visible, change)
    this.#pending.push(change)
  }

  #syncNames(folder: string): void {
    const touches = (change: NameChange) =>
      change.kind === 'rename'
        ? folderOf(change.from) === folder || folderOf(change.to) === folder
        : folderOf(change.path) === folder
    for (const change of this.#pending) if (touches(change)) apply(this.#durable, change)
    this.#pending = this.#pending.filter((change) => !touches(change))
  }
}

function folderOf(path: string): string {
  const end = path.lastIndexOf('/')
  return end < 0 ? '.' : path.slice(0, end)
}

function apply(names: Names, change: NameChange): void {
  if (change.kind === 'rename') {
    names.delete(change.from)
    names.set(change.to, change.inode)
  } else if (change.kind === 'create') names.set(change.path, change.inode)
  else names.delete(change.path)
}

function writerOf(machine: Machine, inode: Inode): FileWriter {
  return {
    write: async (chunks) => {
      await machine.turn()
      inode.bytes = Buffer.concat([inode.bytes, ...chunks])
      await machine.reached('write')
    },
    sync: async () => {
      await machine.turn()
      inode.syncedLength = inode.bytes.length
      await machine.reached('fsync')
    },
    close: () => machine.turn(),
  }
}

function readerOf(machine: Machine, inode: Inode): FileReader {
  return {
    read: async (position, length) => {
      await machine.turn()
      return inode.bytes.subarray(position, position + length)
    },
    close: () => machine.turn(),
  }
}
