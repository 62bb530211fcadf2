import { jsonResponse } from '../../../http/response.ts'
import { s3Error } from '../../../s3/errors.ts'
import type { AdminOperation } from '../../call.ts'
import { adminError } from '../../errors.ts'
import type { AdminServices } from '../../services.ts'

const PERMISSIONS: ReadonlyMap<string, string> = new Map([
  ['restart', 'admin:ServiceRestart'],
  ['stop', 'admin:ServiceStop'],
  ['freeze', 'admin:ServiceFreeze'],
  ['unfreeze', 'admin:ServiceFreeze'],
])

/**
 * Restarts or stops the engine, or freezes and unfreezes S3 requests. Supports the original version of the call and that of
 * 2024 (`type=2`), which reports a result for each server.
 */
export const service: AdminOperation = async ({ engine, query, allows }) => {
  const action = query.get('action') ?? ''
  const permission = PERMISSIONS.get(action)
  if (permission === undefined) throw adminError('MalformedPOSTRequest')
  if (!allows(permission)) throw s3Error('AccessDenied')
  const dryRun = query.get('dry-run') === 'true'
  const isV2 = query.get('type') === '2'
  if (!(isV2 && dryRun)) execute(engine, action)
  if (!isV2) return { status: 200 }
  const endsServer = action === 'restart' || action === 'stop'
  return jsonResponse({ action, dryRun, results: endsServer ? [{ host: engine.endpoint }] : [] })
}

function execute(engine: AdminServices, action: string): void {
  if (action === 'freeze') engine.admission.freeze()
  else if (action === 'unfreeze') engine.admission.unfreeze()
  else engine.control(action === 'stop' ? 'stop' : 'restart')
}
