import { inspectData, MAX_SUPPORT_FILE_BYTES, takeProfiles } from '@cooperage/contract'
import { inspectFiles, takeProfiles as profile } from '@cooperage/storage-client'
import type { Registry } from '../shared/feature.ts'
import { sendFile } from '../shared/send-file.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'

/** Nothing of a file is kept, and the key in it is neither read nor logged. */
export function fileRoutes({ routes }: Registry): void {
  routes.withSession(
    inspectData,
    async ({ body, request, reply, storage }) => {
      const subject = { action: 'admin:InspectData', feature: 'downloads of its raw files' } as const
      const files = inspectFiles(storage, { ...body, maxBytes: MAX_SUPPORT_FILE_BYTES })
      const bytes = await withStorageErrors(subject, files)
      return await sendFile(request, reply, { name: 'inspect-data.enc', type: 'application/octet-stream', bytes })
    },
    { isLong: true },
  )

  routes.withSession(
    takeProfiles,
    async ({ body: { kinds, seconds }, request, reply, storage }) => {
      const subject = { action: 'admin:Profiling', feature: 'profiles of its processes' } as const
      const profiles = profile(storage, { kinds: [...new Set(kinds)], seconds, maxBytes: MAX_SUPPORT_FILE_BYTES })
      const bytes = await withStorageErrors(subject, profiles)
      return await sendFile(request, reply, { name: 'profiles.zip', type: 'application/zip', bytes })
    },
    { isLong: true },
  )
}
