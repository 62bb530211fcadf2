import { randomUUID } from 'node:crypto'
import { type DriveEvent, MAX_DRIVE_EVENTS } from '@cooperage/contract'
import type { ServerInfo } from '@cooperage/storage-client'
import type { FeatureTables, Statement } from '../shared/console-store/console-store.ts'
import { guardedTables } from '../shared/console-store/guarded-tables.ts'
import type { Registry } from '../shared/feature.ts'
import { InBackground } from '../shared/in-background.ts'
import type { Services } from '../shared/services.ts'

/** Never change one that was released; add the next one. `console` is the name of one of several storage servers. */
const MIGRATIONS = [
  `CREATE TABLE cooperage_drive_states (console TEXT PRIMARY KEY, seq BIGINT NOT NULL, states TEXT NOT NULL);
  CREATE TABLE cooperage_drive_events (
    console TEXT NOT NULL, seq BIGINT NOT NULL, position BIGINT NOT NULL, event TEXT NOT NULL,
    PRIMARY KEY (console, seq, position)
  )`,
  // States of drives without their endpoints are those of other drives.
  `ALTER TABLE cooperage_drive_states ADD COLUMN look TEXT NOT NULL DEFAULT '';
  UPDATE cooperage_drive_states SET states = '[]'`,
]

type Servers = ServerInfo['servers']

/** A drive by its endpoint, its state, and its path as it was last known. For a server's own state the last and the second are ''. */
export type State = readonly [server: string, drive: string, state: string, path: string]

/** What was seen, in the order in which the storage server was asked. */
interface Look {
  number: number
  servers: Servers
  time: string
}

/** Of more drives nothing is kept. */
const MAX_STATES = 10_000
/** A server could send anything. */
const MAX_TEXT = 256

/**
 * What happened to servers and drives, as visitors of the console see it: of each change, when it was first seen. Storage servers
 * report the present only, and the console has no keys to ask while nobody is there. The latest MAX_DRIVE_EVENTS are kept.
 */
export class DriveEvents {
  readonly #tables: FeatureTables
  readonly #console: string
  readonly #now: () => number
  readonly #log: Registry['log']
  readonly #seeing: InBackground<Look>
  readonly #isStoreCreated: () => boolean
  /** What was seen first: it alone is no reason to create a store. */
  #first: readonly State[] = []
  #looks = 0
  #lastSeen = 0

