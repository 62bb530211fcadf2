import type { StorageClient } from '@cooperage/storage-client'
import { accountPermissions } from '@cooperage/wire/policy'
import type { Services } from '../../shared/services.ts'
import type { Session } from '../../shared/session/sealed-session.ts'

export const METRICS_ACTION = 'admin:Prometheus'

/** The console reads metrics with its own token, so it checks access itself, by the visitor's current policy. */
export async function mayReadMetrics(
  { accounts }: Services,
  session: Session,
  storage: StorageClient,
): Promise<boolean> {
  return accountPermissions(await accounts.of(session, storage)).couldAllow([METRICS_ACTION])
}
