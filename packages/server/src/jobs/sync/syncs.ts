import { randomUUID } from 'node:crypto'
import { AppError, MAX_SYNCS, type Sync, type SyncControl, type SyncSpec } from '@cooperage/contract'
import type { StorageClient } from '@cooperage/storage-client'
import type { Credentials } from '@cooperage/wire'
import type { FastifyBaseLogger } from 'fastify'
import { newConsoleKeys } from '../../shared/console-keys.ts'
import { createKeyedMutex } from '../../shared/keyed-mutex.ts'
import { type JobSide, type OtherServers, overlaps, type Permit, type Writing } from '../../shared/other-servers.ts'
import { createLimitedKey, removeSealedKey } from '../job-keys.ts'
import type { Statement } from '../job-kind.ts'
import { isOpen, type JobRunner, ofOther, type ShownJob, settledOf } from '../job-runner.ts'
import { syncAt, syncKind } from '../kinds/sync-kind.ts'
import type { SyncState, SyncStore } from './sync-store.ts'
import { corrected, firstTime, nextTime } from './sync-time.ts'

/** Between two looks at the clock. */
const TICK_MS = 2_000
/** Between two attempts to remove keys from a server that can't be reached. */
const CLEAN_EVERY_MS = 60_000
/** What the list of access keys shows. */
const KEY_NAME = 'cooperage-sync'

interface SyncParts {
  store: SyncStore
  runner: Pick<JobRunner, 'load' | 'startRun' | 'control' | 'runsOf' | 'cancelRun' | 'forgetRuns'>
  /** The storage server of this console. */
  here: JobSide
  others: OtherServers
  now: () => number
  log: FastifyBaseLogger
}

/** Who saves a sync, and with whose permissions here and there. */
interface Saving {
  owner: string
  storage: StorageClient
  permit: Permit
}

/**
 * The syncs of a console, and what starts their runs, which are jobs. Everything that the next start needs is stored before it
 * happens: keys before they exist, and a run before the time of the next one. A time that passes while the console is down, or
 * while the run before hasn't ended, is made up for once.
 */
