/** Profiles of the server's processes, for support. */
import * as z from 'zod/mini'
import { route } from '../route.ts'

export const PROFILE_KINDS = ['cpu', 'mem', 'block', 'mutex', 'threads', 'goroutines'] as const
export type ProfileKind = (typeof PROFILE_KINDS)[number]

/** How long a server may be profiled. Nothing arrives until it ends, and Firefox gives up a response after 300 s without a byte. */
export const PROFILE_SECONDS = { min: 1, max: 240, default: 10 } as const

export const takeProfiles = route('supportTools.profiles', 'POST /api/v1/admin/profiles', {
  summary:
    'Profiles all nodes for some seconds, then downloads the profiles as a ZIP archive. It ends with the request, and ends one that runs already.',
  body: z.strictObject({
    kinds: z.array(z.enum(PROFILE_KINDS)).check(z.minLength(1), z.maxLength(PROFILE_KINDS.length)),
    seconds: z._default(
      z.int().check(z.minimum(PROFILE_SECONDS.min), z.maximum(PROFILE_SECONDS.max)),
      PROFILE_SECONDS.default,
    ),
  }),
  bytes: true,
})
