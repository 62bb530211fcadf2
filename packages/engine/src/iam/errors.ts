/** Errors of accounts, with the codes and messages of MinIO's admin API, some of which repeat themselves. */
import { WireError } from '@cooperage/wire'

const CATALOGUE = {
  ActionNotAllowed: [403, 'XMinioIAMActionNotAllowed', 'Specified IAM action is not allowed'],
  AccessKeyInvalid: [
    400,
    'XMinioAdminInvalidAccessKey',
    'The access key is invalid. (access key length should be between 3 and 20)',
  ],
  AccessKeyMissing: [
    400,
    'XMinioAdminNoAccessKey',
    'No access key was provided. (access key must be specified if secret key is specified)',
  ],
  AccessKeyReserved: [
    400,
    'XMinioAdminInvalidAccessKey',
    "The access key is invalid. (access key contains one of reserved characters '=' or ',')",
  ],
  AttachingNothing: [
    400,
    'XMinioAdminPolicyChangeAlreadyApplied',
    'The specified policy change is already in effect. (Specified policy update has no net effect)',
  ],
  GroupNameReserved: [
    400,
    'XMinioInvalidGroupName',
    "The group name is invalid. (Group name contains reserved characters '=' or ',')",
  ],
  GroupNotEmpty: [
    400,
    'XMinioAdminGroupNotEmpty',
    'The specified group is not empty - cannot remove it. (Specified group is not empty - cannot remove it)',
  ],
  InvalidArgument: [400, 'XMinioAdminInvalidArgument', 'Invalid arguments specified. (Invalid arguments specified)'],
  NameInvalid: [
    400,
    'XMinioInvalidResource',
    'Policy, user or group names are not allowed to begin or end with space characters',
  ],
  NameTooLong: [400, 'XMinioInvalidObjectName', 'Object name contains unsupported characters.'],
  NoSuchAccessKey: [404, 'XMinioAdminNoSuchAccessKey', 'The specified access key does not exist.'],
  NoSuchGroup: [404, 'XMinioAdminNoSuchGroup', 'The specified group does not exist. (Specified group does not exist)'],
  NoSuchPolicy: [
    404,
    'XMinioAdminNoSuchPolicy',
    'The canned policy does not exist. (Specified canned policy does not exist)',
  ],
  NoSuchServiceAccount: [
    404,
    'XMinioInvalidIAMCredentials',
    'The specified service account is not found (Specified service account does not exist)',
  ],
  NoSuchUser: [404, 'XMinioAdminNoSuchUser', 'The specified user does not exist. (Specified user does not exist)'],
  OnePolicyOnly: [400, 'XMinioAdminInvalidRequest', 'Only a single policy may be specified here.'],
  PolicyInUse: [400, 'XMinioIAMPolicyInUse', 'The policy cannot be removed, as it is in use'],
  PolicyNameInvalid: [400, 'PolicyInvalidName', 'Policy name may not contain comma'],
  RootAccessKey: [403, 'XMinioInvalidIAMCredentials', 'Credential is not allowed to be same as admin access key'],
  SecretKeyInvalid: [
    400,
    'XMinioAdminInvalidSecretKey',
    'The secret key is invalid. (secret key length should be between 8 and 40)',
  ],
  SecretKeyMissing: [
    400,
    'XMinioAdminNoSecretKey',
    'No secret key was provided. (secret key must be specified if access key is specified)',
  ],
  ServiceAccountNotAllowed: [
    400,
    'XMinioIAMServiceAccountNotAllowed',
    'Specified service account action is not allowed',
  ],
  /** MinIO has no such limit; the code is IAM's. */
  TooManySessions: [
    409,
    'LimitExceeded',
    'This account has too many temporary credentials that have not expired. Revoke some, or wait until they expire.',
  ],
  /** MinIO's response to some invalid requests, with the reason in parentheses. */
  Unclassified: [500, 'InternalError', 'We encountered an internal error, please try again.'],
} as const satisfies Record<string, readonly [status: number, code: string, message: string]>

type IamErrorCode = keyof typeof CATALOGUE

export function iamError(name: IamErrorCode, message?: string, options?: ErrorOptions): WireError {
  const [status, code, general] = CATALOGUE[name]
  return new WireError(code, status, message ?? general, options)
}

/** An invalid request for which the protocol has no error code. */
export function unclassified(reason: string): WireError {
  return iamError('Unclassified', `We encountered an internal error, please try again. (${reason})`)
}
