import { GARAGE_FEATURE, IAM_FEATURE } from '@cooperage/contract'

/** Actions of MinIO's admin API whose counterpart in IAM has another name. */
const IN_IAM: Readonly<Record<string, string>> = {
  'admin:AttachUserOrGroupPolicy': 'iam:AttachUserPolicy',
  'admin:CreateServiceAccount': 'iam:CreateAccessKey',
  'admin:ListServiceAccounts': 'iam:ListAccessKeys',
  'admin:ListUserPolicies': 'iam:ListPolicies',
  'admin:RemoveServiceAccount': 'iam:DeleteAccessKey',
  'admin:UpdateServiceAccount': 'iam:UpdateAccessKey',
}

/** Actions that the scope of an admin token of Garage stands for. */
const IN_GARAGE: Readonly<Record<string, string>> = {
  'admin:GetBucketQuota': 'garage:GetBucketInfo',
  'admin:SetBucketQuota': 'garage:UpdateBucket',
  's3:CreateBucket': 'garage:CreateBucket',
  's3:DeleteBucket': 'garage:DeleteBucket',
}

/** What the storage server calls an action that pages check, by the features of the session. */
export function actionName(action: string, features: readonly string[]): string {
  if (features.includes(GARAGE_FEATURE)) return IN_GARAGE[action] ?? action
  if (features.includes(IAM_FEATURE)) return IN_IAM[action] ?? action.replace(/^admin:/, 'iam:')
  return action
}
