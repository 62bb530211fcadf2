import {
  AppError,
  downloadLogs,
  downloadLogsAsJson,
  findDeletions,
  findLastSeen,
  getLogHistogram,
  getLogRecord,
  getLogStore,
  LOG_ROW_LIMIT,
  type LogRecordDetails,
  reasonText,
  searchLogs,
} from '@cooperage/contract'
import { listField, numberField, objectField, textField } from '@cooperage/wire'
import type { AuditArchive } from '../shared/audit-store/audit-archive.ts'
import { asText } from '../shared/audit-store/wildcards.ts'
import type { Registry } from '../shared/feature.ts'
import { inParallel } from '../shared/in-parallel.ts'
import { requirePermission } from '../shared/session/require-permission.ts'
import { searchOf } from './criteria.ts'
import { deletionsIn } from './deletions.ts'
import { histogramOf } from './histogram.ts'
import { sendRecords } from './record-files.ts'
import { isoTime, placeOf, toRecord } from './records.ts'

/** Reading the audit log needs the permission to read the other logs. */
const READ_ACTION = 'admin:ConsoleLog'

/** Users that are looked for concurrently. */
const PARALLEL = 4

export function logSearchRoutes({ routes, services }: Registry): void {
  /** The archive, after checking the visitor's permission to read it. */
  async function readable(context: Parameters<typeof requirePermission>[1]): Promise<AuditArchive> {
    await requirePermission(READ_ACTION, context, services)
    if (services.auditArchive === undefined) throw new AppError('NoAuditStore')
    return services.auditArchive
  }

  routes.withSession(searchLogs, async (context) => {
    const { store } = await readable(context)
    const { pageSize, pageNo, after, ...criteria } = context.query
    const place = after === undefined ? undefined : placeOf(after)
    if (after !== undefined && place === undefined) {
      throw new AppError('InvalidInput', { reason: reasonText('afterIsEntryId') })
    }
    if (pageNo * pageSize >= LOG_ROW_LIMIT) {
      throw new AppError('InvalidInput', {
        reason: reasonText('searchTooLong', { logRowLimit: LOG_ROW_LIMIT }),
      })
    }
    const search = { ...searchOf(criteria), limit: pageSize, offset: pageNo * pageSize, ...(place && { after: place }) }
    const entries = await withStoreErrors(store.search(search))
    return { results: entries.map(toRecord) }
  })

  for (const [route, format] of [
    [downloadLogs, 'csv'],
    [downloadLogsAsJson, 'jsonl'],
  ] as const) {
    routes.withSession(
      route,
      async (context) => {
        const { store } = await readable(context)
        return await sendRecords(context.reply, format, store, searchOf(context.query), withStoreErrors)
      },
      { isLong: true },
    )
  }

  routes.withSession(getLogHistogram, async (context) => {
    const { store } = await readable(context)
    return await withStoreErrors(histogramOf(store, searchOf(context.query), services.now() * 1000, context.signal))
  })

  routes.withSession(getLogRecord, async (context) => {
    const { store } = await readable(context)
    const place = placeOf(context.params.id)
    const entry = place && (await withStoreErrors(store.read(place)))
    if (entry === undefined) throw new AppError('NoSuchLogRecord')
    return { ...toRecord(entry), ...detailsOf(entry.details) }
  })

  routes.withSession(findDeletions, async (context) => {
    const { store } = await readable(context)
    const { bucket, objects } = context.body
    return { deletions: await withStoreErrors(deletionsIn(store, bucket, objects)) }
  })

  routes.withSession(findLastSeen, async (context) => {
    const { store } = await readable(context)
    const users: { name: string; time: string }[] = []
    const search = { descending: true, limit: 1 }
    await inParallel(new Set(context.body.users), PARALLEL, async (name) => {
      const [last] = await withStoreErrors(
        store.search({ ...search, filters: [{ field: 'user', value: asText(name) }] }),
      )
      users.push({ name, time: last === undefined ? '' : isoTime(last.time) })
    })
    const { oldest } = await withStoreErrors(store.state())
    return { users, since: oldest === undefined ? '' : isoTime(oldest) }
  })

  routes.withSession(getLogStore, async (context) => {
    const archive = await readable(context)
    const { days, maxBytes, received, lastReceivedAt, problem } = archive
    const { kind, oldest, latest, bytes, setAside } = await withStoreErrors(archive.store.state())
    const iso = (time: number | undefined) => (time === undefined ? '' : isoTime(time))
    const lastArrival = iso(lastReceivedAt && lastReceivedAt * 1000)
    return {
      ...{ kind, oldest: iso(oldest), latest: iso(latest), bytes, days, maxBytes },
      ...{ received, lastReceivedAt: lastArrival, problem, setAside },
    }
  })
}

/** The visitor can't fix errors of the database, so only the log has their details. */
async function withStoreErrors<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (cause) {
    throw new AppError('AuditStoreUnavailable', {}, { cause })
  }
}

function detailsOf(json: string): Omit<LogRecordDetails, keyof ReturnType<typeof toRecord>> {
  const details = objectField(JSON.parse(json))
  const values = (name: string) =>
    Object.entries(objectField(details, name)).map(([name, value]) => ({ name, value: String(value) }))
  return {
    host: textField(details, 'host'),
    path: textField(details, 'path'),
    deployment_id: textField(details, 'deploymentId'),
    trigger: textField(details, 'trigger'),
    error: textField(details, 'error'),
    time_to_first_byte_ns: numberField(details, 'timeToFirstByteNs'),
    query: values('query'),
    request_headers: values('requestHeaders'),
    response_headers: values('responseHeaders'),
    objects: listField(details, 'objects').map(String),
  }
}
