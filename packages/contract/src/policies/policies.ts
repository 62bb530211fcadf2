import * as z from 'zod/mini'
import { rule } from '../input-texts.ts'
import { route } from '../route.ts'
import { isTooDeep } from './policy-text.ts'

/** A policy of the server (spec core-console 3): its name, and its JSON text with lists sorted. */
export const policy = z.object({ name: z.string(), policy: z.string() })
export type Policy = z.infer<typeof policy>

/** Maximum number of policies in a list to attach from (spec core-console 9). */
export const POLICY_LIST_LIMIT = 1000

/** Maximum size of a policy that servers accept, in bytes. */
export const MAX_POLICY_BYTES = 20 * 1024

/** The JSON text of a policy that may be indented. */
export const policyText = z.string().check(
  z.maxLength(4 * MAX_POLICY_BYTES),
  z.refine((text) => !isTooDeep(text), rule('nesting')),
)

/** Whether a name is that of an inline policy, on a server with IAM: `user:anna/extra` belongs to the user anna. */
export function isInlinePolicy(name: string): boolean {
  return /^(user|group):/.test(name)
}

/** Whether a name is that of a managed policy of AWS, on a server with IAM: nobody can change it. */
export function isPolicyOfAws(name: string): boolean {
  return name.startsWith('aws:')
}

const policyName = z.string().check(z.minLength(1), z.maxLength(1024))

export const policyParams = z.strictObject({ name: policyName })

export const listPolicies = route('policies.list', 'GET /api/v1/policies', {
  summary: 'Lists the policies that can be attached to users and groups, by name.',
  query: z.strictObject({ limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1))) }),
  /** `total` is the number of all policies, regardless of the limit. */
  response: z.object({ policies: z.array(policy), total: z.number() }),
})

/** How many policies a summary can have. */
export const POLICY_SUMMARY_LIMIT = 50

/** What a policy is by its name. `granted`: access that was granted without writing a policy. */
export const POLICY_KINDS = ['own', 'builtIn', 'granted', 'inline', 'ofAws'] as const

const policySummary = z.object({
  name: z.string(),
  kind: z.enum(POLICY_KINDS),
  /** Numbers of users and groups that it is attached to. */
  users: z.number(),
  groups: z.number(),
})
export type PolicySummary = z.infer<typeof policySummary>

export const summarized = z.strictObject({ names: z.array(policyName).check(z.maxLength(POLICY_SUMMARY_LIMIT)) })

/** For the visible rows of a list, because servers report attachments policy by policy. */
export const summarizePolicies = route('policies.summarize', 'POST /api/v1/policies/summaries', {
  audit: 'none',
  summary: 'Returns for several policies what they are, and to how many users and groups they are attached.',
  body: summarized,
  response: z.object({ policies: z.array(policySummary) }),
  status: 200,
})

/** They are many, so the list of policies has only those that are attached. */
export const listPoliciesOfAws = route('policies.ofAws', 'GET /api/v1/policies-of-aws', {
  summary: 'Lists the names of the managed policies of AWS, which can be attached on a server with IAM.',
  response: z.array(z.string()),
})

/** A policy with its details. */
export const policyDetails = z.object({
  name: z.string(),
  policy: z.string(),
  /** Whether it is a built-in policy, which can't be permanently deleted. */
  isBuiltIn: z.boolean(),
  /** When it was last saved, ISO 8601; '' if the server doesn't report it, as for unchanged built-in policies. */
  updatedAt: z.string(),
})
export type PolicyDetails = z.infer<typeof policyDetails>

export const getPolicy = route('policies.get', 'GET /api/v1/policy', {
  summary: 'Returns one policy.',
  query: z.strictObject({ name: policyName }),
  response: policyDetails,
  errors: ['NoSuchPolicy'],
})

/**
 * Creates or replaces a policy. With `replaces` the call fails unless that is the stored policy; '' means that none exists.
 * Policies are compared by meaning, not by formatting.
 */
export const savePolicy = route('policies.save', 'POST /api/v1/policies', {
  summary: 'Creates a policy, or replaces the policy of that name.',
  body: z.strictObject({
    name: z.string().check(z.maxLength(1024)),
    policy: policyText,
    replaces: z.optional(policyText),
  }),
  response: policy,
  status: 201,
  errors: ['InvalidPolicy', 'InvalidPolicyName', 'NoSuchPolicy', 'PolicyExists', 'PolicyChanged', 'PolicyOfAws'],
})

export const deletePolicy = route('policies.delete', 'DELETE /api/v1/policy', {
  summary: "Deletes a policy that isn't attached to any user or group.",
  query: z.strictObject({ name: policyName }),
  errors: ['NoSuchPolicy', 'PolicyInUse', 'BuiltInPolicy', 'PolicyOfAws'],
})

export const listPolicyUsers = route('policies.users', 'GET /api/v1/policies/:name/users', {
  summary: 'Lists the users that a policy is attached to directly, not through a group.',
  params: policyParams,
  response: z.array(z.string()),
})

export const listPolicyGroups = route('policies.groups', 'GET /api/v1/policies/:name/groups', {
  summary: 'Lists the groups that a policy is attached to.',
  params: policyParams,
  response: z.array(z.string()),
})
