import { AppError, exportIam, importIam, placeText, previewIamImport, taskOf } from '@cooperage/contract'
import { exportIamArchive, offersLdap, type StorageClient } from '@cooperage/storage-client'
import { accountPermissions } from '@cooperage/wire/policy'
import type { RunComputation } from '../shared/computations/computations.ts'
import type { ImportInput } from '../shared/computations/iam-import/import-steps.ts'
import { sendWritten } from '../shared/computations/written-response.ts'
import type { Registry } from '../shared/feature.ts'
import { createKeyedMutex } from '../shared/keyed-mutex.ts'
import { sendFile } from '../shared/send-file.ts'
import type { Session } from '../shared/session/sealed-session.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { applyImport, readPresent } from './apply-import.ts'
import { readBackupForm } from './read-backup-form.ts'

export function iamBackupRoutes({ routes, services: { accounts, computations, now } }: Registry): void {
  // Whole archives are held in memory, and an import must not change what another one compares.
  const exclusively = createKeyedMutex()

  routes.withSession(
    exportIam,
    async ({ request, reply, storage }) => {
      const subject = { action: 'admin:ExportIAM', feature: 'IAM export' as const }
      const archive = await withStorageErrors(subject, exportIamArchive(storage))
      const name = `iam-backup-${new Date(now()).toISOString().slice(0, 10)}.zip`
      return await sendFile(request, reply, { name, type: 'application/zip', bytes: archive })
    },
    { isLong: true },
  )

  routes.withSession(
    previewIamImport,
    async ({ request, reply, session, storage }) => {
      await requirePermissions(session, storage, ['admin:ExportIAM'])
      const form = await readBackupForm(request, reply)
      return await exclusively('', async () => {
        const input = await inputOf(session, storage, form.archive)
        return sendWritten(reply, await computations.run(session.id, 'iamPreview', input))
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
        const input = await inputOf(session, storage, form.archive)
        const run: RunComputation = (name, ...args) => computations.run(session.id, name, ...args)
        const outcome = await applyImport(storage, run, input, form.fingerprint).finally(() => accounts.forget(session))
        if (!outcome.isComplete) request.failure = 'StorageError'
        return sendWritten(reply, outcome)
      })
    },
    { isLong: true },
  )

  /** Refuses a visitor without permission before an archive is read; the storage server authorizes the calls. */
  async function requirePermissions(session: Session, storage: StorageClient, actions: readonly string[]) {
    const permissions = accountPermissions(await accounts.of(session, storage))
    const action = actions.find((one) => !permissions.couldAllow([one]))
    if (action !== undefined) {
      throw new AppError('AccessDenied', { action, task: taskOf(action), resource: placeText('server') })
    }
  }

  async function inputOf(session: Session, storage: StorageClient, backup: Uint8Array): Promise<ImportInput> {
    const [present, { accountName }, hasLdap] = await Promise.all([
      readPresent(storage),
      accounts.of(session, storage),
      withStorageErrors({}, offersLdap(storage)),
    ])
    return { backup, present, context: { account: accountName, hasLdap, now: now() } }
  }
}
