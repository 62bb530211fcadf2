/** Condition keys that occur in AWS's examples of policies for S3, and that MinIO rejects. */
import { keyName } from './condition-keys.ts'

const AWS_CONDITION_KEYS: ReadonlySet<string> = new Set(
  [
    'aws:CalledVia',
    'aws:FederatedProvider',
    'aws:MultiFactorAuthAge',
    'aws:MultiFactorAuthPresent',
    'aws:PrincipalAccount',
    'aws:PrincipalArn',
    'aws:PrincipalIsAWSService',
    'aws:PrincipalOrgID',
    'aws:PrincipalOrgPaths',
    'aws:PrincipalServiceName',
    'aws:PrincipalServiceNamesList',
    'aws:PrincipalTag',
    'aws:RequestedRegion',
    'aws:RequestTag',
    'aws:ResourceAccount',
    'aws:ResourceOrgID',
    'aws:ResourceTag',
    'aws:SourceAccount',
    'aws:SourceArn',
    'aws:SourceOrgID',
    'aws:SourceVpc',
    'aws:SourceVpce',
    'aws:TagKeys',
    'aws:TokenIssueTime',
    'aws:ViaAWSService',
    'aws:VpcSourceIp',
    's3:AccessPointNetworkOrigin',
    's3:DataAccessPointAccount',
    's3:DataAccessPointArn',
    's3:ResourceAccount',
    's3:TlsVersion',
    's3:x-amz-acl',
    's3:x-amz-grant-full-control',
    's3:x-amz-grant-read',
    's3:x-amz-grant-read-acp',
    's3:x-amz-grant-write',
    's3:x-amz-grant-write-acp',
  ].map((name) => name.toLowerCase()),
)

/** In AWS, names of keys are case-insensitive. */
export function isAwsConditionKey(key: string): boolean {
  return AWS_CONDITION_KEYS.has(keyName(key).toLowerCase())
}
