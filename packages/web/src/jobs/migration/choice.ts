import type { Taken } from '@cooperage/contract'

/** What is migrated, and where to. */
export interface Choice {
  /** The name of the target server, '' before it is chosen. */
  server: string
  buckets: ReadonlySet<string>
  taken: Taken
}

export const FIRST_CHOICE: Choice = {
  server: '',
  buckets: new Set(),
  taken: { settings: true, versions: true, locks: true },
}
