/** Signing in. */
import { button, type Scene } from './scene.ts'

export const SIGN_IN_SCENES: readonly Scene[] = [
  { name: 'login', isSignedOut: true, path: '/login' },
  {
    name: 'login-refused',
    isSignedOut: true,
    path: '/login',
    act: async (page) => {
      await page.getByLabel('Username').fill('maria')
      await page.getByLabel('Password', { exact: true }).fill('a wrong password')
      await button(page, 'Login').click()
      await page.getByRole('alert').waitFor()
    },
  },
  { name: 'login-sso', isSignedOut: true, at: ({ sso }) => sso.url, path: '/login' },
  { name: 'login-providers', isSignedOut: true, at: ({ providers }) => providers.url, path: '/login' },
  {
    name: 'login-denied',
    isSignedOut: true,
    at: ({ providers }) => providers.url,
    path: '/oauth_callback?error=access_denied&error_description=The+user+denied+the+request',
  },
  { name: 'login-operator', isSignedOut: true, at: ({ cluster }) => cluster.url, path: '/login' },
]