export class Syncs {
  readonly #parts: SyncParts
  readonly #syncs = new Map<string, SyncState>()
  /** What is being created, changed or started, and will write there. */
  readonly #pending = new Map<string, SyncSpec>()
  /** What is being created, and counts already. */
  readonly #begun = new Set<SyncState>()
  /** When keys of a sync couldn't be removed. */
  readonly #notCleaned = new Map<string, number>()
  /** The servers that may still have keys which are to be removed, by syncs. */
  readonly #keysLeft = new Map<string, readonly string[]>()
  /** Changes of a sync, one after the other. */
  readonly #inTurn = createKeyedMutex()
  readonly #abort = new AbortController()
  readonly #forgetWriter: () => void
  #loaded: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(parts: SyncParts) {
    this.#parts = parts
    this.#forgetWriter = parts.others.addWriter(() => this.#writings())
  }

  /** Reads the store, and begins to look at the clock. Called at the start, or before the first call. */
  load(): Promise<void> {
    this.#loaded ??= this.#load().catch((error: unknown) => {
      this.#loaded = undefined
      throw error
    })
    return this.#loaded
  }

  /** The syncs of an account, by default of all, in the order of their creation. */
  async list(owner?: string): Promise<SyncState[]> {
    await this.load()
    return this.#all().filter((sync) => sync.keys !== undefined && (owner === undefined || sync.owner === owner))
  }

  /** @throws AppError NoSuchSync, with an `owner` for one of another account too */
  async get(id: string, owner?: string): Promise<SyncState> {
    await this.load()
    const sync = this.#syncs.get(id)
    if (sync?.keys === undefined || sync.owner !== (owner ?? sync.owner)) throw new AppError('NoSuchSync')
    return sync
  }

  /** Of an account, by default of all, also of syncs that are deleted: where keys couldn't be removed when it was tried last. */
  async keysLeft(owner?: string): Promise<{ sync: SyncState; servers: readonly string[] }[]> {
    await this.load()
    return this.#all().flatMap((sync) => {
      const servers = this.#keysLeft.get(sync.id) ?? []
      return servers.length > 0 && sync.owner === (owner ?? sync.owner) ? [{ sync, servers }] : []
    })
  }

  runsOf({ id }: SyncState): ShownJob[] {
    return this.#parts.runner.runsOf(id)
  }

  /** @throws AppError TooManySyncs, and the errors of saving */
  async create(spec: SyncSpec, saving: Saving): Promise<SyncState> {
    const own = await this.list(saving.owner)
    const begun = [...this.#begun].filter((one) => one.owner === saving.owner && one.keys === undefined)
    const count = own.length + begun.length
    if (count >= MAX_SYNCS) throw new AppError('TooManySyncs', { count: String(count) })
    const sync: SyncState = {
      id: randomUUID(),
      owner: saving.owner,
      createdAt: this.#parts.now(),
      spec,
      serverTitle: '',
      isEnabled: false,
      nextAt: 0,
      discarded: [],
    }
    this.#begun.add(sync)
    try {
      return await this.#inTurn(sync.id, () => this.#save(sync, spec, saving))
    } finally {
      this.#begun.delete(sync)
    }
  }

  /** Replaces its keys too, by ones of those who save it. @throws AppError NoSuchSync, and the errors of saving */
  async change(id: string, spec: SyncSpec, saving: Saving): Promise<SyncState> {
    return await this.#inTurn(id, async () => await this.#save(await this.get(id, saving.owner), spec, saving))
  }

  /** @throws AppError NoSuchSync, SyncTargetTaken, SyncConflict, NothingToConfirm */
  async control(id: string, owner: string, change: SyncControl): Promise<SyncState> {
    return await this.#inTurn(id, async () => {
      const { runner, now } = this.#parts
      const sync = await this.get(id, owner)
      if (change.action === 'pause') {
        await this.#store(sync, { isEnabled: false, nextAt: 0 })
        await runner.cancelRun(id, owner)
        return sync
      }
      await this.#asWriter(sync, sync.spec, sync.serverTitle, async () => {
        if (change.action === 'resume')
          await this.#store(sync, { isEnabled: true, nextAt: firstTime(sync.spec.schedule, now()) })
        else await this.#startRun(sync, change.action === 'confirm' ? this.#confirmed(sync, change.run) : 0)
      })
      this.#tick()
      return sync
    })
  }

  /** @throws AppError NoSuchSync */
  async remove(id: string): Promise<void> {
    await this.#inTurn(id, async () => {
      const sync = await this.get(id)
      const { keys, ...rest } = sync
      const discarded = keys === undefined ? sync.discarded : [...sync.discarded, keys]
      await this.#parts.store.save({ ...rest, isEnabled: false, nextAt: 0, discarded })
      Object.assign(sync, { isEnabled: false, nextAt: 0, discarded })
      delete sync.keys
      await this.#clean(sync)
    })
  }

  /** How many deletions of a run somebody has confirmed. @throws AppError NothingToConfirm if it isn't the last one by now */
  #confirmed(sync: SyncState, run: string): number {
    const asked = unconfirmed(sync, this.runsOf(sync)[0])
    if (asked?.run !== run) throw new AppError('NothingToConfirm')
    return asked.deletions
  }

  close(): void {
    this.#forgetWriter()
    clearTimeout(this.#timer)
    this.#abort.abort()
  }

  async #load(): Promise<void> {
    await this.#parts.runner.load()
    for (const sync of await this.#parts.store.all()) this.#syncs.set(sync.id, sync)
    this.#keepTime()
  }

  #keepTime(): void {
    if (this.#abort.signal.aborted) return
    this.#tick()
    this.#timer = setTimeout(() => this.#keepTime(), TICK_MS).unref()
  }

  /** Starts what is due, and removes keys that are no longer needed. */
  #tick(): void {
    const { log, now } = this.#parts
    for (const sync of this.#all()) {
      // Not stored: it is corrected again after a restart.
      sync.nextAt = corrected(sync.nextAt, sync.spec.schedule, sync.createdAt, now())
      if (this.#isDue(sync)) {
        this.#inTurn(sync.id, async () => {
          if (this.#isDue(sync)) await this.#startRun(sync, 0, this.#hasStarted(sync))
        }).catch((error: unknown) => log.error({ err: error, sync: sync.id }, 'a sync can’t be started'))
      }
      if (this.#isLeft(sync)) {
        void this.#inTurn(sync.id, async () => {
          // An attempt before may have taken long.
          if (this.#isLeft(sync)) await this.#clean(sync)
        })
      }
    }
  }

  /** Whether something of it is to be removed, and wasn't tried just now. */
  #isLeft({ id, discarded, keys }: SyncState): boolean {
    const isOld = this.#parts.now() - (this.#notCleaned.get(id) ?? 0) >= CLEAN_EVERY_MS
    return isOld && (discarded.length > 0 || keys === undefined) && this.#syncs.has(id)
  }

  #isDue(sync: SyncState): boolean {
    const { isEnabled, nextAt, keys } = sync
    const isTime = nextAt > 0 && nextAt <= this.#parts.now()
    return (
      isEnabled && keys !== undefined && isTime && !this.runsOf(sync).some((run) => isOpen(run) && !lacksSpace(run))
    )
  }

  /** Whether a run has started at the time that is due, but the time of the next one wasn't stored any more. */
  #hasStarted(sync: SyncState): boolean {
    const { createdAt = 0 } = this.runsOf(sync)[0] ?? {}
    // A clock that was ahead has started runs in the future.
    return createdAt >= sync.nextAt && createdAt <= this.#parts.now()
  }

  #hasOpenRun(sync: SyncState): boolean {
    return this.runsOf(sync).some(isOpen)
  }

  /**
   * A run that is held because the target was full continues instead. The run is stored before the time of the next one: after a
   * crash in between it is found, and no other is started.
   */
  async #startRun(sync: SyncState, confirmed: number, hasStarted = false): Promise<void> {
    const { id, owner, visitor, keys, spec, serverTitle, createdAt, isEnabled } = sync
    if (keys === undefined) return
    const { schedule, ...what } = spec
    const server = { name: spec.server, title: serverTitle }
    const { runner, now } = this.#parts
    const held = this.runsOf(sync).find(lacksSpace)
    if (held !== undefined) await runner.control(held.id, 'resume', '')
    else if (!hasStarted)
      await runner.startRun(
        { id, owner, visitor, keys, server },
        { kind: 'sync', ...what, confirmed, expected: sizeOf(sync, this.runsOf(sync)[0]) },
      )
    await this.#store(sync, { nextAt: isEnabled ? nextTime(schedule, createdAt, now()) : 0 })
  }

  /** @throws AppError SyncIntoItself, SyncTargetTaken, SyncConflict, SyncNeedsKeys, CopyNotPermitted, and storage errors */
  async #save(sync: SyncState, spec: SyncSpec, saving: Saving): Promise<SyncState> {
    const { server } = saving.permit
    const there = await this.#parts.others.side(server)
    if (there === undefined) throw new AppError('CopyNotPermitted', { server })
    const { from, to } = this.#writingOf(sync, spec, true)
    if (overlaps(from, to)) throw new AppError('SyncIntoItself')
    try {
      await this.#asWriter(sync, spec, there.title, () => this.#replaceKeys(sync, spec, saving, there))
    } finally {
      await this.#clean(sync)
    }
    this.#tick()
    return sync
  }

  /** @throws AppError SyncNeedsKeys, and storage errors */
  async #replaceKeys(
    sync: SyncState,
    spec: SyncSpec,
    { owner, storage, permit }: Saving,
    there: JobSide,
  ): Promise<void> {
    const { here, runner, now } = this.#parts
    const [own, other] = [newConsoleKeys('JOB'), newConsoleKeys('JOB')]
    const keys = { server: spec.server, here: await here.seal(own), there: await there.seal(other) }
    await this.#store(sync, { discarded: [...sync.discarded, keys] })
    const what = { kind: 'sync' as const, ...spec, confirmed: 0, expected: 0 }
    await createKey(sync, here, storage, own, syncKind.statements(what))
    const statements = syncKind.otherStatements?.(what) ?? []
    const elsewhere = permit.storageOf(this.#abort.signal)
    await createKey(sync, there, elsewhere, other, statements).catch((error: unknown) => {
      throw ofOther(error, there.title)
    })
    await runner.cancelRun(sync.id, owner)
    const before = sync.keys === undefined ? [] : [sync.keys]
    // One that is paused stays so.
    const isEnabled = sync.keys === undefined || sync.isEnabled
    await this.#store(sync, {
      visitor: storage.visitor,
      spec,
      serverTitle: there.title,
      isEnabled,
      nextAt: isEnabled ? firstTime(spec.schedule, now()) : 0,
      keys,
      discarded: [...sync.discarded.filter((one) => one !== keys), ...before],
    })
  }

  /**
   * Does something as the only writer to the target of `spec`. Nothing is awaited before that is known, so that of two at the same
   * time one is refused. @throws AppError SyncTargetTaken, SyncConflict
   */
  async #asWriter(sync: SyncState, spec: SyncSpec, server: string, work: () => Promise<void>): Promise<void> {
    this.#refuseOthers(sync, spec, server)
    this.#pending.set(sync.id, spec)
    this.#syncs.set(sync.id, sync)
    try {
      await work()
    } finally {
      this.#pending.delete(sync.id)
    }
  }

  /** @throws AppError SyncTargetTaken, SyncConflict */
  #refuseOthers(sync: SyncState, spec: SyncSpec, server: string): void {
    const { others } = this.#parts
    const own = this.#writingOf(sync, spec, true)
    if (others.writingTo(own) !== undefined)
      throw new AppError('SyncTargetTaken', { bucket: spec.target_bucket, server })
    // Each would delete what is new at the other side before it is copied.
    const opposite = others
      .writings()
      .find((one) => one.id !== own.id && overlaps(one.to, own.from) && overlaps(one.from, own.to))
    if (opposite?.kind === 'sync' && (opposite.deletes || own.deletes))
      throw new AppError('SyncConflict', { sync: opposite.title })
  }

  /** All syncs, and what is being saved. */
  #writings(): Writing[] {
    return this.#all().flatMap((sync) => {
      const pending = this.#pending.get(sync.id)
      const isOpen = this.#hasOpenRun(sync)
      return [
        ...(pending === undefined ? [] : [this.#writingOf(sync, pending, true)]),
        ...(sync.keys !== undefined || isOpen ? [this.#writingOf(sync, sync.spec, sync.nextAt > 0 || isOpen)] : []),
      ]
    })
  }

  #writingOf({ id, serverTitle }: SyncState, spec: SyncSpec, isActive: boolean): Writing {
    const { here, others } = this.#parts
    const { bucket, prefix, server, target_bucket: target, target_prefix: targetPrefix, deletes } = spec
    return {
      ...{ id, kind: 'sync', deletes, isActive },
      title: `${here.title} · ${bucket}/${prefix} → ${serverTitle || server} · ${target}/${targetPrefix}`,
      from: { address: here.address, bucket, path: prefix },
      to: { address: others.addressOf(server), bucket: target, path: targetPrefix },
    }
  }

  async #store(sync: SyncState, change: Partial<SyncState>): Promise<void> {
    await this.#parts.store.save({ ...sync, ...change })
    Object.assign(sync, change)
  }

  /**
   * Removes what is discarded, and a sync that is deleted, whose run may still be open after a kill. What can't be removed yet is
   * tried again: these keys don't expire.
   */
  async #clean(sync: SyncState): Promise<void> {
    const { runner, store, log, now } = this.#parts
    try {
      if (sync.keys === undefined) await runner.cancelRun(sync.id, sync.owner)
      await this.#removeDiscarded(sync)
      if (sync.keys !== undefined || !this.#syncs.has(sync.id)) return
      await runner.forgetRuns(sync.id)
      await store.remove(sync.id)
      this.#syncs.delete(sync.id)
    } catch (error) {
      if (this.#abort.signal.aborted) return
      if (!this.#notCleaned.has(sync.id))
        log.warn({ err: error, sync: sync.id }, 'access keys of a sync aren’t removed yet')
      this.#notCleaned.set(sync.id, now())
    }
  }

  /** Tries all, because one server may be gone for good. @throws the first failure */
  async #removeDiscarded(sync: SyncState): Promise<void> {
    const failures: unknown[] = []
    const left = new Set<string>()
    for (const keys of [...sync.discarded]) {
      const before = failures.length
      for (const [title, server, sealed] of [
        [this.#parts.here.title, undefined, keys.here],
        [sync.serverTitle, keys.server, keys.there],
      ] as const) {
        await this.#removeKey(sync, server, sealed).catch((cause: unknown) => {
          left.add(title)
          failures.push(new Error(`The access key at ${title} may still exist`, { cause }))
        })
      }
      if (failures.length === before)
        await this.#store(sync, { discarded: sync.discarded.filter((one) => one !== keys) })
    }
    this.#keysLeft.set(sync.id, [...left])
    if (failures.length > 0) throw failures[0]
  }

  /** @param server undefined for the one of this console @throws StorageError, or Error for a key that nobody can read */
  async #removeKey({ visitor }: SyncState, server: string | undefined, sealed: string): Promise<void> {
    const { here, others } = this.#parts
    const side = server === undefined ? here : await others.side(server)
    if (!(await removeSealedKey(side, sealed, visitor, this.#abort.signal)))
      throw new Error('The server isn’t configured, or the secret of the console has changed')
  }

  #all(): SyncState[] {
    return [...this.#syncs.values()]
  }
}

/** @throws AppError SyncNeedsKeys with the name of the server, and storage errors */
async function createKey(
  { id }: SyncState,
  { title: server }: JobSide,
  storage: StorageClient,
  keys: Credentials,
  statements: readonly Statement[],
): Promise<void> {
  const description = `Sync ${id} of the console. Removed when the sync is deleted.`
  try {
    await createLimitedKey(storage, keys, statements, { name: KEY_NAME, description, expiresAt: undefined })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'JobKeyRefused') throw error
    throw new AppError('SyncNeedsKeys', { server }, { cause: error })
  }
}

