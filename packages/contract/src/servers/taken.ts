import * as z from 'zod/mini'

/** What another storage server may not keep of an object. */
export const LOSSES = ['tags', 'metadata', 'lock', 'encryption', 'storageClass'] as const
export type Loss = (typeof LOSSES)[number]

/** What a migration takes along besides the objects. */
export const taken = {
  settings: z.boolean(),
  /** All versions and delete markers in their order; otherwise the current objects. */
  versions: z.boolean(),
  /** Object lock, with retention and legal holds. */
  locks: z.boolean(),
}
export interface Taken {
  settings: boolean
  versions: boolean
  locks: boolean
}
