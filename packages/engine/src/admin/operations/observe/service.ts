import { jsonAnswer } from '../../../http/answer.ts'
import { s3Error } from '../../../s3/errors.ts'
import type { AdminOperation } from '../../call.ts'
import { adminError } from '../../errors.ts'

const PERMISSIONS = { restart: 'admin:ServiceRestart', stop: 'admin:ServiceStop' } as const

/** Restarts or stops the engine, in the old form and in that of 2024 (`type=2`), which tells about each server. */
export const service: AdminOperation = async ({ engine, query, allows }) => {
  const action = query.get('action') ?? ''
  if (action === 'freeze' || action === 'unfreeze') {
    throw s3Error('NotImplemented', `${action} is not implemented by this server.`)
  }
  if (action !== 'restart' && action !== 'stop') throw adminError('MalformedPOSTRequest')
  if (!allows(PERMISSIONS[action])) throw s3Error('AccessDenied')
  const dryRun = query.get('dry-run') === 'true'
  const isV2 = query.get('type') === '2'
  if (!(isV2 && dryRun)) engine.control(action)
  if (!isV2) return { status: 200 }
  return jsonAnswer({ action, dryRun, results: [{ host: engine.endpoint }] })
}
