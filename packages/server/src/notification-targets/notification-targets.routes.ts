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
  type StorageClient,
  setConfig,
} from '@cooperage/storage-client'
import { configTargetName } from '@cooperage/wire'
import { withChangeErrors } from '../settings/change-errors.ts'
import { checkValues } from '../settings/configurations.routes.ts'
import { DEFAULT_VALUES } from '../settings/default-values.ts'
import { pendingChangesOf } from '../settings/pending-changes.ts'
import { readStart } from '../settings/restart.routes.ts'
import { isSecretKey } from '../settings/secret-keys.ts'
import { CONFIG_ACTION, readSection, toDetails, toTarget } from '../settings/sections.ts'
import type { Registry } from '../shared/feature.ts'
import { inParallel } from '../shared/in-parallel.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { type ChangesSinceStart, isOn, type StoredTarget, storedTargets } from './stored-targets.ts'
import { kindOf } from './target-kind.ts'

/** Sections that are read at once. */
const PARALLEL = 5

export function notificationTargetRoutes({ routes, services }: Registry): void {
  const pending = pendingChangesOf(services)
  const changesOf = async (storage: StorageClient): Promise<ChangesSinceStart> => ({
    ...(await readStart(storage)),
    deletedAt: (id) => pending.deletedAt(id),
  })

  routes.withSession(listNotificationEndpoints, async ({ storage }) => {
    const [sections, statuses, changes] = await Promise.all([
      withStorageErrors({ action: CONFIG_ACTION }, listConfigSections(storage)),
      withStorageErrors({ action: 'admin:ServerInfo' }, listEventTargetStatuses(storage)),
      changesOf(storage),
    ])
    const names = new Set(sections.map(({ section }) => section))
    const supported = NOTIFICATION_SERVICES.filter((service) => names.has(notificationSection(service)))
    const found = new Map<NotificationService, NotificationEndpoint[]>()
    await inParallel(supported, PARALLEL, async (service) => {
      const targets = storedTargets(await readSection(storage, notificationSection(service)), changes)
      found.set(
        service,
        targets.flatMap((one) => toEndpoint(service, one, statuses) ?? []),
      )
    })
    const endpoints = supported.flatMap((service) => found.get(service) ?? [])
    return { notification_endpoints: endpoints, services: supported }
  })

  routes.withSession(getNotificationEndpoint, async ({ params, storage }) => {
    const name = notificationSection(params.service)
    const [section, changes] = await Promise.all([readSection(storage, name), changesOf(storage)])
    const target = targetName(params.account_id)
    const found = storedTargets(section, changes).find((one) => one.target === target)
    if (found?.stored === undefined) throw new AppError('NoSuchConfiguration', { section: idOf(params) })
    return {
      description: section.help.description,
      keys: toTarget(name, section.help, found.stored).keys,
      is_pending: found.stored !== found.running,
    }
  })

  routes.withSession(addNotificationEndpoint, async ({ body, storage }) => {
    const { service, account_id, properties } = body
    const name = notificationSection(service)
    const target = targetName(account_id)
    const { targets, blank } = toDetails(await readSection(storage, name))
    const keys = targets.find((one) => one.target === target)?.keys ?? blank
    const values = Object.entries(properties).map(([key, value]) => ({ key, value }))
    checkValues(name, keys, values)
    const { isApplied } = await withChangeErrors(idOf(body), setConfig(storage, name, target, properties), values)
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

/** Nothing for the unnamed target of a section, which always exists, if it isn't in use. */
function toEndpoint(
  service: NotificationService,
  { target, running, stored }: StoredTarget,
  statuses: readonly EventTargetStatus[],
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
    after_restart: afterRestart({ running, stored }),
    from_environment: Object.keys(running?.environment ?? {}).length > 0,
  }
}

/** Whether the unnamed target holds more than defaults: it was in use, and is switched off. */
function hasValues(service: NotificationService, stored: StoredTarget['stored']): boolean {
  const defaults = DEFAULT_VALUES[notificationSection(service)] ?? {}
  return Object.entries(stored?.values ?? {}).some(
    ([key, value]) => key !== 'enable' && value !== (defaults[key] ?? ''),
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
