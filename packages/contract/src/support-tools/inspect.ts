/** The raw files of an object on all drives, for support. */
import * as z from 'zod/mini'
import { route } from '../route.ts'

/** How a download begins: this byte, then the key that decrypts the rest. */
export const INSPECT_FORMAT = 1
export const INSPECT_KEY_BYTES = 32

/** Larger downloads break off: a browser holds them until they are complete. */
export const MAX_SUPPORT_FILE_BYTES = 1024 * 1024 * 1024

/** Servers refuse these. */
const RELATIVE = /(^|\/)\.{1,2}(\/|$)/

/** Whether a server accepts it as a path: neither empty nor relative. */
export function isInspectPath(path: string): boolean {
  return path !== '' && path.length <= 4_096 && !RELATIVE.test(path) && !path.includes('\0')
}

export const inspectData = route('supportTools.inspect', 'POST /api/v1/admin/inspect', {
  summary:
    'Downloads raw files of all drives: a byte 1, the 32 bytes of the key, and a ZIP archive that is encrypted with it. Without any match, the archive has none of them.',
  body: z.strictObject({
    /** A bucket, or the folder `.minio.sys` of the server itself. */
    bucket: z
      .string()
      .check(z.minLength(1), z.maxLength(255), z.regex(/^[a-z0-9.][a-zA-Z0-9._-]*$/), z.refine(isInspectPath)),
    /** Of files in it, with `*` and `**`: `photos/a.jpg/xl.meta`. */
    path: z.string().check(z.refine(isInspectPath)),
  }),
  bytes: true,
  audit: 'export',
})
