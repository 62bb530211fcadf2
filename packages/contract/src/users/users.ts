import * as z from 'zod/mini'
import { route } from '../route.ts'

/** Minimum length of an access key that storage servers accept. */
export const MIN_ACCESS_KEY_LENGTH = 3

/** The name of an existing user. The storage server decides which names new users may have. */
export const userName = z.string().check(z.minLength(1), z.maxLength(1024))
const groupNames = z.array(z.string().check(z.minLength(1), z.maxLength(1024))).check(z.maxLength(1000))
const secretKey = z.string().check(z.maxLength(1024))
const byName = z.strictObject({ name: userName })

export const userStatus = z.enum(['enabled', 'disabled'])
export type UserStatus = z.infer<typeof userStatus>

/** A built-in user (spec identity-and-settings 3). */
export const user = z.object({
  accessKey: z.string(),
  status: userStatus,
  /** Names of its groups, sorted. */
  memberOf: z.array(z.string()),
  /** Names of the directly attached policies, without those of its groups. */
  policy: z.array(z.string()),
  /** When its policies were last attached or detached, ISO 8601; '' if they never were. Servers don't report other changes. */
  updatedAt: z.string(),
})
export type User = z.infer<typeof user>

/** Where the storage server gets its users from. With LDAP it lists those that have policies, and has no groups itself. */
export const userSource = z.enum(['builtIn', 'ldap'])
export type UserSource = z.infer<typeof userSource>

export const userDetails = z.extend(user, { source: userSource })
export type UserDetails = z.infer<typeof userDetails>

export const listUsers = route('users.list', 'GET /api/v1/users', {
  summary: 'Lists the built-in users, sorted by access key. Root is not among them.',
  response: z.object({ users: z.array(user), source: userSource }),
})

/** Fails if the name is taken, because storage servers would replace the secret key of the existing user. */
export const createUser = route('users.create', 'POST /api/v1/users', {
  summary: 'Creates a user and adds it to groups.',
  body: z.strictObject({
    accessKey: z.string().check(z.maxLength(1024)),
    secretKey,
    groups: z._default(groupNames, []),
  }),
  response: user,
  status: 201,
  errors: ['InvalidAccessKey', 'InvalidSecretKey', 'ReservedAccessKey', 'UserExists', 'NoSuchGroup'],
})

export const getUser = route('users.get', 'GET /api/v1/user', {
  summary: 'Returns one user.',
  query: byName,
  response: userDetails,
  errors: ['NoSuchUser'],
})

/**
 * Sets the status, then adds and removes groups. Without `groups` they stay as they are, so that a change of the status can't
 * undo what someone else does to them. The first failure ends the call; `detailedMessage` lists what was saved before it.
 */
export const updateUser = route('users.update', 'PUT /api/v1/user', {
  summary: 'Enables or disables a user and sets its groups.',
  query: byName,
  body: z.strictObject({ status: userStatus, groups: z.optional(groupNames) }),
  response: user,
  errors: ['NoSuchUser', 'NoSuchGroup', 'OwnUser'],
})

/** Access keys of the user are deleted as well. */
export const deleteUser = route('users.delete', 'DELETE /api/v1/user', {
  summary: 'Deletes a user and its access keys.',
  query: byName,
  // The specification has clients repeat the name in the body (identity-and-settings 7).
  body: z.optional(z.strictObject({ id: z.optional(z.string()) })),
  errors: ['NoSuchUser', 'OwnUser'],
})

/** Adds to the groups; removes from none. The first failure ends the call; `detailedMessage` lists what was saved before it. */
export const addUsersToGroups = route('users.addToGroups', 'PUT /api/v1/users-groups-bulk', {
  summary: 'Adds several users to several groups.',
  body: z.strictObject({
    groups: groupNames.check(z.minLength(1)),
    users: z.array(userName).check(z.minLength(1), z.maxLength(5_000)),
  }),
  status: 200,
  errors: ['NoSuchUser', 'NoSuchGroup', 'NotAUser'],
})

/** Keeps the status, policies and groups of the user. Fails for an unknown user, whom storage servers would create. */
export const changeUserPassword = route('users.changePassword', 'POST /api/v1/account/change-user-password', {
  summary: 'Sets the secret key of a user.',
  body: z.strictObject({ selectedUser: userName, newSecretKey: secretKey }),
  status: 201,
  errors: ['NoSuchUser', 'InvalidSecretKey', 'OwnUser'],
})
