import {
  AppError,
  changeSync,
  controlSync,
  createSync,
  deleteSync,
  getSyncReport,
  listSyncKeysLeft,
  listSyncRuns,
  listSyncs,
  type Sync,
  type SyncRun,
  type SyncSpec,
} from '@cooperage/contract'
import { validBucketName } from '../../buckets/index.ts'
import type { Registry, StorageVisit } from '../../shared/feature.ts'
import { type ShownJob, settledOf, totalsOf } from '../job-runner.ts'
import { isoTime, lostOf, requireOwner, type VisitRequest } from '../jobs.routes.ts'
import { syncAt } from '../kinds/sync-kind.ts'
import type { OpenedJobs } from '../open-jobs.ts'
import type { SyncState } from './sync-store.ts'
import { type Syncs, unconfirmed } from './syncs.ts'

export function syncRoutes({ routes, services }: Registry, jobs: OpenedJobs): void {
  const { server } = services.settings

  routes.withSession(listSyncs, async ({ query: { everyone }, ...visit }) => {
    const syncs = await jobs.syncs()
    if (everyone) await requireFor('', 'admin:ListServiceAccounts', visit)
    return (await syncs.list(everyone ? undefined : await ownerOf(visit))).map((sync) => toSync(sync, syncs))
  })

  routes.withSession(listSyncKeysLeft, async ({ query: { everyone }, ...visit }) => {
    const syncs = await jobs.syncs()
    if (everyone) await requireFor('', 'admin:ListServiceAccounts', visit)
    return (await syncs.keysLeft(everyone ? undefined : await ownerOf(visit))).map(({ sync, servers }) => ({
      sync: sync.id,
      bucket: sync.spec.bucket,
      prefix: sync.spec.prefix,
      servers: [...servers],
    }))
  })

  routes.withSession(
    createSync,
    async ({ body, ...visit }) => {
      const syncs = await jobs.syncs()
      return toSync(await syncs.create(body.sync, await savingOf(body, visit)), syncs)
    },
    { isLong: true },
  )

  routes.withSession(
    changeSync,
    async ({ params: { id }, body, ...visit }) => {
      const syncs = await jobs.syncs()
      return toSync(await syncs.change(id, body.sync, await savingOf(body, visit)), syncs)
    },
    { isLong: true },
  )

  routes.withSession(
    controlSync,
    async ({ params: { id }, body, ...visit }) => {
      const syncs = await jobs.syncs()
      return toSync(await syncs.control(id, await ownerOf(visit), body), syncs)
    },
    // It waits for running steps.
    { isLong: true },
  )

  routes.withSession(
    deleteSync,
    async ({ params: { id }, ...visit }) => {
      const syncs = await jobs.syncs()
      await requireFor((await syncs.get(id)).owner, 'admin:RemoveServiceAccount', visit)
      await syncs.remove(id)
    },
    { isLong: true },
  )

  routes.withSession(listSyncRuns, async ({ params: { id }, ...visit }) => {
    const syncs = await jobs.syncs()
    return syncs.runsOf(await syncs.get(id, await ownerOf(visit))).map(toRun)
  })

  routes.withSession(getSyncReport, async ({ params: { id }, ...visit }) => {
    const syncs = await jobs.syncs()
    const [runner, owner] = [await jobs.runner(), await ownerOf(visit)]
    const job = (await runner.list()).find((one) => one.id === id)
    if (job?.sync === undefined) throw new AppError('NoSuchSync')
    await syncs.get(job.sync, owner)
    const { spec, entries, failures } = await runner.runReportOf(id)
    return {
      ...toRun(job),
      source: { server: server?.title ?? '', bucket: spec.bucket, prefix: spec.prefix },
      target: { server: job.title.server?.title ?? '', bucket: spec.target_bucket, prefix: spec.target_prefix },
      deletes: spec.deletes,
      lost: lostOf(job),
      failures: failures.map(({ recursive: _, ...failure }) => failure),
      entries,
    }
  })

  function requireFor(owner: string, action: string, visit: VisitRequest): Promise<void> {
    return requireOwner(services, { owner, action, missing: 'NoSuchSync' }, visit)
  }

  async function ownerOf({ session, storage }: StorageVisit): Promise<string> {
    return (await services.accounts.of(session, storage)).accountName
  }

  /** Takes the permission of the other server. @throws AppError CopyNotPermitted, InvalidBucketName */
  async function savingOf({ sync, token }: { sync: SyncSpec; token: string }, visit: StorageVisit) {
    const permit = services.others?.take(token)
    const isWithin =
      permit?.server === sync.server &&
      permit.bucket === sync.target_bucket &&
      sync.target_prefix.startsWith(permit.prefix)
    if (permit === undefined || !isWithin) throw new AppError('CopyNotPermitted', { server: sync.server })
    validBucketName(sync.bucket)
    return { owner: await ownerOf(visit), storage: visit.storage, permit }
  }
}

function toSync(sync: SyncState, syncs: Syncs): Sync {
  const { id, owner, spec, serverTitle, isEnabled, nextAt, createdAt } = sync
  const [last] = syncs.runsOf(sync)
  const asks = unconfirmed(sync, last)
  return {
    id,
    owner,
    ...spec,
    server_title: serverTitle,
    enabled: isEnabled,
    created: isoTime(createdAt),
    next: nextAt === 0 ? '' : isoTime(nextAt),
    ...(last && { last: toRun(last) }),
    needs_attention: isEnabled && last !== undefined && needsAttention(last),
    ...(asks && { unconfirmed: asks }),
  }
}

/** Whether a run is held, waits for something that isn't there, has stopped, or hasn't copied everything. */
function needsAttention({ status, problem, failed }: ShownJob): boolean {
  return status !== 'canceled' && (status === 'paused' || problem !== '' || failed > 0)
}

function toRun(job: ShownJob): SyncRun {
  const { id, status, position, createdAt, endedAt, done, bytes, skipped, failed, rate, problem, text } = job
  const { deleted = 0, uncompared = 0 } = job
  const { total } = totalsOf(job)
  return {
    id,
    status: status === 'preparing' ? 'queued' : status,
    phase: syncAt(position).phase,
    started: isoTime(createdAt),
    ended: endedAt === 0 ? '' : isoTime(endedAt),
    copied: done,
    bytes,
    deleted,
    skipped,
    uncompared,
    failed,
    // It can be that of the run before, and objects have arrived since.
    total: total < settledOf(job) ? 0 : total,
    rate,
    problem,
    ...(text && { text }),
  }
}
