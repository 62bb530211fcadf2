/** Tests of how fast the storage server is, and the earlier ones to compare with. */
import { randomUUID } from 'node:crypto'
import {
  AppError,
  listSpeedTests,
  runSpeedTest,
  SPEED_TEST_ACTIONS,
  type SpeedMeasured,
  type SpeedRun,
  type SpeedTest,
} from '@cooperage/contract'
import { type StorageClient, serverInfo } from '@cooperage/storage-client'
import type { Registry } from '../shared/feature.ts'
import { requirePermission } from '../shared/session/require-permission.ts'
import { longestMs } from './longest.ts'
import { measure, optionsOf } from './measure.ts'
import { SpeedRuns } from './speed-runs.ts'

export function speedTestRoutes({ routes, sockets, services, log }: Registry): void {
  const { accounts, endpoint, now } = services
  const runs = new SpeedRuns(services)
  let isRunning = false

  routes.withSession(listSpeedTests, async ({ query: { kind }, ...visit }) => {
    await requirePermission(SPEED_TEST_ACTIONS[kind], visit, services)
    const [kept, offered] = await Promise.all([runs.of(kind), offeredBy(visit.storage, kind)])
    return { runs: kept, host: endpoint.url.host, offered }
  })

  sockets.withSession(runSpeedTest, async function* ({ query, signal, ...visit }) {
    const { session, storage } = visit
    // A visitor who can't test keeps nobody from it.
    await requirePermission(SPEED_TEST_ACTIONS[query.kind], visit, services)
    if (isRunning) throw new AppError('SpeedTestRunning')
    isRunning = true
    const late = AbortSignal.timeout(longestMs(query))
    const ending = new AbortController()
    const began = now()
    const [started, clock] = [new Date(began).toISOString(), performance.now()]
    const secondsSince = () => (performance.now() - clock) / 1000
    let measured: SpeedMeasured | null = null
    let sentPlaces = 0
    const message = () => {
      const unsent = measured && { ...measured, places: measured.places.slice(sentPlaces) }
      if (query.kind === 'drive') sentPlaces = measured?.places.length ?? 0
      return { started, at: secondsSince(), measured: unsent, run: null, isKept: false }
    }
    try {
      // Before the test: afterwards, the server may still be busy.
      const account = await accounts.nameOf(session, storage)
      const client = { ...storage, signal: AbortSignal.any([signal, late, ending.signal]) }
      for await (measured of measure(client, query)) yield message()
      if (measured === null) throw new AppError('SpeedTestFailed')
      const run: SpeedRun = {
        id: randomUUID(),
        kind: query.kind,
        started,
        seconds: secondsSince(),
        account,
        options: optionsOf(query),
        measured,
      }
      yield { ...message(), measured: null, run, isKept: await isKept(run) }
    } finally {
      // The storage server ends a test when nobody reads its results.
      ending.abort()
      isRunning = false
    }
  })

  /** What can't be kept was measured nevertheless. */
  async function isKept(run: SpeedRun): Promise<boolean> {
    try {
      await runs.add(run)
      return true
    } catch (error) {
      log.warn({ err: error }, 'a speed test can’t be kept')
      return false
    }
  }
}

/** As far as it is known before a test. */
async function offeredBy(storage: StorageClient, kind: SpeedTest): Promise<'yes' | 'no' | 'oneNode'> {
  if (kind === 'object') return (await storage.endpoint.profile()).product === 'Cooperage' ? 'no' : 'yes'
  if (kind !== 'network') return 'yes'
  try {
    return (await serverInfo(storage)).servers.length === 1 ? 'oneNode' : 'yes'
  } catch {
    // The visitor may have no permission for this; the test says what it lacks.
    return 'yes'
  }
}
