import {
  AppError,
  controlJob,
  createJob,
  createJobToServer,
  getJob,
  getJobReport,
  type JobSpec,
  LOSSES,
  listJobs,
  placeText,
  type ReportCounts,
  retryJob,
  retryJobToServer,
  type ServerJob,
  type ToServerSpec,
  taskOf,
} from '@cooperage/contract'
import { accountPermissions } from '@cooperage/wire/policy'
import type { FastifyRequest } from 'fastify'
import { validBucketName } from '../buckets/index.ts'
import type { Registry, StorageVisit } from '../shared/feature.ts'
import type { Permit } from '../shared/other-servers.ts'
import type { Services } from '../shared/services.ts'
import { allows } from '../shared/session/require-permission.ts'
import { canRetry, isOpen, type JobRunner, type ShownJob, totalsOf } from './job-runner.ts'
import { kindOf } from './kinds/index.ts'

const NO_COUNTS: ReportCounts = {
  versions: 0,
  deleteMarkers: 0,
  bytes: 0,
  equal: 0,
  byEtag: 0,
  byReading: 0,
  sampled: 0,
  sampledBytes: 0,
  updated: 0,
  differences: 0,
}

export type VisitRequest = StorageVisit & { request: FastifyRequest }

export function jobRoutes({ routes, services }: Registry, open: () => Promise<JobRunner>): void {
  const { server } = services.settings

  routes.withSession(
    createJob,
    async ({ body, session, storage }) => {
      const runner = await open()
      validBucketName(body.bucket)
      if ('target_bucket' in body && body.target_bucket !== '') validBucketName(body.target_bucket)
      const { accountName } = await services.accounts.of(session, storage)
      return toJob(await runner.create(accountName, body, storage), accountName)
    },
    { isLong: true },
  )

  routes.withSession(
    createJobToServer,
    async ({ body: { job: spec, token }, session, storage }) => {
      const permit = permitFor(spec, token)
      const runner = await open()
      validBucketName(spec.bucket)
      const { accountName } = await services.accounts.of(session, storage)
      return toJob(await runner.createToServer(accountName, spec, { session, storage }, permit), accountName)
    },
    { isLong: true },
  )

  routes.withSession(listJobs, async ({ query: { everyone }, ...visit }) => {
    const runner = await open()
    const account = await ownerOf(visit)
    if (everyone) await requireFor('', 'admin:ListServiceAccounts', visit)
    const jobs = await runner.list()
    return (
      jobs
        .filter(({ status, owner }) => status !== 'preparing' && (everyone || owner === account))
        // Those that have ended are listed with the sync.
        .filter((job) => job.sync === undefined || isOpen(job))
        .map((job) => toJob(job, account))
    )
  })

  routes.withSession(getJob, async ({ params: { id }, ...visit }) => {
    const runner = await open()
    const job = await runner.get(id)
    await requireFor(job.owner, 'admin:ListServiceAccounts', visit)
    const { events, failures } = await runner.logOf(id)
    return {
      ...toJob(job, await ownerOf(visit)),
      events: events.map((event) => ({ ...event, time: isoTime(event.time) })),
      failures: failures.map(({ recursive: _, ...failure }) => failure),
      lost: lostOf(job),
    }
  })

  routes.withSession(getJobReport, async ({ params: { id }, ...visit }) => {
    const runner = await open()
    const job = await runner.get(id)
    await requireFor(job.owner, 'admin:ListServiceAccounts', visit)
    const { spec, entries } = await runner.reportOf(id)
    const { settings, versions, locks } = spec
    return {
      job: id,
      source: { server: server?.title ?? '', bucket: spec.bucket },
      target: { server: job.title.server?.title ?? '', server_name: spec.server, bucket: spec.target_bucket },
      taken: { settings, versions, locks },
      status: job.status,
      started: isoTime(job.createdAt),
      ended: job.endedAt === 0 ? '' : isoTime(job.endedAt),
      copied: job.done,
      copiedBytes: job.bytes,
      skipped: job.skipped,
      failed: job.failed,
      counts: { ...NO_COUNTS, ...job.report?.counts },
      lost: lostOf(job),
      entries,
    }
  })

  routes.withSession(
    controlJob,
    async ({ params: { id }, body: { action }, ...visit }) => {
      const runner = await open()
      const { owner } = await runner.get(id)
      await requireFor(owner, 'admin:RemoveServiceAccount', visit)
      const account = await ownerOf(visit)
      return toJob(await runner.control(id, action, account), account)
    },
    // It waits for running steps.
    { isLong: true },
  )

  routes.withSession(
    retryJob,
    async ({ params: { id }, session, storage }) => {
      const runner = await open()
      const { accountName } = await services.accounts.of(session, storage)
      // The key of the new job is one of the visitor.
      if ((await runner.get(id)).owner !== accountName) throw new AppError('NoSuchJob')
      const start = async (rest: JobSpec) => {
        // It needs a permission of the other server.
        if ('server' in rest) throw new AppError('NothingToRetry')
        return await runner.create(accountName, rest, storage)
      }
      return toJob(await runner.retry(id, start), accountName)
    },
    { isLong: true },
  )

  routes.withSession(
    retryJobToServer,
    async ({ params: { id }, body: { token }, session, storage }) => {
      const runner = await open()
      const { accountName } = await services.accounts.of(session, storage)
      if ((await runner.get(id)).owner !== accountName) throw new AppError('NoSuchJob')
      const start = async (rest: JobSpec) => {
        if (!('server' in rest) || rest.kind === 'sync') throw new AppError('NothingToRetry')
        return await runner.createToServer(accountName, rest, { session, storage }, permitFor(rest, token))
      }
      return toJob(await runner.retry(id, start), accountName)
    },
    { isLong: true },
  )

  /** Takes the permission of the other server. @throws AppError CopyNotPermitted if it isn't one for this job */
  function permitFor(spec: ToServerSpec, token: string): Permit {
    const permit = services.others?.take(token)
    const isWithin =
      permit?.server === spec.server &&
      permit.bucket === spec.target_bucket &&
      ('units' in spec
        ? spec.units.every(({ target }) => target.startsWith(permit.prefix))
        : permit.creates && permit.prefix === '')
    if (permit === undefined || !isWithin) throw new AppError('CopyNotPermitted', { server: spec.server })
    return permit
  }

  async function ownerOf({ session, storage }: VisitRequest): Promise<string> {
    return (await services.accounts.of(session, storage)).accountName
  }

  function requireFor(owner: string, action: string, visit: VisitRequest): Promise<void> {
    return requireOwner(services, { owner, action, missing: 'NoSuchJob' }, visit)
  }
}

