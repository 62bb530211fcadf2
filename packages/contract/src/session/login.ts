import * as z from 'zod/mini'
import { LOGIN_BODY_LIMIT, route } from '../route.ts'

export const loginStrategy = z.enum(['form', 'redirect', 'service-account'])
export type LoginStrategy = z.infer<typeof loginStrategy>

/**
 * How visitors sign in to this console (spec core-console 2, Login screen). `redirect` is empty unless the strategy is
 * `redirect`.
 */
export const getLoginStrategy = route({
  id: 'session.loginStrategy',
  method: 'GET',
  path: '/api/v1/login',
  summary: 'Returns which sign-in form to show.',
  auth: 'none',
  response: z.object({ loginStrategy, redirect: z.string() }),
})

/**
 * Signs in with an access key. The session is sent in an HttpOnly cookie; `sessionId` is a public identifier that grants
 * nothing.
 */
export const login = route({
  id: 'session.login',
  method: 'POST',
  path: '/api/v1/login',
  summary: 'Signs in with an access key and its secret key.',
  auth: 'none',
  bodyLimit: LOGIN_BODY_LIMIT,
  body: z.strictObject({
    accessKey: z.string().check(z.minLength(1), z.maxLength(1024)),
    secretKey: z.string().check(z.minLength(1), z.maxLength(1024)),
  }),
  response: z.object({ sessionId: z.string() }),
  status: 201,
  errors: ['InvalidLogin', 'ServiceAccountLogin', 'NoPolicy', 'LoginNotOffered', 'TooManyRequests'],
})

/** Signs in with a Kubernetes service account token (spec core-console 7); fails unless that strategy is configured. */
export const loginOperator = route({
  id: 'session.loginOperator',
  method: 'POST',
  path: '/api/v1/login/operator',
  summary: 'Signs in with a service account token.',
  auth: 'none',
  bodyLimit: LOGIN_BODY_LIMIT,
  body: z.strictObject({ jwt: z.string().check(z.minLength(1), z.maxLength(32_768)) }),
  response: z.object({ sessionId: z.string() }),
  status: 201,
  errors: ['LoginNotOffered'],
})

/** Ends the session: removes the cookie and revokes its keys on the storage server. Also succeeds without a session. */
export const logout = route({
  id: 'session.logout',
  method: 'POST',
  administrative: false,
  path: '/api/v1/logout',
  summary: 'Signs out and revokes the session on the storage server.',
  auth: 'none',
})
