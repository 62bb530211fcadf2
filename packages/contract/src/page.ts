/** A page opens when the account's policy could allow any of its read actions on some resource, or when it needs none. */
export interface Page {
  /** Route pattern as the session lists it (spec core-console 2, Route list). */
  path: string
  actions: readonly string[]
}
