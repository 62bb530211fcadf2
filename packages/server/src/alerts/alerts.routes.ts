import {
  type Alert,
  AppError,
  acknowledgeAlert,
  alertName,
  alertRule,
  alertSentence,
  changeAlertRule,
  countAlerts,
  downloadAlertRules,
  listAlertRules,
  listAlerts,
  listPastAlerts,
  muteAlertRule,
} from '@cooperage/contract'
import { accountPermissions } from '@cooperage/wire/policy'
import { mayReadMetrics, metricsDenied } from '../dashboard/index.ts'
import type { Registry, StorageVisit } from '../shared/feature.ts'
import type { Services } from '../shared/services.ts'
import { requirePermission } from '../shared/session/require-permission.ts'
import type { AlertRecord, RuleSettings } from './alert-state.ts'
import type { RuleState } from './alert-tables.ts'
import type { Alerts } from './alerts.ts'
import { KEYS_EVERY_MS } from './key-ends.ts'
import { prometheusRules } from './prometheus-rules.ts'

/** Rules and channels are settings of the console for this server. */
export const CHANGE = 'admin:ConfigUpdate'

const iso = (time: number) => (time === 0 ? '' : new Date(time).toISOString())

/** Who may read the metrics sees the alerts. @throws AppError AccessDenied */
export async function requireReading({ session, storage }: StorageVisit, services: Services): Promise<void> {
  if (!(await mayReadMetrics(services, session, storage))) throw metricsDenied()
}

/** The rules and what they found. */
export function alertRoutes({ routes, services }: Registry, alerts: Alerts): void {
  const { accounts, now, settings } = services
  const { keyEnds, tables } = alerts

  routes.withSession(listAlerts, async (visit) => {
    await requireReading(visit, services)
    keyEnds.refresh(visit, accounts, KEYS_EVERY_MS.page)
    const [open, rules, { checked }, showsUsers] = await Promise.all([
      tables.open(),
      tables.rules(),
      tables.lastRun(),
      mayListUsers(visit),
    ])
    const firing = open.filter(({ state }) => state === 'firing')
    return {
      alerts: firing
        .map((one) => toAlert(one, mutedOf(rules, now()), showsUsers))
        .sort((a, b) => (a.fired < b.fired ? 1 : -1)),
      source: alerts.source?.name ?? ('none' as const),
      checked: iso(checked),
    }
  })

  routes.withSession(countAlerts, async (visit) => {
    await requireReading(visit, services)
    keyEnds.refresh(visit, accounts, KEYS_EVERY_MS.menu)
    return { firing: await tables.countFiring([...mutedOf(await tables.rules(), now())]) }
  })

  routes.withSession(listPastAlerts, async (visit) => {
    await requireReading(visit, services)
    const [past, showsUsers] = await Promise.all([tables.past(), mayListUsers(visit)])
    return past.map((one) => toAlert(one, new Set(), showsUsers))
  })

  routes.withSession(acknowledgeAlert, async ({ params, ...visit }) => {
    await requirePermission(CHANGE, visit, services)
    const by = await accounts.nameOf(visit.session, visit.storage)
    if (!(await tables.acknowledge(params.id, by, now()))) throw new AppError('NoSuchAlert')
  })

  routes.withSession(listAlertRules, async (visit) => {
    await requireReading(visit, services)
    const [rules, { states }] = await Promise.all([tables.rules(), tables.lastRun()])
    return rules.map(({ id, threshold, minutes, enabled, mutedUntil, unit, fires, severity }) => {
      const defaults = alertRule(id)
      return {
        id,
        name: alertName(id),
        severity,
        unit,
        fires,
        threshold,
        minutes,
        enabled,
        default_threshold: defaults.threshold,
        default_minutes: defaults.minutes,
        muted_until: mutedUntil > now() ? iso(mutedUntil) : '',
        state: stateOf(enabled, states[id]),
      }
    })
  })

  routes.withSession(changeAlertRule, async ({ params, body, ...visit }) => {
    await requirePermission(CHANGE, visit, services)
    const { mutedUntil } = await ruleOf(params.rule)
    await tables.setRule({ id: params.rule, ...body, mutedUntil })
    await alerts.evaluate()
  })

  routes.withSession(muteAlertRule, async ({ params, body, ...visit }) => {
    await requirePermission(CHANGE, visit, services)
    const mutedUntil = body.until === '' ? 0 : Date.parse(body.until)
    await tables.setRule({ ...(await ruleOf(params.rule)), mutedUntil })
    await alerts.evaluate()
  })

  routes.withSession(downloadAlertRules, async ({ reply, ...visit }) => {
    await requireReading(visit, services)
    return await reply
      .header('content-type', 'application/yaml; charset=utf-8')
      .header('content-disposition', 'attachment; filename="cooperage-storage-rules.yaml"')
      .send(prometheusRules(await tables.rules(), settings.metrics?.prometheus?.job ?? ''))
  })

  async function mayListUsers({ session, storage }: Pick<StorageVisit, 'session' | 'storage'>): Promise<boolean> {
    return accountPermissions(await accounts.of(session, storage)).couldAllow(['admin:ListUsers'])
  }

  async function ruleOf(id: RuleSettings['id']): Promise<RuleSettings> {
    const found = (await tables.rules()).find((one) => one.id === id)
    if (found === undefined) throw new Error(`There is no rule ${id}`)
    return found
  }
}

/** A rule that was just turned on has the state of before until a replica evaluates it. */
function stateOf(isOn: boolean, found: RuleState = 'waiting'): RuleState {
  if (!isOn) return 'off'
  return found === 'off' ? 'waiting' : found
}

function mutedOf(rules: readonly RuleSettings[], now: number): Set<string> {
  return new Set(rules.filter(({ mutedUntil }) => mutedUntil > now).map(({ id }) => id))
}

/** Who may only read metrics learns no names of users. */
function toAlert(record: AlertRecord, muted: ReadonlySet<string>, showsUsers: boolean): Alert {
  const { id, rule, value, threshold, firedAt, resolvedAt, acknowledgedBy, acknowledgedAt } = record
  const { severity, unit } = alertRule(rule)
  const isShown = showsUsers || rule !== 'keyExpiry' || record.subject === 'root'
  const subject = isShown ? record.subject : ''
  return {
    id,
    rule,
    subject,
    severity,
    value,
    threshold,
    unit,
    text: alertSentence(rule, subject, value),
    fired: iso(firedAt),
    resolved: iso(resolvedAt),
    acknowledged_by: acknowledgedBy,
    acknowledged: iso(acknowledgedAt),
    muted: muted.has(rule),
  }
}
