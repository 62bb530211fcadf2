import type { Feature } from '../shared/feature.ts'
import { lazyPart } from '../shared/lazy-part.ts'

/** The interface of the session for other features. */
export { Banner } from './Banner.tsx'
export { rememberedUsername, rememberUsername } from './remembered-username.ts'
export { factorRequestOf } from './second-factor/factor-request.ts'
export { offersPasskeys } from './second-factor/offers-passkeys.ts'
export { awaitSignIn } from './sign-in-channel.ts'
export { LOGIN_REFRESH_MS, ssoRedirect } from './sso-redirect.ts'
export { TokenField } from './TokenField.tsx'
export { useTimeLeft } from './time-left.ts'
export { useAccountLanguage } from './use-account-language.ts'
export { createUseCan, createUseDenied, createUseSettled, usePermissions } from './use-can.ts'
export { useHasAdmin, useHasGarage, useHasIam, useHasSecondFactor, useSession } from './use-session.ts'
export { type SessionWatch, useSessionWatch } from './use-session-watch.ts'

/** What few sign-ins need. */
export const SecondStep = lazyPart(async () => (await import('./second-factor/SecondStep.tsx')).SecondStep)

/** Dialogs with factors of the own account, which share that code. */
const factorModals = () => import('./second-factor/FactorModals.tsx')
export const AddFactorModal = lazyPart(async () => (await factorModals()).AddFactorModal)
export const RemoveFactorDialog = lazyPart(async () => (await factorModals()).RemoveFactorDialog)
export const ProvedDialog = lazyPart(async () => (await factorModals()).ProvedDialog)
export const RenewCodesDialog = lazyPart(async () => (await factorModals()).RenewCodesDialog)

/** The login page itself is part of the first script: see app/routes.tsx. */
export const feature: Feature = {
  pages: { '/oauth_callback': async () => (await import('./OauthCallbackPage.tsx')).OauthCallbackPage },
  isPublic: true,
}
