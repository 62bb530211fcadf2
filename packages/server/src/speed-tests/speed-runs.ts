import { MAX_SPEED_RUNS, type SpeedRun, type SpeedTest } from '@cooperage/contract'
import type { FeatureTables } from '../shared/console-store/console-store.ts'
import { guardedTables } from '../shared/console-store/guarded-tables.ts'
import type { Services } from '../shared/services.ts'

/** Never change one that was released; add the next one. `console` is the name of one of several storage servers. */
const MIGRATIONS = [
  `CREATE TABLE cooperage_speed_runs (
    id TEXT PRIMARY KEY, console TEXT NOT NULL, kind TEXT NOT NULL, started BIGINT NOT NULL, run TEXT NOT NULL
  );
  CREATE INDEX cooperage_speed_runs_kind ON cooperage_speed_runs (console, kind, started)`,
]

/** The finished speed tests that the console keeps: the latest MAX_SPEED_RUNS of each kind. */
export class SpeedRuns {
  readonly #tables: FeatureTables
  readonly #console: string

  constructor({ sharedStore, settings }: Pick<Services, 'sharedStore' | 'settings'>) {
    this.#tables = guardedTables(sharedStore, 'speed-tests', MIGRATIONS)
    this.#console = settings.server?.name ?? ''
  }

  /** The newest first. @throws AppError ConsoleStoreUnavailable */
  async of(kind: SpeedTest): Promise<SpeedRun[]> {
    const query = 'SELECT run FROM cooperage_speed_runs WHERE console = ? AND kind = ? ORDER BY started DESC, id DESC'
    return (await this.#tables.all(query, this.#console, kind)).map(({ run }) => JSON.parse(String(run)) as SpeedRun)
  }

  /** Rejects while the database is unavailable. */
  async add(run: SpeedRun): Promise<void> {
    const of = [this.#console, run.kind] as const
    await this.#tables.batch([
      [
        'INSERT INTO cooperage_speed_runs (id, console, kind, started, run) VALUES (?, ?, ?, ?, ?)',
        ...[run.id, ...of, Date.parse(run.started), JSON.stringify(run)],
      ],
      [
        'DELETE FROM cooperage_speed_runs WHERE console = ? AND kind = ? AND id NOT IN (SELECT id FROM cooperage_speed_runs WHERE console = ? AND kind = ? ORDER BY started DESC, id DESC LIMIT ?)',
        ...[...of, ...of, MAX_SPEED_RUNS],
      ],
    ])
  }
}
