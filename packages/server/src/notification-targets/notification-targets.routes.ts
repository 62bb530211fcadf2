import {
  AppError,
  addNotificationEndpoint,
  getNotificationEndpoint,
  listNotificationEndpoints,
  NOTIFICATION_SERVICES,
  type NotificationEndpoint,
  type NotificationService,
  notificationSection,
  UNNAMED_TARGET,
} from '@cooperage/contract'
import {
  type EventTargetStatus,
  listConfigSections,
  listEventTargetStatuses,
  setConfig,
} from '@cooperage/storage-client'
import { configTargetName, defaultValue } from '@cooperage/wire'
import {
  CONFIG_ACTION,
  checkValues,
  isOn,
  isSecretKey,
  pendingChangesOf,
  readSections,
  readStart,
  readStored,
  type StoredTarget,
  storedTargets,
  toDetails,
  toTarget,
  withChangeErrors,
} from '../settings/index.ts'
import type { Registry } from '../shared/feature.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { SeenStatuses } from './seen-statuses.ts'
import { kindOf } from './target-kind.ts'

export function notificationTargetRoutes({ routes, services }: Registry): void {
  const seen = new SeenStatuses()
  const pending = pendingChangesOf(services)
  routes.withSession(listNotificationEndpoints, async ({ storage }) => {
    const [sections, statuses, start] = await Promise.all([
      withStorageErrors({ action: CONFIG_ACTION }, listConfigSections(storage)),
      withStorageErrors({ action: 'admin:ServerInfo' }, listEventTargetStatuses(storage)),
      readStart(storage),
    ])
    const since = seen.update(new Map(statuses.map((one) => [statusId(one), one.isOnline])), services.now())
    const names = new Set(sections.map(({ section }) => section))
    const supported = NOTIFICATION_SERVICES.filter((service) => names.has(notificationSection(service)))
    const read = await readSections(storage, supported.map(notificationSection))
    const endpoints = supported.flatMap((service) =>
      read
        .filter(({ name }) => name === notificationSection(service))
        .flatMap((section) => {
          const noted = pending.targetsOf(section.name, start.startedAt)
          return storedTargets(section, { ...start, noted })
        })
        .flatMap((one) => toEndpoint(service, one, statuses, since) ?? []),
    )
    return { notification_endpoints: endpoints, services: supported }
  })

  routes.withSession(getNotificationEndpoint, async ({ params, storage }) => {
    const { section, targets } = await readStored(storage, notificationSection(params.service), pending)
    const found = targets.find((one) => one.target === targetName(params.account_id))
    if (found?.stored === undefined) throw new AppError('NoSuchConfiguration', { section: idOf(params) })
    return {
      description: section.help.description,
      keys: toTarget(section, { ...found, stored: found.stored }).keys,
      is_pending: found.stored !== found.running,
    }
  })

  routes.withSession(addNotificationEndpoint, async ({ body, storage }) => {
    const { service, account_id, properties } = body
    const name = notificationSection(service)
    const target = targetName(account_id)
    const { section, targets: stored } = await readStored(storage, name, pending)
    const { targets, blank } = toDetails(section, stored)
    const keys = targets.find((one) => one.target === target)?.keys ?? blank
    const values = Object.entries(properties).map(([key, value]) => ({ key, value }))
    checkValues(name, keys, values)
    const setting = setConfig(storage, name, target, properties)
    const { isApplied, time } = await withChangeErrors(idOf(body), setting, values)
    if (!isApplied) pending.noteSet(name, target, properties, time)
    const shown = Object.entries(properties).map(([key, value]) => [key, isSecretKey(name, key) ? '' : value])
    return { service, account_id, properties: Object.fromEntries(shown), restart: !isApplied }
  })
}

interface Params {
  service: NotificationService
  account_id: string
}

const targetName = (accountId: string) => (accountId === UNNAMED_TARGET ? '' : accountId)
const idOf = ({ service, account_id }: Params) => configTargetName(notificationSection(service), targetName(account_id))

const statusId = ({ kind, target }: EventTargetStatus) => `${kind}:${target}`

/** Nothing for the unnamed target of a section, which always exists, if it isn't in use. */
function toEndpoint(
  service: NotificationService,
  { target, running, stored }: StoredTarget,
  statuses: readonly EventTargetStatus[],
  since: ReadonlyMap<string, number>,
): NotificationEndpoint | undefined {
  const account_id = target || UNNAMED_TARGET
  const active = statuses.find((one) => one.kind === kindOf(service) && one.target === account_id)
  const wasOn = running !== undefined && isOn(running)
  const isOnThen = stored !== undefined && isOn(stored)
  if (target === '' && active === undefined && !wasOn && !isOnThen && !hasValues(service, stored)) return undefined
  const inactive = isOnThen || wasOn ? 'inactive' : 'disabled'
  return {
    service,
    account_id,
    status: active === undefined ? inactive : active.isOnline ? 'online' : 'offline',
    reason: active?.reason ?? '',
    since: active ? new Date(since.get(statusId(active)) ?? 0).toISOString() : '',
    after_restart: afterRestart({ running, stored }),
    from_environment: Object.keys(running?.environment ?? {}).length > 0,
  }
}

/** Whether the unnamed target has more than defaults: it was in use, and is switched off. */
function hasValues(service: NotificationService, stored: StoredTarget['stored']): boolean {
  const section = notificationSection(service)
  return Object.entries(stored?.values ?? {}).some(
    ([key, value]) => key !== 'enable' && value !== defaultValue(section, key),
  )
}

function afterRestart({
  running,
  stored,
}: Pick<StoredTarget, 'running' | 'stored'>): NotificationEndpoint['after_restart'] {
  if (stored === running) return ''
  if (stored === undefined) return 'deleted'
  if (running === undefined) return 'added'
  if (isOn(running) === isOn(stored)) return 'changed'
  return isOn(stored) ? 'enabled' : 'disabled'
}
