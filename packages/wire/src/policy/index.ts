/**
 * Policies of IAM and of buckets: parsing, checking, evaluating, simulating, and finding what they expose. Pure functions:
 * nothing here calls a storage server.
 */
export {
  type AccessGrant,
  accessGrantsIn,
  GRANTED_ACCESS,
  grantPolicyName,
  grantPolicyOwner,
  isGrantable,
  type NumberedGrant,
  withAccessGrants,
} from './access-grants.ts'
export { type AccountPermissions, accountPermissions } from './account-permissions.ts'
export { POLICY_ACTIONS, type PolicyService } from './actions.ts'
export {
  ADMINISTRATION_AREAS,
  type AdministrationArea,
  type AdministrationGrant,
  type AdministrationLevel,
} from './administration.ts'
export { type AnonymousRule, anonymousRulesOf, policyWithAnonymousRules } from './anonymous-rules.ts'
export type { AttachedPolicy } from './attached-policy.ts'
export {
  type AuthorizationRequest,
  authorize,
  type NamedPolicy,
  type PolicySource,
  type Rights,
  type Verdict,
} from './authorize.ts'
export { type BucketAccess, bucketAccessOf, publicBucketPolicy } from './bucket-access.ts'
export { CANNED_POLICIES } from './canned.ts'
export { actionTarget, BUILT_IN_POLICIES, isAction, policyCatalogue } from './catalogue.ts'
export { type CheckedPolicy, checkPolicy, type PolicyUse } from './check-policy.ts'
export { conditionKeysOf } from './condition-keys.ts'
export { couldAllow, type PossibilityQuery } from './could-allow.ts'
export { ARN_PREFIXES, type Condition, type JsonPolicy, type Policy, parsePolicy, type Statement } from './document.ts'
export {
  type EffectivePermissions,
  type EffectiveStatement,
  effectivePermissions,
  type StatementReference,
} from './effective-permissions.ts'
export { concernsAction, type Decision, type Mismatch, type PolicyRequest } from './evaluate.ts'
export {
  type FullAccessGrant,
  fullAccessGrants,
  type Grant,
  type PublicGrant,
  publicGrants,
  type QuotedCondition,
  type QuotedStatement,
} from './exposure.ts'
export type { FindingCode, PolicyFinding, PolicyRole } from './finding.ts'
export { policyFindings } from './findings.ts'
export type { FullAccessScope } from './full-access.ts'
export { type KeyPermissions, type KeyResource, keyPermissions } from './key-permissions.ts'
export { type NamedFolder, namedFolders } from './named-folders.ts'
export { type PermissionChange, permissionChange } from './permission-change.ts'
export {
  PLACE_KINDS,
  PLACE_LIMITS,
  type PlaceAccess,
  type PlaceKind,
  type PlaceLimit,
  type PlaceOutcome,
  type PlacePolicy,
  type PlacePrincipal,
  placeAccess,
} from './place-access.ts'
export type { Place } from './place-reach.ts'
export type { PublicResource } from './public-statements.ts'
export { type ConditionCaller, type ConditionSource, headerContext, requestContext } from './request-context.ts'
export {
  type SimulatedRequest,
  type SimulatedStatement,
  type Simulation,
  simulate,
} from './simulator.ts'
export type { RequestContext } from './variables.ts'
export { matchesWildcard } from './wildcard.ts'
