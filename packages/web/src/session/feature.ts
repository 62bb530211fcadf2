import type { Feature } from '../shared/feature.ts'

/** The login page itself is part of the first script: see app/routes.tsx. */
export const session: Feature = {
  pages: { '/oauth_callback': async () => (await import('./OauthCallbackPage.tsx')).OauthCallbackPage },
  isPublic: true,
}
