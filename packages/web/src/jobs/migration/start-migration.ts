import { createJobToServer, permitCopies, type ServerJob, type Taken } from '@cooperage/contract'
import { serverBase } from '../../navigation/server-paths.ts'
import { call, callAt } from '../../shared/api/call.ts'

export interface NewMigration {
  server: string
  bucket: string
  target: string
  taken: Taken
  /** Versions and delete markers, 0 if they aren't counted. */
  expected: number
}

/** Starts the migration of one bucket: the target's console permits it in the visitor's session there. @throws ApiError */
export async function startMigration({ server, bucket, target, taken, expected }: NewMigration): Promise<ServerJob> {
  const permit = { bucket: target, creates: true }
  const { token } = await callAt(serverBase(server), permitCopies, { body: permit }, AbortSignal.timeout(30_000))
  const job = { kind: 'migrate' as const, bucket, server, target_bucket: target, ...taken, expected }
  return await call(createJobToServer, { body: { job, token } })
}
