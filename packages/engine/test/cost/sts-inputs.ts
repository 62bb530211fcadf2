/** The largest and most awkward input of each action of the security token service. */

import { awkwardJson, awkwardPolicies, fill, KIB } from '@cooperage/testkit'
import { STS_VERSION } from '@cooperage/wire'
import { QUERY_ACTIONS, STS_ACTIONS } from '../../src/sts/actions.ts'
import type { Input } from './measured-engine.ts'
import type { Setup } from './set-up.ts'

const FORM_BYTES = 64 * KIB

export function stsInputs({ visitor }: Setup): Map<string, Input[]> {
  const inputs = new Map<string, Input[]>()
  for (const action of [...Object.keys(STS_ACTIONS), ...Object.keys(QUERY_ACTIONS)]) {
    const form = (rest: string) => `Version=${STS_VERSION}&Action=${action}&${rest}`
    const token = (header: string, claims: string) =>
      [header, claims].map((part) => Buffer.from(part).toString('base64url')).join('.')
    const bodies = [
      ...awkwardPolicies(2000, '').map((policy) => form(`Policy=${encodeURIComponent(policy)}`)),
      ...awkwardPolicies(10 * KIB, '').map((policy) => form(`Policy=${encodeURIComponent(policy)}`)),
      ...awkwardJson(14 * KIB).map((json) => form(`Policy=${encodeURIComponent(json)}`)),
      ...awkwardJson(24 * KIB).map((json) => form(`WebIdentityToken=${token('{"alg":"RS256"}', json)}.AAAA`)),
      form(`WebIdentityToken=${'.'.repeat(FORM_BYTES - KIB)}`),
      form(`LDAPUsername=${'('.repeat(30 * KIB)}&LDAPPassword=${'a'.repeat(30 * KIB)}`),
      form(fill((at) => `a${at}=&`, FORM_BYTES - KIB)),
      form(`DurationSeconds=${'9'.repeat(FORM_BYTES - KIB)}`),
      form(`TokenCode=${fill('%41', FORM_BYTES - KIB)}`),
      form(fill((at) => `Tags.member.${at}.Key=a&`, FORM_BYTES - KIB)),
    ]
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const post = (body: string): Input => ({ method: 'POST', path: '/', headers, body, service: 'sts' })
    inputs.set(action, [
      ...bodies.flatMap((body) => [post(body), { ...post(body), as: visitor }]),
      { method: 'POST', path: '/', query: form(fill((at) => `a${at}=&`, 16 * KIB)), as: null },
      {
        method: 'POST',
        path: '/',
        query: form(`WebIdentityToken=${'.'.repeat(16 * KIB)}&Token=a&LDAPUsername=a&LDAPPassword=a`),
        as: null,
      },
    ])
  }
  return inputs
}
