/** The identity providers of the storage server, and the policies of users and groups of its LDAP directory. */
import * as z from 'zod/mini'
import { route } from '../route.ts'
import { failureText } from '../text.ts'

export const PROVIDER_TYPES = ['openid', 'ldap'] as const
export type ProviderType = (typeof PROVIDER_TYPES)[number]

/** Name of the unnamed provider, the only one of LDAP. */
export const DEFAULT_PROVIDER = '_'

/** The keys that can be set, as the storage server names them. */
export const PROVIDER_KEYS = {
  openid: ['display_name', 'config_url', 'client_id', 'client_secret', 'claim_name', 'role_policy', 'scopes'],
  ldap: [
    'server_addr',
    'srv_record_name',
    'server_insecure',
    'server_starttls',
    'tls_skip_verify',
    'lookup_bind_dn',
    'lookup_bind_password',
    'user_dn_search_base_dn',
    'user_dn_search_filter',
    'user_dn_attributes',
    'group_search_base_dn',
    'group_search_filter',
  ],
} as const satisfies Record<ProviderType, readonly string[]>

/** Keys whose values the storage server never returns. */
export const SECRET_PROVIDER_KEYS: ReadonlySet<string> = new Set(['client_secret', 'lookup_bind_password'])

const providerType = z.enum(PROVIDER_TYPES)
const providerName = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/))
const value = z.strictObject({ key: z.string().check(z.maxLength(64)), value: z.string().check(z.maxLength(4096)) })
const values = z.array(value).check(z.maxLength(32))

export const identityProvider = z.object({
  type: providerType,
  /** `_` for the unnamed one. */
  name: z.string(),
  enabled: z.boolean(),
  /** Role that clients name to sign in, if the provider has role policies; otherwise ''. */
  roleArn: z.string(),
  values: z.array(z.object({ key: z.string(), value: z.string(), fromEnvironment: z.boolean() })),
})
export type IdentityProvider = z.infer<typeof identityProvider>

export const listIdentityProviders = route('identityProviders.list', 'GET /api/v1/identity-providers', {
  summary: 'Lists the OpenID and LDAP configurations of the storage server, without secrets.',
  response: z.object({ providers: z.array(identityProvider) }),
})

const providerParams = z.strictObject({ type: providerType, name: providerName })
const PROVIDER_ERRORS = ['InvalidConfiguration', 'NoSuchIdentityProvider'] as const

/** Takes effect after a restart of the storage server, which connects to the provider first. */
export const addIdentityProvider = route('identityProviders.add', 'POST /api/v1/identity-providers/:type/:name', {
  summary: 'Adds an OpenID or LDAP configuration to the storage server.',
  params: providerParams,
  body: z.strictObject({ values }),
  errors: [...PROVIDER_ERRORS, 'IdentityProviderExists'],
})

/** Absent keys keep their values, including secrets. */
export const updateIdentityProvider = route('identityProviders.update', 'PUT /api/v1/identity-providers/:type/:name', {
  summary: 'Changes an OpenID or LDAP configuration of the storage server, or enables or disables it.',
  params: providerParams,
  body: z.strictObject({ values, enabled: z._default(z.boolean(), true) }),
  errors: PROVIDER_ERRORS,
})

export const deleteIdentityProvider = route(
  'identityProviders.delete',
  'DELETE /api/v1/identity-providers/:type/:name',
  {
    summary: 'Deletes an OpenID or LDAP configuration of the storage server.',
    params: providerParams,
    errors: PROVIDER_ERRORS,
  },
)

/** The console itself connects to the provider, for at most ten seconds; nothing is saved. */
export const testIdentityProvider = route('identityProviders.test', 'POST /api/v1/identity-provider-test', {
  audit: 'test',
  summary: 'Tests the settings of an identity provider: discovery for OpenID, a bind and searches for LDAP.',
  body: z.strictObject({ type: providerType, values }),
  response: z.object({
    works: z.boolean(),
    /** What failed, and why; '' if it works. */
    problem: z.string(),
    /** What to do about it; '' if it works. */
    suggestion: z.string(),
    /** Both, in one. */
    text: failureText,
  }),
  errors: ['InvalidConfiguration', 'RemoteAddressRefused'],
})
export type ProviderTest = z.infer<NonNullable<(typeof testIdentityProvider)['response']>>

/** Users and groups of the directory that have policies. */
export const listLdapPolicies = route('identityProviders.ldapPolicies', 'GET /api/v1/ldap-policies', {
  summary: 'Lists the policies that are attached to users and groups of the LDAP directory.',
  response: z.object({
    /** Whether the storage server gets its users from LDAP. */
    enabled: z.boolean(),
    attachments: z.array(z.object({ kind: z.enum(['user', 'group']), name: z.string(), policy: z.string() })),
  }),
})

export const changeLdapPolicies = route('identityProviders.changeLdapPolicies', 'POST /api/v1/ldap-policies', {
  summary: 'Attaches policies to a user or group of the LDAP directory, or detaches them.',
  body: z.strictObject({
    operation: z.enum(['attach', 'detach']),
    kind: z.enum(['user', 'group']),
    /** Distinguished name; for a user also the user name. */
    name: z.string().check(z.minLength(1), z.maxLength(1024)),
    policies: z.array(z.string().check(z.minLength(1), z.maxLength(1024))).check(z.minLength(1), z.maxLength(100)),
  }),
  response: z.object({ changed: z.array(z.string()) }),
  errors: ['NoSuchLdapEntry', 'NoSuchPolicy', 'LdapPoliciesUnchanged', 'LdapUnavailable'],
})
