/** Groups of built-in users. */
import * as z from 'zod/mini'
import { route } from '../route.ts'
import { userName, userSource, userStatus } from '../users/index.ts'

const groupName = z.string().check(z.minLength(1), z.maxLength(1024))
const members = z.array(userName).check(z.maxLength(10_000))
const byName = z.strictObject({ name: groupName })

/** A group (spec identity-and-settings 3). */
export const group = z.object({
  name: z.string(),
  status: userStatus,
  /** Access keys of its users, sorted. */
  members: z.array(z.string()),
  /** Names of the attached policies, joined with commas, even while the group is disabled. */
  policy: z.string(),
  /** False for a disabled group whose attached policies the server doesn't report; `policy` is empty then. */
  isPolicyKnown: z.boolean(),
  /** When the group last changed, ISO 8601; '' if the server doesn't report it. */
  updatedAt: z.string(),
})
export type Group = z.infer<typeof group>

export const listGroups = route('groups.list', 'GET /api/v1/groups', {
  summary: 'Lists the names of all groups, sorted.',
  response: z.object({ groups: z.array(z.string()), total: z.number(), source: userSource }),
})

/** Maximum number of groups per call. */
export const GROUP_SUMMARY_LIMIT = 50

/** What a list shows of a group. */
export const groupSummary = z.object({
  ...group.shape,
  /** Number of its users. */
  members: z.number(),
})
export type GroupSummary = z.infer<typeof groupSummary>

/** For the visible rows of a list, because servers list only names. Groups that no longer exist are left out. */
export const summarizeGroups = route('groups.summarize', 'POST /api/v1/groups/summaries', {
  audit: 'none',
  summary: 'Returns the status, policies and number of members of several groups.',
  body: z.strictObject({ groups: z.array(groupName).check(z.maxLength(GROUP_SUMMARY_LIMIT)) }),
  response: z.object({ groups: z.array(groupSummary) }),
  status: 200,
})

export const createGroup = route('groups.create', 'POST /api/v1/groups', {
  summary: 'Creates a group with members.',
  body: z.strictObject({ group: z.string().check(z.maxLength(1024)), members: z._default(members, []) }),
  status: 201,
  errors: ['InvalidGroupName', 'GroupExists', 'NoSuchUser', 'NotAUser'],
})

export const getGroup = route('groups.get', 'GET /api/v1/group', {
  summary: 'Returns one group with its members.',
  query: byName,
  response: group,
  errors: ['NoSuchGroup'],
})

/**
 * Sets the members, then the status. The first failure ends the call; `detailedMessage` lists what was saved before it. An
 * empty list removes all members, but keeps the group.
 */
export const updateGroup = route('groups.update', 'PUT /api/v1/group', {
  summary: 'Sets the members and the status of a group.',
  query: byName,
  body: z.strictObject({
    // The specification has clients repeat the name in the body (identity-and-settings 7).
    group: z.optional(z.string()),
    members,
    status: userStatus,
  }),
  response: group,
  errors: ['NoSuchGroup', 'NoSuchUser', 'NotAUser'],
})

export const deleteGroup = route('groups.delete', 'DELETE /api/v1/group', {
  summary: 'Deletes a group without members.',
  query: byName,
  errors: ['NoSuchGroup', 'GroupNotEmpty'],
})