/**
 * What somebody has to confirm before the next run deletes it; undefined if there is nothing, or if the sync has changed since the
 * last run.
 */
export function unconfirmed({ spec }: SyncState, last: ShownJob | undefined): Sync['unconfirmed'] {
  const isAsked = last?.status === 'stopped' && last.text?.key === 'error:SyncDeletesMany'
  if (!isAsked || !spec.deletes || !isRunOf(spec, last)) return undefined
  const { extra: deletions, target: objects } = syncAt(last.position).counts
  return { run: last.id, deletions, objects }
}

/** How many objects a sync had when it ran last, so that the next run needn't list its source twice; 0 if that isn't known. */
function sizeOf({ spec }: SyncState, last: ShownJob | undefined): number {
  return last?.status === 'done' && isRunOf(spec, last) ? settledOf(last) : 0
}

/** Whether a run was between the places that a sync has now. */
function isRunOf(spec: SyncSpec, { title: { bucket, first, server, targetBucket, target } }: ShownJob): boolean {
  return (
    bucket === spec.bucket &&
    first === spec.prefix &&
    server?.name === spec.server &&
    targetBucket === spec.target_bucket &&
    target === spec.target_prefix
  )
}

/** Whether a run is held because a server had no space left, and not by somebody. */
function lacksSpace({ status, text }: ShownJob): boolean {
  return status === 'paused' && text?.key === 'error:StorageFull'
}
