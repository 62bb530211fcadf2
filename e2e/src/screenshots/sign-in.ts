/** Signing in. */
import { button, type Scene } from './scene.ts'

export const SIGN_IN_SCENES: readonly Scene[] = [
  { name: 'login', signedIn: false, path: '/login' },
  {
    name: 'login-refused',
    signedIn: false,
    path: '/login',
    act: async (page) => {
      await page.getByLabel('Username').fill('maria')
      await page.getByLabel('Password', { exact: true }).fill('a wrong password')
      await button(page, 'Login').click()
      await page.getByRole('alert').waitFor()
    },
  },
  { name: 'login-sso', signedIn: false, at: ({ sso }) => sso.url, path: '/login' },
  { name: 'login-providers', signedIn: false, at: ({ providers }) => providers.url, path: '/login' },
  {
    name: 'login-denied',
    signedIn: false,
    at: ({ providers }) => providers.url,
    path: '/oauth_callback?error=access_denied&error_description=The+user+denied+the+request',
  },
  { name: 'login-operator', signedIn: false, at: ({ cluster }) => cluster.url, path: '/login' },
]