/**
 * What somebody owns needs no permission, and that of another account, '' for all of them, the permission to `action`.
 * @throws AppError `missing` without it
 */
export async function requireOwner(
  services: Services,
  { owner, action, missing }: { owner: string; action: string; missing: 'NoSuchJob' | 'NoSuchSync' },
  { session, storage, request }: VisitRequest,
): Promise<void> {
  const account = await services.accounts.refresh(session, storage)
  if (account.accountName === owner || allows(accountPermissions(account), action, request, services)) return
  if (owner !== '') throw new AppError(missing)
  throw new AppError('AccessDenied', { action, task: taskOf(action), resource: placeText('server') })
}

/** As `account` sees it. */
function toJob(job: ShownJob, account: string): ServerJob {
  const { id, owner, title, status, createdAt, endedAt, done, bytes, skipped, failed, rate, problem, text } = job
  const { server, targetBucket, total: _, ...what } = title
  const { total, atLeast } = totalsOf(job)
  return {
    id,
    owner,
    ...what,
    server: server?.title ?? '',
    server_name: server?.name ?? '',
    target_bucket: targetBucket,
    status: status === 'preparing' ? 'queued' : status,
    phase: kindOf(title).phaseOf?.(job.position) ?? '',
    differences: job.report?.counts.differences ?? 0,
    created: isoTime(createdAt),
    ended: endedAt === 0 ? '' : isoTime(endedAt),
    total,
    at_least: atLeast,
    done,
    bytes,
    skipped,
    failed,
    rate,
    can_retry: owner === account && canRetry(job),
    ends_with_session: job.endsWithSession ?? false,
    problem,
    ...(text && { text }),
  }
}

/** What the other server didn't keep, and of how many objects. */
export function lostOf({ lost }: ShownJob) {
  return LOSSES.flatMap((what) => {
    const count = lost?.[what]
    return count === undefined ? [] : [{ what, count }]
  })
}

/** Of milliseconds since the epoch. */
export function isoTime(time: number): string {
  return new Date(time).toISOString()
}
