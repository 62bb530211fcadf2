/** The zip archives of exports and imports. */
import { type ArchiveBounds, ArchiveError, MAX_ARCHIVE_FILES, readArchive, writeArchive } from '@cooperage/wire'
import type { HttpResponse } from '../http/response.ts'
import type { AdminCall } from './call.ts'
import { adminError } from './errors.ts'

const MAX_BYTES = 32 * 1024 * 1024
const BOUNDS: ArchiveBounds = { maxFiles: MAX_ARCHIVE_FILES, maxBytes: 128 * 1024 * 1024 }

/** @throws WireError InvalidRequest when an archive can't hold that many files */
export async function archiveResponse(files: ReadonlyMap<string, string>): Promise<HttpResponse> {
  try {
    return { status: 200, headers: { 'content-type': 'application/zip' }, body: await writeArchive(files) }
  } catch (cause) {
    if (!(cause instanceof ArchiveError)) throw cause
    const message = `The archive can't be exported: ${cause.message}. Export the buckets one by one.`
    throw adminError('InvalidRequest', message, { cause })
  }
}

/** The files of the archive in the body, by path. @throws WireError InvalidRequest with the reason */
export async function archiveBody({ body }: AdminCall): Promise<Map<string, Buffer>> {
  const bytes = await body(MAX_BYTES, () =>
    adminError('InvalidRequest', `The archive can't be imported: it is larger than ${MAX_BYTES} bytes.`),
  )
  try {
    return await readArchive(bytes, BOUNDS)
  } catch (cause) {
    if (!(cause instanceof ArchiveError)) throw cause
    throw adminError('InvalidRequest', `The archive can't be imported: ${cause.message}. Export it again.`, { cause })
  }
}
