import { WireError } from '@cooperage/wire'

/** Errors specific to the admin API. All others are those of S3. */
const CATALOGUE = {
  InvalidArgument: [400, 'No token revoke type specified and one could not be inferred from the request'],
  InvalidRequest: [400, 'Invalid Request'],
  MalformedPOSTRequest: [400, 'The body of your POST request is not well-formed multipart/form-data.'],
  XMinioAdminConfigBadJSON: [400, 'JSON configuration provided is of incorrect format'],
  XMinioAdminConfigIDPCfgNameAlreadyExists: [400, 'An IDP configuration with the given name already exists'],
  XMinioAdminConfigIDPCfgNameDoesNotExist: [400, 'No such IDP configuration exists'],
  XMinioAdminConfigInvalidIDPType: [400, 'Invalid IDP configuration type - must be one of [ldap openid]'],
  XMinioAdminConfigLDAPNonDefaultConfigName: [
    400,
    'Only a single LDAP configuration is supported - config name must be empty or `_`',
  ],
  XMinioAdminConfigLDAPValidation: [400, 'LDAP Configuration validation failed'],
  XMinioAdminConfigTooLarge: [400, 'Configuration data provided exceeds the allowed maximum of 262272 bytes'],
  XMinioAdminNoSuchConfigTarget: [400, 'No such named configuration target exists'],
  XMinioAdminVersionMismatch: [426, "This 'admin' API is not supported by server in 'mode-server-xl-single'"],
  XMinioIAMActionNotAllowed: [403, 'Specified IAM action is not allowed'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export function adminError(code: keyof typeof CATALOGUE, message?: string, options?: ErrorOptions): WireError {
  const [status, general] = CATALOGUE[code]
  return new WireError(code, status, message ?? general, options)
}
