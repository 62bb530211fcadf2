/** What is stored about alerts: with replicas, in the database that they share. */
import {
  ALERT_RULES,
  type AlertChannelKind,
  type AlertRuleEntry,
  type AlertRuleId,
  type FailureText,
  MAX_PAST_ALERTS,
  PAST_ALERT_DAYS,
} from '@cooperage/contract'
import type { Statement, StoredRow } from '../shared/console-store/console-store.ts'
import { guardedTables } from '../shared/console-store/guarded-tables.ts'
import type { Services } from '../shared/services.ts'
import type { Advanced, AlertRecord, RuleSettings } from './alert-state.ts'
import type { KeyEnd } from './key-ends.ts'

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
    problem TEXT NOT NULL, failures BIGINT NOT NULL, next_at BIGINT NOT NULL, told BIGINT NOT NULL,
    claimed_by TEXT NOT NULL, claimed_until BIGINT NOT NULL
  );
  CREATE TABLE cooperage_alert_messages (
    id TEXT PRIMARY KEY, console TEXT NOT NULL, channel TEXT NOT NULL, message TEXT NOT NULL, created_at BIGINT NOT NULL,
    seq BIGINT NOT NULL
  );
  CREATE INDEX cooperage_alert_messages_channel ON cooperage_alert_messages (channel, seq);
  CREATE TABLE cooperage_alert_runs (
    console TEXT PRIMARY KEY, holder TEXT NOT NULL, until BIGINT NOT NULL, checked BIGINT NOT NULL, states TEXT NOT NULL
  )`,
  'CREATE TABLE cooperage_alert_keys (console TEXT PRIMARY KEY, ends TEXT NOT NULL)',
]

const DAY_MS = 24 * 3600_000
const MINUTE_MS = 60_000
/** How many messages wait for a channel at most: the oldest are dropped. */
export const MAX_WAITING = 100
/** What couldn't be delivered for so long is no news. */
const MESSAGE_MS = DAY_MS
/** A channel that fails is tried again after 1, 2, 4 … minutes, at most this many. */
const MAX_WAIT_MINUTES = 15
/** How long a channel is claimed: longer than sending a message takes. */
const CLAIM_MS = MINUTE_MS
/** A time that is further ahead was stored before the clock was set back, and doesn't count. The clocks of replicas differ by less. */
const FAR_MS = 30 * MINUTE_MS

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
  /** Since the last success. */
  failures: number
  /** Whether it has been told what already fired when it was turned on. */
  isTold: boolean
  /** How many messages wait for their delivery. */
  waiting: number
}

/** A message that waits for its delivery. */
export interface StoredMessage {
  id: string
  channel: string
  /** JSON. */
  message: string
}

/** What an evaluation found. */
export interface Run {
  /** 0 before the first one. */
  checked: number
  states: Readonly<Partial<Record<AlertRuleId, RuleState>>>
}

export type RuleState = AlertRuleEntry['state']

/** Errors of the database are `AlertStoreUnavailable`. */
export type AlertTables = ReturnType<typeof alertTables>

export function alertTables({ sharedStore, settings }: Pick<Services, 'sharedStore' | 'settings'>) {
  const console = settings.server?.name ?? ''
  const tables = guardedTables(sharedStore, 'alerts', MIGRATIONS, 'AlertStoreUnavailable')
  /** Also where nothing else was kept yet. */
  let latest: Run = { checked: 0, states: {} }
  let latestEnds: readonly KeyEnd[] | undefined

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
      told: readonly string[],
      run: Run,
    ): Promise<void> {
      latest = run
      // Most consoles never have anything to keep, and need no database for it.
      if (alerts.length === 0 && !sharedStore.isCreated()) return
      const { checked, states } = run
      await tables.batch([
        ...alerts.map((one) => upsert(one, console)),
        ...gone.map((id): Statement => ['DELETE FROM cooperage_alerts WHERE id = ?', id]),
        // A number keeps their order whatever happens to the clock.
        ...messages.map(
          ({ id, channel, message }): Statement => [
            `INSERT INTO cooperage_alert_messages (id, console, channel, message, created_at, seq)
              VALUES (?, ?, ?, ?, ?, (SELECT COALESCE(MAX(seq), 0) + 1 FROM cooperage_alert_messages))`,
            id,
            console,
            channel,
            message,
            checked,
          ],
        ),
        ...[...new Set(messages.map(({ channel }) => channel))].map(
          (channel): Statement => [
            `DELETE FROM cooperage_alert_messages WHERE channel = ? AND id NOT IN (
              SELECT id FROM cooperage_alert_messages WHERE channel = ? ORDER BY seq DESC LIMIT ${MAX_WAITING}
            )`,
            channel,
            channel,
          ],
        ),
        // A channel may have been turned off or deleted during the evaluation.
        [
          `DELETE FROM cooperage_alert_messages WHERE console = ? AND channel NOT IN (
            SELECT id FROM cooperage_alert_channels WHERE console = ? AND enabled = 1
          )`,
          console,
          console,
        ],
        ...told.map((id): Statement => ['UPDATE cooperage_alert_channels SET told = 1 WHERE id = ?', id]),
        [
          `INSERT INTO cooperage_alert_runs (console, holder, until, checked, states) VALUES (?, ?, 0, ?, ?)
            ON CONFLICT (console) DO UPDATE SET checked = excluded.checked, states = excluded.states`,
          console,
          '',
          checked,
          JSON.stringify(states),
        ],
      ])
    },

    /** The last evaluation, by whichever replica. */
    async lastRun(): Promise<Run> {
      const [row] = await tables.all('SELECT checked, states FROM cooperage_alert_runs WHERE console = ?', console)
      if (row === undefined) return latest
      return { checked: Number(row.checked), states: JSON.parse(String(row.states)) as Run['states'] }
    },

    /** Deletes what is too much; and what is too old, if the clock is reliable enough. */
    async forget(now: number, isSteady: boolean): Promise<void> {
      if (!sharedStore.isCreated()) return
      const old: Statement[] = [
        [
          'DELETE FROM cooperage_alerts WHERE console = ? AND state = ? AND resolved_at < ?',
          console,
          'resolved',
          now - PAST_ALERT_DAYS * DAY_MS,
        ],
        ['DELETE FROM cooperage_alert_messages WHERE console = ? AND created_at < ?', console, now - MESSAGE_MS],
      ]
      await tables.batch([
        ...(isSteady ? old : []),
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
      const query = `SELECT c.*, (SELECT COUNT(*) FROM cooperage_alert_messages m WHERE m.channel = c.id) AS waiting
        FROM cooperage_alert_channels c WHERE console = ? ORDER BY created_at, id`
      return (await tables.all(query, console)).map(channelOf)
    },

    async addChannel(
      { id, name, kind, host, sealed }: Pick<StoredChannel, 'id' | 'name' | 'kind' | 'host' | 'sealed'>,
      now: number,
    ): Promise<void> {
      await tables.run(
        `INSERT INTO cooperage_alert_channels (id, console, name, kind, host, sealed, enabled, created_at, last_sent, problem,
          failures, next_at, told, claimed_by, claimed_until) VALUES (?, ?, ?, ?, ?, ?, 1, ?, 0, ?, 0, 0, 0, ?, 0)`,
        id,
        console,
        name,
        kind,
        host,
        sealed,
        now,
        '',
        '',
      )
    },

    /** Whether there is such a channel. One that is off has nothing to send, and is told what fires when it is on again. */
    async turnChannel(id: string, enabled: boolean): Promise<boolean> {
      const [changes = 0] = await tables.batch([
        [
          // `enabled` on the right is the one of before.
          'UPDATE cooperage_alert_channels SET enabled = ?, failures = 0, next_at = 0, told = told * enabled WHERE id = ? AND console = ?',
          enabled ? 1 : 0,
          id,
          console,
        ],
        ...(enabled ? [] : [discard(id, console)]),
      ])
      return changes > 0
    },

    /** Whether there was such a channel. */
    async deleteChannel(id: string): Promise<boolean> {
      const [changes = 0] = await tables.batch([
        ['DELETE FROM cooperage_alert_channels WHERE id = ? AND console = ?', id, console],
        discard(id, console),
      ])
      return changes > 0
    },

    /** The oldest one that waits. */
    async nextMessage(channel: string): Promise<StoredMessage | undefined> {
      const query = 'SELECT * FROM cooperage_alert_messages WHERE console = ? AND channel = ? ORDER BY seq, id LIMIT 1'
      const [row] = await tables.all(query, console, channel)
      return row && { id: String(row.id), channel: String(row.channel), message: String(row.message) }
    },

    /**
     * Claims a channel for sending, until it is released or for a minute. Not one that is off or has to wait after a failure, nor
     * one that another replica has claimed.
     */
    async claim(channel: string, holder: string, now: number): Promise<boolean> {
      const update = `UPDATE cooperage_alert_channels SET claimed_by = ?, claimed_until = ? WHERE id = ? AND console = ?
        AND enabled = 1 AND (next_at <= ? OR next_at > ?) AND (claimed_by = ? OR claimed_until < ? OR claimed_until > ?)`
      const far = now + FAR_MS
      const changes = await tables.run(update, holder, now + CLAIM_MS, channel, console, now, far, holder, now, far)
      return changes > 0
    },

    async release(channel: string, holder: string): Promise<void> {
      const update =
        'UPDATE cooperage_alert_channels SET claimed_until = 0 WHERE id = ? AND console = ? AND claimed_by = ?'
      await tables.run(update, channel, console, holder)
    },

    /** A message was delivered, or a test if there is none: the channel works again. `problem`: who didn't get it. */
    async delivered(
      channel: string,
      message: string | undefined,
      problem: FailureText | undefined,
      now: number,
    ): Promise<void> {
      await tables.batch([
        [
          'UPDATE cooperage_alert_channels SET last_sent = ?, problem = ?, failures = 0, next_at = 0 WHERE id = ? AND console = ?',
          now,
          textOf(problem),
          channel,
          console,
        ],
        ...(message === undefined
          ? []
          : [['DELETE FROM cooperage_alert_messages WHERE id = ?', message] satisfies Statement]),
      ])
    },

    /** `failures`: how often in a row, which decides when the channel is tried again; undefined after a test. */
    async failed(channel: string, problem: FailureText | undefined, now: number, failures?: number): Promise<void> {
      const update = 'UPDATE cooperage_alert_channels SET problem = ? WHERE id = ? AND console = ?'
      const wait = MINUTE_MS * Math.min(MAX_WAIT_MINUTES, 2 ** ((failures ?? 1) - 1))
      const backOff: Statement[] =
        failures === undefined
          ? []
          : [
              [
                'UPDATE cooperage_alert_channels SET failures = ?, next_at = ? WHERE id = ? AND console = ?',
                failures,
                now + wait,
                channel,
                console,
              ],
            ]
      await tables.batch([[update, textOf(problem), channel, console], ...backOff])
    },

    /** When access keys expire, the first first; undefined until somebody listed them. */
    async keyEnds(): Promise<readonly KeyEnd[] | undefined> {
      const [row] = await tables.all('SELECT ends FROM cooperage_alert_keys WHERE console = ?', console)
      return row === undefined ? latestEnds : (JSON.parse(String(row.ends)) as KeyEnd[])
    },

    async setKeyEnds(ends: readonly KeyEnd[]): Promise<void> {
      latestEnds = ends
      if (ends.length === 0 && !sharedStore.isCreated()) return
      await tables.run(
        'INSERT INTO cooperage_alert_keys (console, ends) VALUES (?, ?) ON CONFLICT (console) DO UPDATE SET ends = excluded.ends',
        console,
        JSON.stringify(ends),
      )
    },

    /** Whether it is this replica's turn to evaluate, until a time, and whether it was before. */
    async takeTurn(holder: string, now: number, until: number): Promise<'kept' | 'gained' | undefined> {
      const [, kept = 0, gained = 0] = await tables.batch([
        [
          'INSERT INTO cooperage_alert_runs (console, holder, until, checked, states) VALUES (?, ?, 0, 0, ?) ON CONFLICT DO NOTHING',
          console,
          '',
          '{}',
        ],
        ['UPDATE cooperage_alert_runs SET until = ? WHERE console = ? AND holder = ?', until, console, holder],
        [
          'UPDATE cooperage_alert_runs SET holder = ?, until = ? WHERE console = ? AND holder <> ? AND (until < ? OR until > ?)',
          holder,
          until,
          console,
          holder,
          now,
          now + FAR_MS,
        ],
      ])
      return kept > 0 ? 'kept' : gained > 0 ? 'gained' : undefined
    },

    /** So that another replica need not wait for the end of the turn. */
    async endTurn(holder: string): Promise<void> {
      await tables.run('UPDATE cooperage_alert_runs SET until = 0 WHERE console = ? AND holder = ?', console, holder)
    },
  }
}

function textOf(problem: FailureText | undefined): string {
  return problem === undefined ? '' : JSON.stringify(problem)
}

function discard(channel: string, console: string): Statement {
  return ['DELETE FROM cooperage_alert_messages WHERE channel = ? AND console = ?', channel, console]
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
    failures: Number(row.failures),
    isTold: Number(row.told) > 0,
    waiting: Number(row.waiting),
  }
}
