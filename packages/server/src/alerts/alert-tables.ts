/** What is stored about alerts: with replicas, in the database that they share. */
import {
  ALERT_RULES,
  type AlertChannelKind,
  type AlertRuleId,
  AppError,
  type FailureText,
  MAX_PAST_ALERTS,
  PAST_ALERT_DAYS,
} from '@cooperage/contract'
import type { FeatureTables, Statement, StoredRow } from '../shared/console-store/console-store.ts'
import type { Services } from '../shared/services.ts'
import type { Advanced, AlertRecord, RuleSettings } from './alert-state.ts'

/** Never change one that was released; add the next one. `console` is the name of one of several storage servers. */
const MIGRATIONS = [
  `CREATE TABLE cooperage_alerts (
    id TEXT PRIMARY KEY, console TEXT NOT NULL, rule TEXT NOT NULL, subject TEXT NOT NULL, state TEXT NOT NULL,
    value TEXT NOT NULL, threshold TEXT NOT NULL, since BIGINT NOT NULL, fired_at BIGINT NOT NULL,
    clear_since BIGINT NOT NULL, resolved_at BIGINT NOT NULL, acknowledged_by TEXT NOT NULL,
    acknowledged_at BIGINT NOT NULL, is_reported BIGINT NOT NULL
  );
  CREATE INDEX cooperage_alerts_state ON cooperage_alerts (console, state, resolved_at);
  CREATE TABLE cooperage_alert_rules (
    console TEXT NOT NULL, rule TEXT NOT NULL, threshold TEXT NOT NULL, minutes BIGINT NOT NULL, enabled BIGINT NOT NULL,
    muted_until BIGINT NOT NULL, PRIMARY KEY (console, rule)
  );
  CREATE TABLE cooperage_alert_channels (
    id TEXT PRIMARY KEY, console TEXT NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL, host TEXT NOT NULL,
    sealed TEXT NOT NULL, enabled BIGINT NOT NULL, created_at BIGINT NOT NULL, last_sent BIGINT NOT NULL,
    problem TEXT NOT NULL
  );
  CREATE TABLE cooperage_alert_messages (
    id TEXT PRIMARY KEY, console TEXT NOT NULL, channel TEXT NOT NULL, message TEXT NOT NULL, created_at BIGINT NOT NULL,
    attempts BIGINT NOT NULL, next_at BIGINT NOT NULL
  );
  CREATE TABLE cooperage_alert_turns (console TEXT PRIMARY KEY, holder TEXT NOT NULL, until BIGINT NOT NULL)`,
]

const DAY_MS = 24 * 3600_000

/** A channel as it is stored. */
export interface StoredChannel {
  id: string
  name: string
  kind: AlertChannelKind
  host: string
  sealed: string
  enabled: boolean
  /** 0 before the first one. */
  lastSent: number
  /** Of the last message; undefined if it was delivered. */
  problem: FailureText | undefined
}

/** A message that waits for its delivery. */
export interface StoredMessage {
  id: string
  channel: string
  /** JSON. */
  message: string
  attempts: number
  nextAt: number
}

/** Errors of the database are `AlertStoreUnavailable`. */
export type AlertTables = ReturnType<typeof alertTables>