  constructor({ services: { sharedStore, settings, now }, log }: Pick<Registry, 'services' | 'log'>) {
    this.#log = log
    this.#now = now
    this.#tables = guardedTables(sharedStore, 'drive-events', MIGRATIONS)
    this.#console = settings.server?.name ?? ''
    this.#isStoreCreated = () => sharedStore.isCreated()
    this.#seeing = new InBackground(
      (look) => this.#see(look),
      1,
      // What can't be kept keeps nobody from a page.
      (error) => log.warn({ err: error }, 'drive events can’t be kept'),
    )
  }

  /** Begins a look, before the storage server is asked. What is returned keeps what has changed, in the background. */
  look(): (servers: Servers) => void {
    const number = ++this.#looks
    return (servers) => this.#seeing.add({ number, servers, time: new Date(this.#now()).toISOString() })
  }

  /** The newest first. @throws AppError ConsoleStoreUnavailable */
  async all(): Promise<DriveEvent[]> {
    await this.#seeing.done()
    const query = 'SELECT event FROM cooperage_drive_events WHERE console = ? ORDER BY seq DESC, position'
    return (await this.#tables.all(query, this.#console)).map(({ event }) => JSON.parse(String(event)) as DriveEvent)
  }

  async #see({ number, servers, time }: Look): Promise<void> {
    // An answer that took longer than a later one says what was before.
    if (number < this.#lastSeen) return
    this.#lastSeen = number
    const query = 'SELECT seq, states FROM cooperage_drive_states WHERE console = ?'
    const [row] = await this.#tables.all(query, this.#console)
    const before = row === undefined ? this.#first : (JSON.parse(String(row.states)) as State[])
    const after = statesOf(servers, before)
    const isFirst = before.length === 0
    const events = isFirst ? [] : changesOf(before, after, time)
    if (isFirst ? after.length === 0 : events.length === 0) return
    if (isFirst && !this.#isStoreCreated()) {
      this.#first = after
      return
    }
    const left = events.length - MAX_DRIVE_EVENTS
    if (left > 0) this.#log.warn({ left }, 'more drives have changed at once than events are kept')
    const [seq, look] = [Number(row?.seq ?? 0), randomUUID()]
    await this.#tables.batch([
      [
        // Not if a replica has kept another look meanwhile: it saw the same change, or a later one.
        `INSERT INTO cooperage_drive_states (console, seq, states, look) VALUES (?, ?, ?, ?)
          ON CONFLICT (console) DO UPDATE SET seq = excluded.seq, states = excluded.states, look = excluded.look
          WHERE cooperage_drive_states.seq = ?`,
        ...[this.#console, seq + 1, JSON.stringify(after), look, seq],
      ],
      ...events.slice(0, MAX_DRIVE_EVENTS).map(
        (event, position): Statement => [
          `INSERT INTO cooperage_drive_events (console, seq, position, event)
              SELECT console, seq, CAST(? AS BIGINT), CAST(? AS TEXT) FROM cooperage_drive_states WHERE console = ? AND look = ?`,
          ...[position, JSON.stringify(event), this.#console, look],
        ],
      ),
      [
        `DELETE FROM cooperage_drive_events WHERE console = ? AND (seq, position) NOT IN (
          SELECT seq, position FROM cooperage_drive_events WHERE console = ?
          ORDER BY seq DESC, position LIMIT ${MAX_DRIVE_EVENTS}
        )`,
        ...[this.#console, this.#console],
      ],
    ])
  }
}

const instances = new WeakMap<Services, DriveEvents>()

/** The one of a console, which several features tell what they see. */
export function driveEventsOf(registry: Pick<Registry, 'services' | 'log'>): DriveEvents {
  const known = instances.get(registry.services) ?? new DriveEvents(registry)
  instances.set(registry.services, known)
  return known
}

/** Of a server that doesn't respond, nothing is known about its drives. */
export function statesOf(servers: Servers, before: readonly State[]): State[] {
  const known = Map.groupBy(before, ([server]) => server)
  const states = servers.flatMap(({ endpoint, state, drives }): State[] => {
    const server = cut(endpoint)
    const drivesBefore = (known.get(server) ?? []).filter(([, drive]) => drive !== '')
    const paths = new Map(drivesBefore.map(([, drive, , path]) => [drive, path]))
    const ofDrives = drives.map((drive): State => {
      const name = cut(drive.endpoint || drive.path)
      // One that doesn't respond has its endpoint only.
      const path = drive.path === drive.endpoint ? paths.get(name) : undefined
      return [server, name, drive.isHealing ? 'healing' : cut(drive.state), path ?? cut(drive.path)]
    })
    return [[server, '', cut(state), ''], ...(state === 'online' ? ofDrives : drivesBefore)]
  })
  return states.slice(0, MAX_STATES)
}

const cut = (text: string) => text.slice(0, MAX_TEXT)

/** `from` is '' for what is new, `to` for what is gone. */
export function changesOf(before: readonly State[], after: readonly State[], time: string): DriveEvent[] {
  const keyed = (states: readonly State[]) => new Map(states.map((state) => [state.slice(0, 2).join('\n'), state]))
  const [was, is] = [keyed(before), keyed(after)]
  const withDrives = new Set(before.filter(([, drive]) => drive !== '').map(([server]) => server))
  // Those that have never responded: their drives aren't new.
  const unseen = new Set(
    before.filter(([server, , state]) => state !== 'online' && !withDrives.has(server)).map(([server]) => server),
  )
  return [...new Map([...was, ...is])].flatMap(([key, [server, drive, , path]]): DriveEvent[] => {
    const [from, to] = [was.get(key)?.[2] ?? '', is.get(key)?.[2] ?? '']
    if (from === to || (drive !== '' && from === '' && unseen.has(server))) return []
    return [{ time, server, drive: path, from, to }]
  })
}
