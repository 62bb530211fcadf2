import type { Feature } from '../shared/feature.ts'

/** The interface of the session for other features. */
export { Banner } from './Banner.tsx'
export { rememberedUsername, rememberUsername } from './remembered-username.ts'
export { awaitSignIn } from './sign-in-channel.ts'
export { LOGIN_REFRESH_MS, ssoRedirect } from './sso-redirect.ts'
export { TokenField } from './TokenField.tsx'
export { useTimeLeft } from './time-left.ts'
export { useAccountLanguage } from './use-account-language.ts'
export { createUseCan, createUseDenied, usePermissions } from './use-can.ts'
export { useHasAdmin, useHasGarage, useHasIam, useSession } from './use-session.ts'
export { type SessionWatch, useSessionWatch } from './use-session-watch.ts'

/** The login page itself is part of the first script: see app/routes.tsx. */
export const feature: Feature = {
  pages: { '/oauth_callback': async () => (await import('./OauthCallbackPage.tsx')).OauthCallbackPage },
  isPublic: true,
}
