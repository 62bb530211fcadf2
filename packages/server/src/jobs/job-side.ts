import { AppError } from '@cooperage/contract'
import { type JobAccess, type JobSide, jobAccess } from '../shared/other-servers.ts'
import type { Services } from '../shared/services.ts'

/** The storage server of a console, as its own jobs and those of other consoles use it. */
export async function jobSide({ settings, endpoint, sealerFor, sessions, now }: Services): Promise<JobSide> {
  const sealer = await sealerFor<JobAccess>('cooperage job key 1', jobAccess)
  const credentialsOf = async ({ accessKey, secretKey, session }: JobAccess) => {
    if (session === undefined) return { accessKey, secretKey }
    const { sessionToken, endsAt } = session
    // After signing out, temporary keys are revoked, which the storage server says.
    if (sessionToken !== '' && endsAt > now()) return { accessKey, secretKey, sessionToken }
    const kept = sessionToken === '' ? await sessions.keptKeysOf(session) : undefined
    if (kept === undefined) throw new AppError('SessionEnded')
    return { accessKey: kept.accessKey, secretKey: kept.secretKey }
  }
  return {
    title: settings.server?.title ?? '',
    address: endpoint.url.origin,
    seal: sealer.seal,
    open: sealer.open,
    async clientOf(access, visitor, signal) {
      return { endpoint, credentials: await credentialsOf(access), visitor, signal }
    },
    async check(access) {
      await credentialsOf(access)
    },
  }
}
