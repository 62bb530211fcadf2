import { randomUUID } from 'node:crypto'
import {
  AppError,
  createAlertChannel,
  deleteAlertChannel,
  listAlertChannels,
  MAX_ALERT_CHANNELS,
  testAlertChannel,
  turnAlertChannel,
} from '@cooperage/contract'
import type { Registry } from '../shared/feature.ts'
import { requirePermission } from '../shared/session/require-permission.ts'
import { CHANGE, requireReading } from './alerts.routes.ts'
import type { Alerts } from './alerts.ts'
import { channelHost } from './channels.ts'

/** Where messages are sent. Of what is stored, only the host is ever returned. */
export function channelRoutes({ routes, services }: Registry, alerts: Alerts): void {
  const { now } = services
  const { tables, guard } = alerts

  routes.withSession(listAlertChannels, async (visit) => {
    await requireReading(visit, services)
    return (await tables.channels()).map(({ id, name, kind, host, enabled, lastSent, problem, waiting }) => ({
      id,
      name,
      kind,
      host,
      enabled,
      last_sent: lastSent === 0 ? '' : new Date(lastSent).toISOString(),
      problem: problem?.text ?? '',
      ...(problem && { text: problem }),
      waiting,
    }))
  })

  routes.withSession(createAlertChannel, async ({ body, ...visit }) => {
    await requirePermission(CHANGE, visit, services)
    const host = channelHost(body, guard)
    if ((await tables.channels()).length >= MAX_ALERT_CHANNELS) {
      throw new AppError('TooManyAlertChannels', { limit: MAX_ALERT_CHANNELS })
    }
    const id = randomUUID()
    await tables.addChannel({ id, name: body.name, kind: body.kind, host, sealed: await alerts.seal(body) }, now())
    return { id }
  })

  routes.withSession(turnAlertChannel, async ({ params, body, ...visit }) => {
    await requirePermission(CHANGE, visit, services)
    if (!(await tables.turnChannel(params.id, body.enabled))) throw new AppError('NoSuchAlertChannel')
  })

  routes.withSession(deleteAlertChannel, async ({ params, ...visit }) => {
    await requirePermission(CHANGE, visit, services)
    if (!(await tables.deleteChannel(params.id))) throw new AppError('NoSuchAlertChannel')
  })

  routes.withSession(testAlertChannel, async ({ params, ...visit }) => {
    await requirePermission(CHANGE, visit, services)
    const channel = (await tables.channels()).find(({ id }) => id === params.id)
    if (channel === undefined) throw new AppError('NoSuchAlertChannel')
    const problem = await alerts.test(channel)
    return { problem: problem?.text ?? '', ...(problem && { text: problem }) }
  })
}
