/** The interface of the session for other features. */
export { Banner } from './Banner.tsx'
export { rememberedUsername, rememberUsername } from './remembered-username.ts'
export { awaitSignIn } from './sign-in-channel.ts'
export { LOGIN_REFRESH_MS, ssoRedirect } from './sso-redirect.ts'
export { useTimeLeft } from './time-left.ts'
export { createUseCan, createUseDenied } from './use-can.ts'
export { useSession } from './use-session.ts'
export { type SessionWatch, useSessionWatch } from './use-session-watch.ts'