export function alertTables({ sharedStore, settings }: Pick<Services, 'sharedStore' | 'settings'>) {
  const console = settings.server?.name ?? ''
  const tables = guarded(sharedStore.tables('alerts', MIGRATIONS))

  return {
    async open(): Promise<AlertRecord[]> {
      const query = 'SELECT * FROM cooperage_alerts WHERE console = ? AND state <> ? ORDER BY since, id'
      return (await tables.all(query, console, 'resolved')).map(alertOf)
    },

    async past(): Promise<AlertRecord[]> {
      const query = `SELECT * FROM cooperage_alerts WHERE console = ? AND state = ? ORDER BY resolved_at DESC, id LIMIT ${MAX_PAST_ALERTS}`
      return (await tables.all(query, console, 'resolved')).map(alertOf)
    },

    async countFiring(mutedRules: readonly string[]): Promise<number> {
      const query = 'SELECT rule FROM cooperage_alerts WHERE console = ? AND state = ? AND acknowledged_by = ?'
      const rows = await tables.all(query, console, 'firing', '')
      return rows.filter(({ rule }) => !mutedRules.includes(String(rule))).length
    },

    /** Whether it is firing. */
    async acknowledge(id: string, by: string, now: number): Promise<boolean> {
      const update =
        'UPDATE cooperage_alerts SET acknowledged_by = ?, acknowledged_at = ? WHERE id = ? AND console = ? AND state = ?'
      return (await tables.run(update, by, now, id, console, 'firing')) > 0
    },

    /** Stores what an evaluation found, together with its messages: a crash loses neither and repeats neither. */
    async save(
      { alerts, gone }: Omit<Advanced, 'messages'>,
      messages: readonly StoredMessage[],
      now: number,
    ): Promise<void> {
      await tables.batch([
        ...alerts.map((one) => upsert(one, console)),
        ...gone.map((id): Statement => ['DELETE FROM cooperage_alerts WHERE id = ?', id]),
        ...messages.map(
          ({ id, channel, message }): Statement => [
            'INSERT INTO cooperage_alert_messages (id, console, channel, message, created_at, attempts, next_at) VALUES (?, ?, ?, ?, ?, 0, 0)',
            id,
            console,
            channel,
            message,
            now,
          ],
        ),
      ])
    },

    async forgetPast(now: number): Promise<void> {
      await tables.batch([
        [
          'DELETE FROM cooperage_alerts WHERE console = ? AND state = ? AND resolved_at < ?',
          console,
          'resolved',
          now - PAST_ALERT_DAYS * DAY_MS,
        ],
        [
          `DELETE FROM cooperage_alerts WHERE console = ? AND state = ? AND id NOT IN (
            SELECT id FROM cooperage_alerts WHERE console = ? AND state = ? ORDER BY resolved_at DESC, id LIMIT ${MAX_PAST_ALERTS}
          )`,
          console,
          'resolved',
          console,
          'resolved',
        ],
      ])
    },

    /** All rules, as they are set. */
    async rules(): Promise<RuleSettings[]> {
      const rows = await tables.all('SELECT * FROM cooperage_alert_rules WHERE console = ?', console)
      const stored = new Map(rows.map((row) => [row.rule, row]))
      return ALERT_RULES.map((rule) => {
        const row = stored.get(rule.id)
        if (row === undefined) return { ...rule, enabled: true, mutedUntil: 0 }
        return {
          ...rule,
          threshold: Number(row.threshold),
          minutes: Number(row.minutes),
          enabled: Number(row.enabled) > 0,
          mutedUntil: Number(row.muted_until),
        }
      })
    },

    async setRule({
      id,
      threshold,
      minutes,
      enabled,
      mutedUntil,
    }: Pick<RuleSettings, 'id' | 'threshold' | 'minutes' | 'enabled' | 'mutedUntil'>): Promise<void> {
      await tables.run(
        `INSERT INTO cooperage_alert_rules (console, rule, threshold, minutes, enabled, muted_until) VALUES (?, ?, ?, ?, ?, ?)
          ON CONFLICT (console, rule) DO UPDATE SET threshold = excluded.threshold, minutes = excluded.minutes,
          enabled = excluded.enabled, muted_until = excluded.muted_until`,
        console,
        id,
        String(threshold),
        minutes,
        enabled ? 1 : 0,
        mutedUntil,
      )
    },

    async channels(): Promise<StoredChannel[]> {
      const query = 'SELECT * FROM cooperage_alert_channels WHERE console = ? ORDER BY created_at, id'
      return (await tables.all(query, console)).map(channelOf)
    },

    async addChannel(
      { id, name, kind, host, sealed }: Pick<StoredChannel, 'id' | 'name' | 'kind' | 'host' | 'sealed'>,
      now: number,
    ): Promise<void> {
      await tables.run(
        'INSERT INTO cooperage_alert_channels (id, console, name, kind, host, sealed, enabled, created_at, last_sent, problem) VALUES (?, ?, ?, ?, ?, ?, 1, ?, 0, ?)',
        id,
        console,
        name,
        kind,
        host,
        sealed,
        now,
        '',
      )
    },

    /** Whether there is such a channel. One that is off has nothing to send. */
    async turnChannel(id: string, enabled: boolean): Promise<boolean> {
      const [changes = 0] = await tables.batch([
        ['UPDATE cooperage_alert_channels SET enabled = ? WHERE id = ? AND console = ?', enabled ? 1 : 0, id, console],
        ...(enabled ? [] : [discard(id)]),
      ])
      return changes > 0
    },

    /** Whether there was such a channel. */
    async deleteChannel(id: string): Promise<boolean> {
      const [changes = 0] = await tables.batch([
        ['DELETE FROM cooperage_alert_channels WHERE id = ? AND console = ?', id, console],
        discard(id),
      ])
      return changes > 0
    },

    /** The oldest first. */
    async messages(): Promise<StoredMessage[]> {
      const query = 'SELECT * FROM cooperage_alert_messages WHERE console = ? ORDER BY created_at, id LIMIT 1000'
      return (await tables.all(query, console)).map(({ id, channel, message, attempts, next_at }) => ({
        id: String(id),
        channel: String(channel),
        message: String(message),
        attempts: Number(attempts),
        nextAt: Number(next_at),
      }))
    },

    async delivered(channel: string, message: string | undefined, now: number): Promise<void> {
      await tables.batch([
        ['UPDATE cooperage_alert_channels SET last_sent = ?, problem = ? WHERE id = ?', now, '', channel],
        ...(message === undefined ? [] : [remove(message)]),
      ])
    },

    /** `retry`: when the message is sent again, unless it is discarded. */
    async failed(
      channel: string,
      problem: FailureText,
      retry?: { message: string; at: number | undefined },
    ): Promise<void> {
      const update: Statement = [
        'UPDATE cooperage_alert_channels SET problem = ? WHERE id = ?',
        JSON.stringify(problem),
        channel,
      ]
      const next: Statement[] =
        retry === undefined
          ? []
          : retry.at === undefined
            ? [remove(retry.message)]
            : [
                [
                  'UPDATE cooperage_alert_messages SET attempts = attempts + 1, next_at = ? WHERE id = ?',
                  retry.at,
                  retry.message,
                ],
              ]
      await tables.batch([update, ...next])
    },

    /** Whether it is this replica's turn to evaluate and to send, until a time. */
    async takeTurn(holder: string, now: number, until: number): Promise<boolean> {
      const [, changes = 0] = await tables.batch([
        [
          'INSERT INTO cooperage_alert_turns (console, holder, until) VALUES (?, ?, 0) ON CONFLICT DO NOTHING',
          console,
          holder,
        ],
        [
          'UPDATE cooperage_alert_turns SET holder = ?, until = ? WHERE console = ? AND (holder = ? OR until < ?)',
          holder,
          until,
          console,
          holder,
          now,
        ],
      ])
      return changes > 0
    },

    /** So that another replica need not wait for the end of the turn. */
    async endTurn(holder: string): Promise<void> {
      await tables.run('UPDATE cooperage_alert_turns SET until = 0 WHERE console = ? AND holder = ?', console, holder)
    },
  }
}

