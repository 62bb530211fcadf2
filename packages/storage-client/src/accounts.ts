/**
 * Users, groups, policies and access keys of a storage server, through the API that it has: MinIO's admin API or IAM. Both have
 * the same functions, results and error codes, which are those of the admin API.
 */
import * as adminKeys from './admin/access-keys.ts'
import * as adminPolicies from './admin/canned-policies.ts'
import * as adminGroups from './admin/groups.ts'
import * as adminEntities from './admin/policy-entities.ts'
import * as adminServiceAccounts from './admin/service-accounts.ts'
import * as adminUsers from './admin/users.ts'
import type { StorageClient } from './client.ts'
import * as iamKeys from './iam/access-keys.ts'
import * as iamGroups from './iam/groups.ts'
import * as iamPolicies from './iam/policies.ts'
import * as iamEntities from './iam/policy-entities.ts'
import { hasIam } from './iam/send-iam.ts'
import * as iamUsers from './iam/users.ts'

/** On a server with neither API, they are refused by the admin API's gate. */
const ADMIN = {
  getUser: adminUsers.getUser,
  listUsers: adminUsers.listUsers,
  putUser: adminUsers.putUser,
  setUserStatus: adminUsers.setUserStatus,
  removeUser: adminUsers.removeUser,
  getGroup: adminGroups.getGroup,
  listGroups: adminGroups.listGroups,
  attachedToGroup: adminEntities.attachedToGroup,
  createGroup: adminGroups.addGroupMembers,
  addGroupMembers: adminGroups.addGroupMembers,
  removeGroupMembers: adminGroups.removeGroupMembers,
  removeGroup: adminGroups.removeGroup,
  setGroupStatus: adminGroups.setGroupStatus,
  listCannedPolicies: adminPolicies.listCannedPolicies,
  getCannedPolicy: adminPolicies.getCannedPolicy,
  putCannedPolicy: adminPolicies.putCannedPolicy,
  removeCannedPolicy: adminPolicies.removeCannedPolicy,
  setPrincipalPolicies: adminPolicies.setPrincipalPolicies,
  policyEntities: adminEntities.policyEntities,
  listAllAccessKeys: adminKeys.listAllAccessKeys,
  listAccessKeys: adminKeys.listAccessKeys,
  getServiceAccount: adminServiceAccounts.getServiceAccount,
  addServiceAccount: adminServiceAccounts.addServiceAccount,
  changeServiceAccount: adminServiceAccounts.changeServiceAccount,
  removeServiceAccount: adminServiceAccounts.removeServiceAccount,
}

type Accounts = typeof ADMIN

const IAM: Accounts = { ...iamUsers, ...iamGroups, ...iamPolicies, ...iamEntities, ...iamKeys }

/** The function of the API that the server has. */
function through<Name extends keyof Accounts>(name: Name): Accounts[Name] {
  type Call = (client: StorageClient, ...input: unknown[]) => Promise<unknown>
  const call: Call = async (client, ...input) => {
    const accounts = (await hasIam(client)) ? IAM : ADMIN
    return await (accounts[name] as Call)(client, ...input)
  }
  return call as Accounts[Name]
}

export const getUser = through('getUser')
export const listUsers = through('listUsers')
export const putUser = through('putUser')
export const setUserStatus = through('setUserStatus')
export const removeUser = through('removeUser')
export const getGroup = through('getGroup')
export const listGroups = through('listGroups')
export const attachedToGroup = through('attachedToGroup')
export const createGroup = through('createGroup')
export const addGroupMembers = through('addGroupMembers')
export const removeGroupMembers = through('removeGroupMembers')
export const removeGroup = through('removeGroup')
export const setGroupStatus = through('setGroupStatus')
export const listCannedPolicies = through('listCannedPolicies')
export const getCannedPolicy = through('getCannedPolicy')
export const putCannedPolicy = through('putCannedPolicy')
export const removeCannedPolicy = through('removeCannedPolicy')
export const setPrincipalPolicies = through('setPrincipalPolicies')
export const policyEntities = through('policyEntities')
export const listAllAccessKeys = through('listAllAccessKeys')
export const listAccessKeys = through('listAccessKeys')
export const getServiceAccount = through('getServiceAccount')
export const addServiceAccount = through('addServiceAccount')
export const changeServiceAccount = through('changeServiceAccount')
export const removeServiceAccount = through('removeServiceAccount')
