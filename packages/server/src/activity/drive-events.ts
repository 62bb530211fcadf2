import { AppError, type DriveEvent, MAX_DRIVE_EVENTS } from '@cooperage/contract'
import type { ServerInfo } from '@cooperage/storage-client'
import type { Registry } from '../shared/feature.ts'
import type { Services } from '../shared/services.ts'

/** Never change one that was released; add the next one. `console` is the name of one of several storage servers. */
const MIGRATIONS = [
  `CREATE TABLE cooperage_drive_states (console TEXT PRIMARY KEY, seq BIGINT NOT NULL, states TEXT NOT NULL);
  CREATE TABLE cooperage_drive_events (
    console TEXT NOT NULL, seq BIGINT NOT NULL, position BIGINT NOT NULL, event TEXT NOT NULL,
    PRIMARY KEY (console, seq, position)
  )`,
]

/** A drive and its state; the drive of a server's own state is ''. */
export type State = readonly [server: string, drive: string, state: string]

/** Of more drives nothing is kept. */
const MAX_STATES = 10_000

/**
 * What happened to servers and drives, as visitors of the console see it: of each change, when it was first seen. Storage servers
 * report the present only, and the console has no keys to ask while nobody is there. The latest MAX_DRIVE_EVENTS are kept.
 */
export class DriveEvents {
  readonly #store: Services['sharedStore']
  readonly #tables: ReturnType<Services['sharedStore']['tables']>
  readonly #console: string
  readonly #log: Registry['log']
  /** One after the other, so that a change isn't seen twice. */
  #seeing: Promise<void> = Promise.resolve()

  constructor({ services: { sharedStore, settings }, log }: Pick<Registry, 'services' | 'log'>) {
    this.#log = log
    this.#store = sharedStore
    this.#tables = sharedStore.tables('drive-events', MIGRATIONS)
    this.#console = settings.server?.name ?? ''
  }

  /** Keeps what has changed. What can't be kept keeps nobody from a page. */
  async see(servers: ServerInfo['servers'], now: number): Promise<void> {
    const seeing = this.#seeing.then(() => this.#see(servers, now))
    this.#seeing = seeing.catch((error: unknown) => this.#log.warn({ err: error }, 'drive events can’t be kept'))
    await this.#seeing
  }

  /** The newest first. @throws AppError ConsoleStoreUnavailable */
  async all(): Promise<DriveEvent[]> {
    if (!this.#store.isCreated()) return []
    const query = 'SELECT event FROM cooperage_drive_events WHERE console = ? ORDER BY seq DESC, position'
    try {
      return (await this.#tables.all(query, this.#console)).map(({ event }) => JSON.parse(String(event)) as DriveEvent)
    } catch (cause) {
      throw new AppError('ConsoleStoreUnavailable', {}, { cause })
    }
  }

  async #see(servers: ServerInfo['servers'], now: number): Promise<void> {
    const query = 'SELECT seq, states FROM cooperage_drive_states WHERE console = ?'
    const [row] = this.#store.isCreated() ? await this.#tables.all(query, this.#console) : []
    const before = row && (JSON.parse(String(row.states)) as State[])
    const after = statesOf(servers, before)
    const events = before === undefined ? [] : changesOf(before, after, new Date(now).toISOString())
    if (before !== undefined && events.length === 0) return
    // A replica that saw the same change meanwhile has the number already.
    const seq = Number(row?.seq ?? 0) + 1
    await this.#tables.batch([
      [
        `INSERT INTO cooperage_drive_states (console, seq, states) VALUES (?, ?, ?)
          ON CONFLICT (console) DO UPDATE SET seq = excluded.seq, states = excluded.states`,
        ...[this.#console, seq, JSON.stringify(after)],
      ],
      ...events
        .slice(0, MAX_DRIVE_EVENTS)
        .map((event, position): [string, ...(string | number)[]] => [
          'INSERT INTO cooperage_drive_events (console, seq, position, event) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
          ...[this.#console, seq, position, JSON.stringify(event)],
        ]),
      [
        `DELETE FROM cooperage_drive_events WHERE console = ? AND seq <= COALESCE((
          SELECT seq FROM cooperage_drive_events WHERE console = ?
          ORDER BY seq DESC, position LIMIT 1 OFFSET ${MAX_DRIVE_EVENTS}
        ), 0)`,
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
export function statesOf(servers: ServerInfo['servers'], before: readonly State[] = []): State[] {
  const known = Map.groupBy(before, ([server]) => server)
  const states = servers.flatMap(({ endpoint, state, drives }): State[] => {
    const ofDrives =
      state === 'online'
        ? drives.map(({ path, state: own, isHealing }): State => [endpoint, path, isHealing ? 'healing' : own])
        : (known.get(endpoint) ?? [])
    return [[endpoint, '', state], ...ofDrives.filter(([, drive]) => drive !== '')]
  })
  return states.slice(0, MAX_STATES)
}

/** `from` is '' for what is new, `to` for what is gone. */
export function changesOf(before: readonly State[], after: readonly State[], time: string): DriveEvent[] {
  const keyed = (states: readonly State[]) => new Map(states.map((state) => [state.slice(0, 2).join('\n'), state]))
  const [was, is] = [keyed(before), keyed(after)]
  return [...new Map([...was, ...is])].flatMap(([key, [server, drive]]): DriveEvent[] => {
    const [from, to] = [was.get(key)?.[2] ?? '', is.get(key)?.[2] ?? '']
    return from === to ? [] : [{ time, server, drive, from, to }]
  })
}
