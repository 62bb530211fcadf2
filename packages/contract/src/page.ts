/**
 * A page opens when the account's policy could allow any of its read actions on some resource, or when it has none, and
 * if its condition is met.
 */
export interface Page {
  /** Route pattern as the session lists it (spec core-console 2, Route list). */
  path: string
  actions: readonly string[]
  /** The page needs all of its actions. */
  needsAll?: boolean
  /** `ownPassword`: the account can change its own password here (`Session.passwordChange`). */
  condition?: 'ownPassword'
}

/** What a visitor has to be allowed in the cluster to open pages of operator mode. */
export type ClusterRight = 'tenants' | 'newTenants' | 'volumes'

/** A page of operator mode; without `needs` everyone may open it. */
export interface OperatorPage {
  path: string
  needs?: ClusterRight
}
