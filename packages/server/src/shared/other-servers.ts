/** What the consoles of several storage servers share for jobs from one to another (decision 40). */
import { createHash, randomBytes } from 'node:crypto'
import { PERMIT_SECONDS } from '@cooperage/contract'
import type { StorageClient, Visitor } from '@cooperage/storage-client'
import * as z from 'zod/mini'
import type { AddedServers } from './added-servers.ts'
import type { Session } from './session/sealed-session.ts'

/** With what a job signs its requests to a storage server. Times in milliseconds since the epoch. */
export const jobAccess = z.object({
  accessKey: z.string(),
  secretKey: z.string(),
  /** Where the storage server has no keys for jobs: those of a session, '' where the console keeps them for it. */
  session: z.optional(z.object({ sessionToken: z.string(), revokeType: z.string(), endsAt: z.number() })),
})
export type JobAccess = z.infer<typeof jobAccess>

/** A storage server as jobs use it. Only its own console can seal and open keys of it. */
export interface JobSide {
  /** What people call it. */
  title: string
  /** Where it is. Two names may lead to one server. */
  address: string
  seal(access: JobAccess): Promise<string>
  /** Undefined for what another secret has sealed. */
  open(sealed: string): Promise<JobAccess | undefined>
  /** @throws AppError SessionEnded */
  clientOf(access: JobAccess, visitor: Visitor | undefined, signal: AbortSignal): Promise<StorageClient>
  /** @throws AppError SessionEnded if the keys are those of a session that is over */
  check(access: JobAccess): Promise<void>
}

/** The permission of a visitor of one console to write to its storage server, for one job of another console. */
export interface Permit {
  /** The name of the server. */
  server: string
  bucket: string
  /** '' for the whole bucket. */
  prefix: string
  /** Whether it is for a migration, which creates the bucket and writes its settings. */
  creates: boolean
  session: Session
  /** A client with the permissions of the session. */
  storageOf(signal: AbortSignal): StorageClient
}

/** A bucket of a storage server, or a folder or an object in it. */
export interface Place {
  /** Of the server. Two names may lead to one. */
  address: string
  bucket: string
  /** A folder ends in a slash; '' for the whole bucket. */
  path: string
}

/** A sync, or a migration that hasn't ended. */
export interface Writing {
  /** Of the sync or the job. */
  id: string
  kind: 'migrate' | 'sync'
  /** What it is called in messages. */
  title: string
  from: Place
  to: Place
  /** Whether it deletes what the source doesn't have. */
  deletes: boolean
  /** Whether it runs, or starts by itself: two of these would work against each other. */
  isActive: boolean
}

/** Permissions that nobody used, of all consoles. */
const MAX_PERMITS = 1_000

/** One for all consoles of a process. Permissions are in memory only: after a restart, the visitor starts the copy again. */
export class OtherServers {
  readonly #now: () => number
  readonly #open: (name: string) => Promise<void>
  readonly #addresses: Pick<ReadonlyMap<string, string>, 'get'>
  /** The servers that administrators add; undefined where nobody can. */
  readonly added: AddedServers | undefined
  readonly #sides = new Map<string, () => Promise<JobSide>>()
  readonly #permits = new Map<string, Permit & { until: number }>()
  readonly #writers = new Set<() => readonly Writing[]>()

  /**
   * @param open opens the console of a server, which adds its side
   * @param addresses of the servers, by their names
   */
  constructor(
    now: () => number,
    open: (name: string) => Promise<void>,
    addresses: Pick<ReadonlyMap<string, string>, 'get'>,
    added?: AddedServers,
  ) {
    this.added = added
    this.#now = now
    this.#open = open
    this.#addresses = addresses
  }

  /** @param side called for the first job, because it derives a key */
  add(name: string, side: () => Promise<JobSide>): void {
    this.#sides.set(name, side)
  }

  /** Its console is closed. */
  forget(name: string): void {
    this.#sides.delete(name)
  }

  /** Undefined for a server that isn't configured. @throws if its console can't be opened */
  async side(name: string): Promise<JobSide | undefined> {
    await this.#open(name)
    return await this.#sides.get(name)?.()
  }

  /**
   * @param writings the syncs or the migrations of a console
   * @returns what forgets them, when the console is closed
   */
  addWriter(writings: () => readonly Writing[]): () => void {
    this.#writers.add(writings)
    return () => void this.#writers.delete(writings)
  }

  /** Where a server is; '' if it isn't configured. */
  addressOf(name: string): string {
    return this.#addresses.get(name) ?? ''
  }

  /** The syncs and migrations of all consoles that are open. */
  writings(): Writing[] {
    return [...this.#writers].flatMap((writings) => writings())
  }

  /** What else writes to the same part of a bucket already. */
  writingTo({ id, to }: Pick<Writing, 'id' | 'to'>): Writing | undefined {
    return this.writings().find((one) => one.id !== id && one.isActive && overlaps(one.to, to))
  }

  /** Returns a token that is random, valid for two minutes, and good for one job. */
  grant(permit: Permit): string {
    const now = this.#now()
    for (const [id, { until }] of this.#permits) if (until <= now) this.#permits.delete(id)
    const [oldest] = this.#permits.keys()
    if (this.#permits.size >= MAX_PERMITS && oldest !== undefined) this.#permits.delete(oldest)
    const token = randomBytes(32).toString('base64url')
    this.#permits.set(idOf(token), { ...permit, until: now + PERMIT_SECONDS * 1000 })
    return token
  }

  /** The permission, which nobody can take again, whatever becomes of the job; undefined for an unknown or expired token. */
  take(token: string): Permit | undefined {
    const id = idOf(token)
    const permit = this.#permits.get(id)
    this.#permits.delete(id)
    return permit === undefined || permit.until <= this.#now() ? undefined : permit
  }
}

/** Whether two places have something in common. */
export function overlaps(one: Place, other: Place): boolean {
  const isSame = one.address === other.address && one.bucket === other.bucket
  return isSame && (isIn(one.path, other.path) || isIn(other.path, one.path))
}

function isIn(folder: string, path: string): boolean {
  return folder === path || folder === '' || (folder.endsWith('/') && path.startsWith(folder))
}

/** A comparison of tokens would take longer the more of one is right. */
function idOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
