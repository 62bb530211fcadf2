import { createHash } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError, exportIam, type IamPlanEntry, importIam, previewIamImport, taskOf } from '@cooperage/contract'
import { exportIamArchive, offersLdap, type StorageClient } from '@cooperage/storage-client'
import { accountPermissions } from '@cooperage/wire/policy'
import { attachment } from '../shared/content-disposition.ts'
import type { Registry } from '../shared/feature.ts'
import { createKeyedMutex } from '../shared/keyed-mutex.ts'
import type { Session } from '../shared/session/sealed-session.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { applyImport } from './apply-import.ts'
import { planImport } from './compare.ts'
import { type IamEntities, readIamEntities } from './iam-entities.ts'
import { readBackupForm } from './read-backup-form.ts'
import { readPresent } from './read-present.ts'

interface PlannedImport {
  plan: IamPlanEntry[]
  backup: IamEntities
}

export function iamBackupRoutes({ routes, services: { accounts, now } }: Registry): void {
  // Whole archives are held in memory, and an import must not change what another one compares.
  const exclusively = createKeyedMutex()

  routes.withSession(
    exportIam,
    async ({ request, reply, storage }) => {
      const subject = { action: 'admin:ExportIAM', feature: 'IAM export' }
      const archive = await withStorageErrors(subject, exportIamArchive(storage))
      reply.code(200).headers({
        'content-type': 'application/zip',
        'content-disposition': attachment(`iam-backup-${new Date(now()).toISOString().slice(0, 10)}.zip`),
        'cache-control': 'no-store',
      })
      reply.hijack()
      reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders)
      await pipeline(Readable.from(archive, { objectMode: false }), reply.raw).catch((error) => {
        // The headers are already sent: only an aborted transfer shows that the archive is incomplete.
        request.log.warn({ cause: String(error) }, 'IAM export was interrupted')
      })
      return reply
    },
    { isLong: true },
  )

  routes.withSession(
    previewIamImport,
    async ({ request, reply, session, storage }) => {
      await requirePermissions(session, storage, ['admin:ExportIAM'])
      const form = await readBackupForm(request, reply)
      return await exclusively('', async () => {
        const { plan } = await planOf(session, storage, form.archive)
        return { entries: plan, fingerprint: fingerprintOf(plan) }
      })
    },
    { isLong: true },
  )

  routes.withSession(
    importIam,
    async ({ request, reply, session, storage }) => {
      await requirePermissions(session, storage, ['admin:ImportIAM', 'admin:ExportIAM'])
      const form = await readBackupForm(request, reply)
      return await exclusively('', async () => {
        const { plan, backup } = await planOf(session, storage, form.archive)
        if (form.fingerprint !== '' && form.fingerprint !== fingerprintOf(plan)) throw new AppError('IamBackupOutdated')
        const result = await applyImport(storage, plan, backup).finally(() => accounts.forget(session))
        const isComplete = result.entries.every(({ outcome }) => outcome === 'done' || outcome === 'skipped')
        if (!isComplete || result.stopped !== '') request.failure = 'StorageError'
        return result
      })
    },
    { isLong: true },
  )

  /** Refuses a visitor without permission before an archive is read; the storage server authorizes the calls. */
  async function requirePermissions(session: Session, storage: StorageClient, actions: readonly string[]) {
    const permissions = accountPermissions(await accounts.of(session, storage))
    const action = actions.find((one) => !permissions.couldAllow([one]))
    if (action !== undefined) {
      throw new AppError('AccessDenied', { action, task: taskOf(action), resource: 'this server' })
    }
  }

  async function planOf(session: Session, storage: StorageClient, archive: Buffer): Promise<PlannedImport> {
    const backup = await readIamEntities(archive)
    const [present, { accountName }, hasLdap] = await Promise.all([
      readPresent(storage),
      accounts.of(session, storage),
      withStorageErrors({}, offersLdap(storage)),
    ])
    return { plan: planImport(backup, present, { account: accountName, hasLdap, now: now() }), backup }
  }
}

/** Identifies the changes of a plan, so that an import makes only those that were previewed. */
function fingerprintOf(plan: readonly IamPlanEntry[]): string {
  return createHash('sha256').update(JSON.stringify(plan)).digest('base64url')
}
