/** The sizes and counts of a full run. */
export const SCALE = {
  keys: 100_000,
  manyKeys: 1_000_000,
  minioKeys: 100_000,
  versions: 100_000,
  buckets: 1_000,
  scrolled: 10_000,
  users: 10_000,
  auditEntries: 1_000_000,
  loggedRequests: 10_000_000,
  largeMib: 1024,
  files: 200,
  smallFiles: 10_000,
  archived: 1_000,
  moved: 100_000,
  calls: 500,
  logins: 50,
  loginsAtOnce: 640,
} as const

/** Rows that the page of a folder requests at first, and afterwards. */
export const FIRST_PAGE_ROWS = 200
export const PAGE_ROWS = 1000

/** A tenth in a quick run. */
export function scaled(full: number, { quick }: { quick: boolean }): number {
  return quick ? Math.ceil(full / 10) : full
}
