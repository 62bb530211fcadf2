import * as z from 'zod/mini'
import { COMPUTATION_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { policyText } from './policies.ts'

/** The names that a policy editor suggests. They are the same for every account and constant. */
export const policyCatalogue = z.object({
  actions: z.array(
    z.object({
      name: z.string(),
      service: z.enum(['s3', 'admin', 'sts', 'kms']),
      /** The resource of the action: an object, a bucket, or none. */
      target: z.enum(['object', 'bucket', 'server']),
      /** Condition keys in addition to those of every S3 action. */
      ownKeys: z.array(z.string()),
      /** Where access that is granted without writing a policy can have it: also in folders, only in a whole bucket, or nowhere. */
      grantable: z.enum(['folder', 'bucket', 'no']),
    }),
  ),
  /** Condition keys of every S3 action; also the policy variables. */
  commonKeys: z.array(z.string()),
  conditionKeys: z.array(z.string()),
  operators: z.array(z.string()),
  /** Qualifiers that can precede an operator and a colon. */
  qualifiers: z.array(z.string()),
})
export type PolicyCatalogue = z.infer<typeof policyCatalogue>

export const getPolicyCatalogue = route('policies.catalogue', 'GET /api/v1/policy-catalogue', {
  summary: 'Lists the actions, condition keys and operators that policies can use.',
  response: policyCatalogue,
})

export const FINDING_CODES = [
  'NotJson',
  'TooLong',
  'NoVersion',
  'WrongVersion',
  'NoStatement',
  'UnknownField',
  'NoEffect',
  'BadEffect',
  'NoAction',
  'UnknownAction',
  'MixedServices',
  'NoResource',
  'BadResource',
  'OtherBucket',
  'NoPrincipal',
  'BadPrincipal',
  'UnknownOperator',
  'UnknownConditionKey',
  'AwsConditionKey',
  'BadCondition',
  'KeyNotForAction',
  'ResourceNotForAction',
  'EmptyField',
  'ExclusiveFields',
  'WrongType',
  'Refused',
  'MatchesNothing',
  'DuplicateSid',
  'PublicPrincipal',
  'PrincipalIgnored',
  'PrincipalMatchesNobody',
  'DeniesAnonymousOnly',
  'RootPower',
  'SameAsEarlier',
  'AlwaysDenied',
  'NotActionLost',
] as const

export const policyFinding = z.object({
  code: z.enum(FINDING_CODES),
  /** `error`: the server rejects the policy because of it. */
  severity: z.enum(['error', 'warning', 'info']),
  /** Position in UTF-16 code units of the text; `to` is exclusive. */
  from: z.number(),
  to: z.number(),
  /** The name concerned, the number of a statement or of bytes, or the server's error message. */
  detail: z.string(),
  /** A suggested correction; '' if no name is similar. */
  suggestion: z.string(),
})
export type PolicyFinding = z.infer<typeof policyFinding>

/** Doesn't call the storage server: predicts what it would report. */
export const checkPolicyText = route('policies.check', 'POST /api/v1/policy-check', {
  audit: 'none',
  summary: 'Checks the text of a policy and returns errors and warnings with their positions.',
  body: z.strictObject({
    policy: policyText,
    /** The bucket whose policy this is; '' for a policy of users and groups. */
    bucket: z._default(z.string().check(z.maxLength(255)), ''),
  }),
  response: z.object({ findings: z.array(policyFinding) }),
  errors: COMPUTATION_ERRORS,
})
