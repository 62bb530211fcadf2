/** Healing of erasure-coded data. */
import { AppError, type BackgroundHeal, getBackgroundHeal, type HealProgress, watchHeal } from '@cooperage/contract'
import {
  backgroundHeal,
  type StorageClient,
  StorageError,
  serverInfo,
  startHeal,
  stopHeal,
} from '@cooperage/storage-client'
import { noteForAudit } from '../shared/audit-trail.ts'
import type { Registry } from '../shared/feature.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { HealRuns } from './heal-runs.ts'

/** What all calls of healing concern, for their error messages. */
const HEAL_SUBJECT = { action: 'admin:Heal', feature: 'healing, which needs several drives' } as const

export function healView({ sockets }: Registry): void {
  const runs = new HealRuns()
  sockets.withSession(watchHeal, async function* ({ params: { bucket }, query, request, session, storage, signal }) {
    const target = { bucket, prefix: query.prefix }
    const explained = <T>(call: Promise<T>) => withStorageErrors(HEAL_SUBJECT, call)
    if (query['force-stop'] === 'true') return await explained(stopHeal(storage, target))

    let { token } = query
    if (token === '') {
      const settings = {
        ...target,
        isRecursive: query.recursive === 'true',
        isDeep: query.scan === 'deep',
        isForced: query['force-start'] === 'true',
      }
      token = await explained(startHeal(storage, settings))
      runs.begin(token)
      runs.isNewTo(session.id, token)
    } else {
      // A view connects again after each interruption.
      noteForAudit(request, { isLeftOut: !runs.isNewTo(session.id, token) })
    }
    const steps = runs.follow({ session: session.id, storage, target, token }, signal)
    let last: HealProgress | undefined
    try {
      for await (const { progress, status } of steps) {
        if (status.startedAt === 0) {
          // The server discards a stopped heal immediately, and a completed one after some minutes.
          if (last === undefined) throw new AppError('NoSuchHeal')
          yield { ...last, summary: 'stopped' as const, itemsHealthStatus: [] }
          return
        }
        last = progress
        yield progress
        if (status.summary === 'stopped') throw failureOf(status.detail, bucket)
      }
    } catch (error) {
      await explained(Promise.reject(error))
    }
  })
}

/** The server's message names places in its source code, so it isn't forwarded. */
function failureOf(detail: string, bucket: string): AppError {
  return /volume not found/i.test(detail) ? new AppError('NoSuchBucket', { bucket }) : new AppError('HealStopped')
}

export function backgroundRoutes({ routes }: Registry): void {
  routes.withSession(getBackgroundHeal, ({ storage }) => {
    const healing = backgroundHeal(storage).catch(async (error: unknown) => await withoutNodes(storage, error))
    return withStorageErrors(HEAL_SUBJECT, healing)
  })
}

/**
 * MinIO fails to collect its healing while all nodes of an erasure set are gone. What is gone it still says, to whoever may read
 * it. @throws the error otherwise
 */
async function withoutNodes(storage: StorageClient, error: unknown): Promise<BackgroundHeal> {
  if (!(error instanceof StorageError) || error.status < 500) throw error
  const { servers } = await serverInfo(storage).catch(() => ({ servers: [] }))
  const offlineNodes = servers.filter(({ state }) => state !== 'online').map(({ endpoint }) => endpoint)
  if (offlineNodes.length === 0) throw error
  const drives = servers.flatMap((server) => server.drives)
  const failedDrives = drives
    .filter(({ state, isHealing }) => state !== 'ok' && !isHealing)
    .map(({ endpoint, path, state }) => ({ endpoint: endpoint || path, path, state }))
  return { itemsScanned: null, waiting: null, offlineNodes, drives: [], failedDrives }
}
