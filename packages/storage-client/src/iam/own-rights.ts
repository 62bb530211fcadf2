import type { StorageClient } from '../client.ts'
import { IamError, sendIam } from './send-iam.ts'

/** Reads of IAM, and the actions of the admin API, which pages know, that IAM has for those who may do it. */
const RIGHTS = [
  {
    read: ['ListUsers', {}],
    actions: [
      'admin:ListUsers',
      'admin:GetUser',
      'admin:CreateUser',
      'admin:DeleteUser',
      'admin:ListServiceAccounts',
      'admin:CreateServiceAccount',
      'admin:UpdateServiceAccount',
      'admin:RemoveServiceAccount',
    ],
  },
  { read: ['ListGroups', {}], actions: ['admin:ListGroups', 'admin:GetGroup', 'admin:AddUserToGroup'] },
  {
    read: ['ListPolicies', { Scope: 'Local' }],
    actions: [
      'admin:ListUserPolicies',
      'admin:GetPolicy',
      'admin:CreatePolicy',
      'admin:DeletePolicy',
      'admin:AttachUserOrGroupPolicy',
    ],
  },
] as const

/**
 * What the client’s account can do with IAM, as actions of the admin API. Which lists it may read is tried, because no call says
 * it; the server decides about everything else.
 * @throws StorageError if the server doesn't respond
 */
export async function ownIamRights(client: StorageClient): Promise<string[]> {
  const rights = await Promise.all(
    RIGHTS.map(async ({ read: [action, parameters], actions }) =>
      (await isAllowed(client, action, parameters)) ? actions : [],
    ),
  )
  return rights.flat()
}

async function isAllowed(client: StorageClient, action: string, parameters: Record<string, string>): Promise<boolean> {
  try {
    await sendIam(client, action, { ...parameters, MaxItems: '1' })
    return true
  } catch (error) {
    if (error instanceof IamError) return false
    throw error
  }
}
