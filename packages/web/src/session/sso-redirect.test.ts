import { expect, test } from 'vitest'
import { ssoRedirect } from './sso-redirect.ts'

test('the hostname placeholder becomes the current host, wherever and however it is written', () => {
  expect(ssoRedirect('https://[HOSTNAME]/auth?redirect_uri=https%3A%2F%2F%5BHOSTNAME%5D%2Foauth_callback', 'nas')).toBe(
    'https://nas/auth?redirect_uri=https%3A%2F%2Fnas%2Foauth_callback',
  )
})

test.each(['', '/relative', 'javascript:alert(1)', 'https://'])('rejects the redirect %j', (redirect) => {
  expect(ssoRedirect(redirect, 'nas')).toBeUndefined()
})
