import type { AdminRoute } from '../call.ts'
import { accountInfo } from '../operations/iam/account-info.ts'
import {
  addCannedPolicy,
  infoCannedPolicy,
  listCannedPolicies,
  removeCannedPolicy,
} from '../operations/iam/canned-policies.ts'
import { exportIam } from '../operations/iam/export-iam.ts'
import { getGroup, listGroups, setGroupStatus, updateGroupMembers } from '../operations/iam/groups.ts'
import {
  addIdpConfig,
  deleteIdpConfig,
  getIdpConfig,
  listIdpConfig,
  updateIdpConfig,
} from '../operations/iam/idp-config.ts'
import { importIamV1, importIamV2 } from '../operations/iam/import-iam.ts'
import { infoAccessKey } from '../operations/iam/info-access-key.ts'
import { listLdapAccessKeys, listLdapAccessKeysBulk } from '../operations/iam/ldap-access-keys.ts'
import { listAccessKeysBulk } from '../operations/iam/list-access-keys-bulk.ts'
import { listAccessKeysOpenIdBulk } from '../operations/iam/list-access-keys-openid-bulk.ts'
import { listLdapPolicyEntities, listPolicyEntities } from '../operations/iam/list-policy-entities.ts'
import {
  setUserOrGroupPolicy,
  updateLdapPolicyAssociation,
  updatePolicyAssociation,
} from '../operations/iam/policy-attachments.ts'
import { revokeTokens } from '../operations/iam/revoke-tokens.ts'
import {
  addServiceAccount,
  addServiceAccountLdap,
  deleteServiceAccount,
  infoServiceAccount,
  listServiceAccounts,
  updateServiceAccount,
} from '../operations/iam/service-accounts.ts'
import { temporaryAccountInfo } from '../operations/iam/temporary-account-info.ts'
import { addUser, getUserInfo, listUsers, removeUser, setUserStatus } from '../operations/iam/users.ts'
/** Users, groups, policies and access keys. */
export const IAM_ROUTES: readonly AdminRoute[] = [
  ['AccountInfo', 'GET accountinfo', null, accountInfo],

  ['AddUser', 'PUT add-user?accessKey', null, addUser],
  ['RemoveUser', 'DELETE remove-user?accessKey', 'admin:DeleteUser', removeUser],
  ['ListUsers', 'GET list-users', 'admin:ListUsers', listUsers],
  ['GetUserInfo', 'GET user-info?accessKey', null, getUserInfo],
  ['SetUserStatus', 'PUT set-user-status?accessKey&status', 'admin:EnableUser', setUserStatus],

  ['UpdateGroupMembers', 'PUT update-group-members', 'admin:AddUserToGroup', updateGroupMembers],
  ['GetGroup', 'GET group?group', 'admin:GetGroup', getGroup],
  ['ListGroups', 'GET groups', 'admin:ListGroups', listGroups],
  ['SetGroupStatus', 'PUT set-group-status?group&status', 'admin:EnableGroup', setGroupStatus],

  ['AddCannedPolicy', 'PUT add-canned-policy?name', 'admin:CreatePolicy', addCannedPolicy],
  ['RemoveCannedPolicy', 'DELETE remove-canned-policy?name', 'admin:DeletePolicy', removeCannedPolicy],
  ['ListCannedPolicies', 'GET list-canned-policies', 'admin:ListUserPolicies', listCannedPolicies],
  ['InfoCannedPolicy', 'GET info-canned-policy?name', 'admin:GetPolicy', infoCannedPolicy],
  [
    'SetPolicyForUserOrGroup',
    'PUT set-user-or-group-policy?policyName&userOrGroup&isGroup',
    'admin:AttachUserOrGroupPolicy',
    setUserOrGroupPolicy,
  ],
  ['AttachDetachPolicy', 'POST idp/builtin/policy/{operation}', null, updatePolicyAssociation],
  ['ListPolicyEntities', 'GET idp/builtin/policy-entities', null, listPolicyEntities],

  ['AddServiceAccount', 'PUT add-service-account', null, addServiceAccount],
  ['UpdateServiceAccount', 'POST update-service-account?accessKey', null, updateServiceAccount],
  ['DeleteServiceAccount', 'DELETE delete-service-account?accessKey', null, deleteServiceAccount],
  ['ListServiceAccounts', 'GET list-service-accounts', null, listServiceAccounts],
  ['InfoServiceAccount', 'GET info-service-account?accessKey', null, infoServiceAccount],
  ['ListAccessKeysBulk', 'GET list-access-keys-bulk?listType', null, listAccessKeysBulk],
  ['ListAccessKeysOpenIDBulk', 'GET idp/openid/list-access-keys-bulk?listType', null, listAccessKeysOpenIdBulk],
  ['InfoAccessKey', 'GET info-access-key?accessKey', null, infoAccessKey],
  ['TemporaryAccountInfo', 'GET temporary-account-info?accessKey', null, temporaryAccountInfo],
  ['RevokeTokens', 'POST revoke-tokens/{provider}', null, revokeTokens],

  ['ExportIAM', 'GET export-iam', 'admin:ExportIAM', exportIam],
  ['ImportIAM', 'PUT import-iam', 'admin:ImportIAM', importIamV1],
  ['ImportIAMV2', 'PUT import-iam-v2', 'admin:ImportIAM', importIamV2],

  ['ListIdentityProviderCfg', 'GET idp-config/{type}', 'admin:ConfigUpdate', listIdpConfig],
  ['GetIdentityProviderCfg', 'GET idp-config/{type}/{name}', 'admin:ConfigUpdate', getIdpConfig],
  ['AddIdentityProviderCfg', 'PUT idp-config/{type}/{name}', 'admin:ConfigUpdate', addIdpConfig],
  ['UpdateIdentityProviderCfg', 'POST idp-config/{type}/{name}', 'admin:ConfigUpdate', updateIdpConfig],
  ['DeleteIdentityProviderCfg', 'DELETE idp-config/{type}/{name}', 'admin:ConfigUpdate', deleteIdpConfig],

  [
    'AttachDetachPolicyLDAP',
    'POST idp/ldap/policy/{operation}',
    'admin:UpdatePolicyAssociation',
    updateLdapPolicyAssociation,
  ],
  ['ListLDAPPolicyEntities', 'GET idp/ldap/policy-entities', null, listLdapPolicyEntities],
  ['AddServiceAccountLDAP', 'PUT idp/ldap/add-service-account', null, addServiceAccountLdap],
  ['ListAccessKeysLDAP', 'GET idp/ldap/list-access-keys?userDN&listType', null, listLdapAccessKeys],
  ['ListAccessKeysLDAPBulk', 'GET idp/ldap/list-access-keys-bulk?listType', null, listLdapAccessKeysBulk],
]
