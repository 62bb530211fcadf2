import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isOpenIdVariable, readOpenIdProviders } from './openid-settings.ts'

const ONE = {
  COOPERAGE_OIDC_DISCOVERY_URL: 'https://login.example.com/.well-known/openid-configuration',
  COOPERAGE_OIDC_CLIENT_ID: 'console',
  COOPERAGE_OIDC_CALLBACK_URL: 'https://[HOSTNAME]/ui/oauth_callback',
}

test('one provider needs an address, a client and a callback', () => {
  expect(readOpenIdProviders(ONE)).toEqual([
    {
      id: '',
      name: 'login.example.com',
      discoveryUrl: new URL('https://login.example.com/.well-known/openid-configuration'),
      clientId: 'console',
      callbackUrl: 'https://[HOSTNAME]/ui/oauth_callback',
      scopes: ['openid', 'profile', 'email'],
    },
  ])
  expect(readOpenIdProviders({ COOPERAGE_OIDC_CLIENT_ID: '', PATH: '/bin' })).toEqual([])
})

test('additional providers have a suffix, and a secret may be in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cooperage-openid-'))
  const file = join(folder, 'secret')
  writeFileSync(file, 'from a file\n')
  const providers = readOpenIdProviders({
    ...ONE,
    COOPERAGE_OIDC_CLIENT_SECRET_FILE: file,
    COOPERAGE_OIDC_DISCOVERY_URL_PARTNER: 'http://partner.example',
    COOPERAGE_OIDC_CLIENT_ID_PARTNER: 'theirs',
    COOPERAGE_OIDC_CLIENT_SECRET_PARTNER: 'typed',
    COOPERAGE_OIDC_CALLBACK_URL_PARTNER: 'https://console.example.com/oauth_callback',
    COOPERAGE_OIDC_SCOPES_PARTNER: 'profile, groups',
    COOPERAGE_OIDC_DISPLAY_NAME_PARTNER: 'Partner',
    COOPERAGE_OIDC_ROLE_ARN_PARTNER: 'arn:minio:iam:::role/partner',
  })
  rmSync(folder, { recursive: true })
  expect(providers).toMatchObject([
    { id: '', clientSecret: 'from a file' },
    {
      id: 'partner',
      name: 'Partner',
      clientSecret: 'typed',
      scopes: ['openid', 'profile', 'groups'],
      roleArn: 'arn:minio:iam:::role/partner',
    },
  ])
})

test.each([
  [
    { COOPERAGE_OIDC_CLIENT_ID: 'console' },
    'COOPERAGE_OIDC_DISCOVERY_URL must be set together with COOPERAGE_OIDC_CLIENT_ID.',
  ],
  [
    { ...ONE, COOPERAGE_OIDC_CLIENT_ID: '' },
    'COOPERAGE_OIDC_CLIENT_ID must be set together with COOPERAGE_OIDC_DISCOVERY_URL.',
  ],
  [
    { ...ONE, COOPERAGE_OIDC_DISCOVERY_URL: 'login' },
    'COOPERAGE_OIDC_DISCOVERY_URL must be an http or https address; "login" was given.',
  ],
  [
    { ...ONE, COOPERAGE_OIDC_CALLBACK_URL: 'https://console.example.com/' },
    'COOPERAGE_OIDC_CALLBACK_URL must end with /oauth_callback; "https://console.example.com/" was given.',
  ],
  [{ ...ONE, COOPERAGE_OIDC_CLIENT_SECRET_FILE: '/none' }, 'COOPERAGE_OIDC_CLIENT_SECRET_FILE names a file'],
])('an invalid setting is named: %j', (env, message) => {
  expect(() => readOpenIdProviders(env)).toThrow(message)
})

test('variables are recognized with and without a suffix', () => {
  const known = ['COOPERAGE_OIDC_SCOPES', 'COOPERAGE_OIDC_SCOPES_A1', 'COOPERAGE_OIDC_CLIENT_SECRET_FILE']
  expect(known.map(isOpenIdVariable)).toEqual([true, true, true])
  expect(['COOPERAGE_OIDC_SCOPE', 'COOPERAGE_HOST'].map(isOpenIdVariable)).toEqual([false, false])
})
