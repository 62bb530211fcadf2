/** What the consoles of several storage servers share for jobs from one to another (decision 40). */
import { createHash, randomBytes } from 'node:crypto'
import { PERMIT_SECONDS } from '@cooperage/contract'
import type { StorageClient, Visitor } from '@cooperage/storage-client'
import * as z from 'zod/mini'
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

/** A part of a bucket that something writes to until it ends: two of these would work against each other. */
export interface Writing {
  /** Of the sync or the job. */
  id: string
  kind: 'migrate' | 'sync'
  /** The name of the server. */
  server: string
  bucket: string
  /** '' for the whole bucket. */
  prefix: string
}

/** Permissions that nobody used, of all consoles. */
const MAX_PERMITS = 1_000

/** One for all consoles of a process. Permissions are in memory only: after a restart, the visitor starts the copy again. */
export class OtherServers {
  readonly #now: () => number
  readonly #open: (name: string) => Promise<void>
  readonly #sides = new Map<string, () => Promise<JobSide>>()
  readonly #permits = new Map<string, Permit & { until: number }>()
  readonly #writers = new Set<() => readonly Writing[]>()

  /** @param open opens the console of a server, which adds its side */
  constructor(now: () => number, open: (name: string) => Promise<void>) {
    this.#now = now
    this.#open = open
  }

  /** @param side called for the first job, because it derives a key */
  add(name: string, side: () => Promise<JobSide>): void {
    this.#sides.set(name, side)
  }

  /** Undefined for a server that isn't configured. @throws if its console can't be opened */
  async side(name: string): Promise<JobSide | undefined> {
    await this.#open(name)
    return await this.#sides.get(name)?.()
  }

  /** @param writings what the syncs or the migrations of a console write to at present */
  addWriter(writings: () => readonly Writing[]): void {
    this.#writers.add(writings)
  }

  /** What writes to the same part of a bucket already, of all consoles that are open. */
  writingTo({ id, server, bucket, prefix }: Omit<Writing, 'kind'>): Writing | undefined {
    return [...this.#writers]
      .flatMap((writings) => writings())
      .find(
        (one) =>
          one.id !== id &&
          one.server === server &&
          one.bucket === bucket &&
          (one.prefix.startsWith(prefix) || prefix.startsWith(one.prefix)),
      )
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

/** A comparison of tokens would take longer the more of one is right. */
function idOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
