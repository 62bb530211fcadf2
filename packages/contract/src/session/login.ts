import * as z from 'zod/mini'
import { STORAGE_ADDRESS_ERRORS } from '../declared-errors.ts'
import { LOGIN_BODY_LIMIT, route } from '../route.ts'
import { factorRequest } from '../second-factor/index.ts'

export const loginStrategy = z.enum(['form', 'redirect', 'service-account'])
export type LoginStrategy = z.infer<typeof loginStrategy>

/** An identity provider to sign in with. */
export const loginProvider = z.object({
  id: z.string(),
  name: z.string(),
  /** Where the browser signs in; valid for ten minutes. May contain `[HOSTNAME]`. Empty if there is a problem. */
  redirect: z.string(),
  /** Why the provider can't be used now, or ''. */
  problem: z.string(),
})
export type LoginProvider = z.infer<typeof loginProvider>

/**
 * How visitors sign in to this console (spec core-console 2, Login screen). `redirect` is the address of the first provider,
 * and empty unless the strategy is `redirect`.
 */
export const getLoginStrategy = route('session.loginStrategy', 'GET /api/v1/login', {
  summary: 'Returns which sign-in form to show.',
  auth: 'none',
  response: z.object({
    loginStrategy,
    redirect: z.string(),
    providers: z.array(loginProvider),
    /** Whether an access key also signs in. */
    acceptsAccessKey: z.boolean(),
    /** Whether a token of the Kubernetes cluster also signs in. */
    acceptsClusterToken: z.boolean(),
    /** Name of the tokens that also sign in (AssumeRoleWithCustomToken), or ''. */
    customToken: z.string(),
    /** Whether an admin token of Garage also signs in. */
    acceptsGarageToken: z.boolean(),
    /** Whether users of the LDAP directory of the storage server also sign in. */
    acceptsLdap: z.boolean(),
    /** Title of the storage server, if there are several at this address; otherwise ''. */
    server: z.string(),
  }),
})

/**
 * Signs in with an access key, or with a user name of the LDAP directory in its place. The session is sent in an HttpOnly cookie; `sessionId` is a public identifier that grants
 * nothing. An account that has a second factor, or needs one, gets `SecondFactorNeeded` or `SecondFactorMissing` instead, and a
 * cookie with which `session.loginSecondFactor` continues.
 */
export const login = route('session.login', 'POST /api/v1/login', {
  audit: 'sign-in',
  summary: 'Signs in with an access key and its secret key, or with LDAP.',
  auth: 'none',
  bodyLimit: LOGIN_BODY_LIMIT,
  body: z.strictObject({
    accessKey: z.string().check(z.minLength(1), z.maxLength(1024)),
    secretKey: z.string().check(z.minLength(1), z.maxLength(1024)),
    /** `ldap`: these are a user name and a password of the directory. */
    way: z._default(z.enum(['accessKey', 'ldap']), 'accessKey'),
    /** Whether the session that the browser has, of another account, ends once this one has begun. */
    replaces: z._default(z.boolean(), false),
  }),
  response: z.object({ sessionId: z.string() }),
  status: 201,
  refusal: z.partial(factorRequest),
  errors: [
    'InvalidLogin',
    'InvalidEngineLogin',
    'InvalidLdapLogin',
    'ServiceAccountLogin',
    'KeysNotKept',
    'RoleRefused',
    'ConsoleStoreUnavailable',
    'NoPolicy',
    'NoPolicyInLdap',
    'LdapUnavailable',
    'LoginNotOffered',
    'SecondFactorNeeded',
    'SecondFactorMissing',
    'SecondFactorRefused',
    'SessionTooLarge',
    'TooManyRequests',
    ...STORAGE_ADDRESS_ERRORS,
  ],
})

/**
 * Completes the sign-in at an identity provider with the parameters that it added to the callback address. The browser must
 * be the one that began it, at most ten minutes ago.
 */
export const loginOpenId = route('session.loginOpenId', 'POST /api/v1/login/oauth2/auth', {
  audit: 'sign-in',
  summary: 'Signs in with the authorization code of an identity provider.',
  auth: 'none',
  bodyLimit: LOGIN_BODY_LIMIT,
  body: z.strictObject({
    code: z.string().check(z.minLength(1), z.maxLength(8192)),
    state: z.string().check(z.minLength(1), z.maxLength(8192)),
    /** Issuer, if the provider adds it (RFC 9207). */
    iss: z.optional(z.string().check(z.maxLength(2048))),
  }),
  response: z.object({ sessionId: z.string() }),
  status: 201,
  errors: [
    'LoginExpired',
    'ProviderRejected',
    'ProviderUnreachable',
    'ProviderUntrusted',
    'IdentityRejected',
    'NoPolicyForIdentity',
    'NoPolicy',
    'LoginNotOffered',
    'SessionTooLarge',
    'IssuerNotAccepted',
    ...STORAGE_ADDRESS_ERRORS,
  ],
})

/** Signs in with a token that the identity plugin of the storage server accepts, if the settings name its role. */
export const loginCustomToken = route('session.loginCustomToken', 'POST /api/v1/login/token', {
  audit: 'sign-in',
  summary: 'Signs in with a token that the identity plugin of the storage server accepts.',
  auth: 'none',
  bodyLimit: LOGIN_BODY_LIMIT,
  body: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(32_768)) }),
  response: z.object({ sessionId: z.string() }),
  status: 201,
  errors: [
    'TokenRejected',
    'NoPolicy',
    'LoginNotOffered',
    'SessionTooLarge',
    'TooManyRequests',
    ...STORAGE_ADDRESS_ERRORS,
  ],
})

/** Signs in with an admin token of Garage, if the settings name the address of its admin API. */
export const loginGarage = route('session.loginGarage', 'POST /api/v1/login/garage', {
  audit: 'sign-in',
  summary: 'Signs in with an admin token of Garage.',
  auth: 'none',
  bodyLimit: LOGIN_BODY_LIMIT,
  body: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(1024)) }),
  response: z.object({ sessionId: z.string() }),
  status: 201,
  errors: [
    'GarageTokenRejected',
    'GarageScopeEmpty',
    'GarageUnreachable',
    'KeysNotKept',
    'ConsoleStoreUnavailable',
    'LoginNotOffered',
    'SessionTooLarge',
    'TooManyRequests',
  ],
})

/** Signs in with a Kubernetes service account token (spec core-console 7); fails unless that strategy is configured. */
export const loginOperator = route('session.loginOperator', 'POST /api/v1/login/operator', {
  audit: 'sign-in',
  summary: 'Signs in with a service account token.',
  auth: 'none',
  bodyLimit: LOGIN_BODY_LIMIT,
  body: z.strictObject({ jwt: z.string().check(z.minLength(1), z.maxLength(32_768)) }),
  response: z.object({ sessionId: z.string() }),
  status: 201,
  errors: [
    'LoginNotOffered',
    'InvalidToken',
    'SessionTooLarge',
    'TooManyRequests',
    'ClusterUnreachable',
    'ClusterUntrusted',
    'ClusterTimeout',
    'ClusterError',
  ],
})

/**
 * Ends the session: removes the cookie and revokes its keys on the storage server. Also succeeds without a session. `redirect`
 * is where the browser also signs out of the identity provider, or ''.
 */
export const logout = route('session.logout', 'POST /api/v1/logout', {
  audit: 'sign-out',
  summary: 'Signs out and revokes the session on the storage server.',
  auth: 'none',
  response: z.object({ redirect: z.string() }),
})
