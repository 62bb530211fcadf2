import { AppError, placeText, taskOf } from '@cooperage/contract'
import type { StorageClient } from '@cooperage/storage-client'
import { accountPermissions } from '@cooperage/wire/policy'
import type { Services } from '../../shared/services.ts'
import type { Session } from '../../shared/session/sealed-session.ts'

const METRICS_ACTION = 'admin:Prometheus'

/** The console reads metrics with its own token, so it checks access itself, by the visitor's current policy. */
export async function mayReadMetrics(
  { accounts }: Services,
  session: Session,
  storage: StorageClient,
): Promise<boolean> {
  return accountPermissions(await accounts.of(session, storage)).couldAllow([METRICS_ACTION])
}

/** What a visitor gets who may not. */
export function metricsDenied(): AppError {
  const task = taskOf(METRICS_ACTION)
  return new AppError('AccessDenied', { action: METRICS_ACTION, task, resource: placeText('server') })
}
