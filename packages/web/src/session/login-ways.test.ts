import { getLoginStrategy } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { completeResponse } from '../shared/api/complete-response.ts'
import { providersOf, waysOf } from './login-ways.ts'

test.each([
  ['form', 'accessKey'],
  ['redirect', 'sso'],
  ['service-account', 'clusterToken'],
])('the specified fields alone are enough: %s', (loginStrategy, way) => {
  const offer = completeResponse(getLoginStrategy, { loginStrategy, redirect: '' })
  expect(waysOf(offer)).toEqual([way])
  expect(providersOf(offer)).toEqual([])
})

test('an address to redirect to is a provider without a name', () => {
  const redirect = 'https://[HOSTNAME]/auth'
  const offer = completeResponse(getLoginStrategy, { loginStrategy: 'redirect', redirect })
  expect(providersOf(offer)).toEqual([{ id: '', name: '', redirect, problem: '' }])
})

test('what this console adds comes first, and replaces what follows from the strategy', () => {
  const offer = completeResponse(getLoginStrategy, { loginStrategy: 'form', redirect: '', acceptsLdap: true })
  expect(waysOf(offer)).toEqual(['ldap'])
  expect(waysOf({ ...offer, acceptsAccessKey: true, customToken: 'Badge' })).toEqual([
    'ldap',
    'accessKey',
    'customToken',
  ])
})
