import { AppError } from '@cooperage/contract'
import type { Registry } from '../shared/feature.ts'
import type { JobSide } from '../shared/other-servers.ts'
import { JobJournal } from './job-journal.ts'
import { JobRunner } from './job-runner.ts'
import { jobSide } from './job-side.ts'
import { kindOf } from './kinds/index.ts'
import { SyncStore } from './sync/sync-store.ts'
import { Syncs } from './sync/syncs.ts'

/** For administrators with several replicas. */
export const REPLICA_WARNING =
  'Jobs on the server are kept in the data folder, not in the database of COOPERAGE_AUDIT_STORE: each runs and is listed only at the console where it was started.'

/** Between two attempts to read what is stored. */
const RETRY_MS = 60_000

/** The jobs of a console, and its syncs. */
export interface OpenedJobs {
  /** @throws AppError NoJobs */
  runner(): Promise<JobRunner>
  /** @throws AppError NoJobs, NoOtherServers */
  syncs(): Promise<Syncs>
}

/** Continues what is stored at the start if there is anything, otherwise for the first call. */
export function openJobs({ services, log, onClose }: Registry): OpenedJobs {
  const { settings, now, store, metrics, others } = services
  let side: Promise<JobSide> | undefined
  const here = () => {
    side ??= jobSide(services)
    return side
  }
  if (settings.server !== undefined) others?.add(settings.server.name, here)
  // The console of a tenant is closed when it has no visitors.
  if (settings.tenant !== undefined) {
    const refuse = () => Promise.reject(new AppError('NoJobs'))
    return { runner: refuse, syncs: refuse }
  }
  // Only several replicas need that database.
  if (settings.auditStore instanceof URL) log.warn(REPLICA_WARNING)
  let runner: Promise<JobRunner> | undefined
  let syncs: Promise<Syncs> | undefined
  const opened: OpenedJobs = {
    runner() {
      runner ??= here().then((own) => {
        const one = new JobRunner({ journal: new JobJournal(store), kindOf, here: own, others, now, log })
        metrics.countJobs(() => one.counts())
        return one
      })
      return runner
    },
    syncs() {
      if (others === undefined) return Promise.reject(new AppError('NoOtherServers'))
      syncs ??= Promise.all([here(), opened.runner()]).then(
        ([own, one]) => new Syncs({ store: new SyncStore(store), runner: one, here: own, others, now, log }),
      )
      return syncs
    },
  }
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const load = async () => {
    try {
      await (await opened.runner()).load()
      if (others !== undefined) await (await opened.syncs()).load()
    } catch (error) {
      if (isClosed) return
      log.error({ err: error }, 'jobs on the server don’t continue yet')
      timer = setTimeout(() => void load(), RETRY_MS).unref()
    }
  }
  if (store.isCreated()) void load()
  onClose(async () => {
    isClosed = true
    clearTimeout(timer)
    await (await syncs)?.close()
    await (await runner)?.close()
  })
  return opened
}
