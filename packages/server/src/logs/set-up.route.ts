import { AppError, reasonText, setUpLogStore } from '@cooperage/contract'
import { configHelp, StorageError, setConfig } from '@cooperage/storage-client'
import type { Registry } from '../shared/feature.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { INGEST_PATH } from './ingest.ts'

/** The webhook that sends the audit log here: `audit_webhook:cooperage`. */
const SECTION = 'audit_webhook'
const TARGET = 'cooperage'
/** Entries per delivery, if the server supports it: single entries are several times slower, and a busy server would drop some. */
const BATCH = { batch_size: '100' }

/** Changes the configuration of the storage server with the visitor's permissions. */
export function setUpRoute({ routes, services: { auditArchive } }: Registry): void {
  routes.withSession(setUpLogStore, async ({ body, storage }) => {
    if (auditArchive === undefined) throw new AppError('NoAuditStore')
    const endpoint = endpointOf(body.url)
    const explained = <T>(call: Promise<T>) => withStorageErrors({ action: 'admin:ConfigUpdate' }, call)
    const { keys } = await explained(configHelp(storage, SECTION))
    const batch = keys.some(({ key }) => key in BATCH) ? BATCH : {}
    const values = { enable: 'on', endpoint, auth_token: `Bearer ${auditArchive.token}`, ...batch }
    await explained(setConfig(storage, SECTION, TARGET, values)).catch((error: unknown) => {
      const cause = error instanceof AppError ? error.cause : undefined
      if (!(cause instanceof StorageError) || cause.code !== 'XMinioConfigError') throw error
      const reason = reasonText('addressUnusable')
      throw new AppError('InvalidConfiguration', { reason }, { cause, detailedMessage: cause.message })
    })
  })
}

/** @throws AppError InvalidInput */
function endpointOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isAddress =
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    `${url.username}${url.password}${url.search}${url.hash}` === ''
  if (!isAddress) {
    throw new AppError('InvalidInput', {
      reason: reasonText('urlIsHttp'),
    })
  }
  return `${url.origin}${url.pathname.replace(/\/$/, '')}${INGEST_PATH}`
}