function remove(message: string): Statement {
  return ['DELETE FROM cooperage_alert_messages WHERE id = ?', message]
}

function discard(channel: string): Statement {
  return ['DELETE FROM cooperage_alert_messages WHERE channel = ?', channel]
}

/** An acknowledgment that arrives during an evaluation stays: the update leaves it out. */
function upsert(alert: AlertRecord, console: string): Statement {
  return [
    `INSERT INTO cooperage_alerts (id, console, rule, subject, state, value, threshold, since, fired_at, clear_since, resolved_at,
      acknowledged_by, acknowledged_at, is_reported) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET state = excluded.state, value = excluded.value, threshold = excluded.threshold,
      fired_at = excluded.fired_at, clear_since = excluded.clear_since, resolved_at = excluded.resolved_at,
      is_reported = excluded.is_reported`,
    alert.id,
    console,
    alert.rule,
    alert.subject,
    alert.state,
    String(alert.value),
    String(alert.threshold),
    alert.since,
    alert.firedAt,
    alert.clearSince,
    alert.resolvedAt,
    alert.acknowledgedBy,
    alert.acknowledgedAt,
    alert.isReported ? 1 : 0,
  ]
}

function alertOf(row: StoredRow): AlertRecord {
  return {
    id: String(row.id),
    rule: row.rule as AlertRuleId,
    subject: String(row.subject),
    state: row.state as AlertRecord['state'],
    value: Number(row.value),
    threshold: Number(row.threshold),
    since: Number(row.since),
    firedAt: Number(row.fired_at),
    clearSince: Number(row.clear_since),
    resolvedAt: Number(row.resolved_at),
    acknowledgedBy: String(row.acknowledged_by),
    acknowledgedAt: Number(row.acknowledged_at),
    isReported: Number(row.is_reported) > 0,
  }
}

function channelOf(row: StoredRow): StoredChannel {
  return {
    id: String(row.id),
    name: String(row.name),
    kind: row.kind as AlertChannelKind,
    host: String(row.host),
    sealed: String(row.sealed),
    enabled: Number(row.enabled) > 0,
    lastSent: Number(row.last_sent),
    problem: row.problem === '' ? undefined : (JSON.parse(String(row.problem)) as FailureText),
  }
}

function guarded(tables: FeatureTables): FeatureTables {
  const guard = async <T>(call: Promise<T>): Promise<T> => {
    try {
      return await call
    } catch (cause) {
      throw new AppError('AlertStoreUnavailable', {}, { cause })
    }
  }
  return {
    all: (...statement) => guard(tables.all(...statement)),
    run: (...statement) => guard(tables.run(...statement)),
    batch: (statements) => guard(tables.batch(statements)),
  }
}
