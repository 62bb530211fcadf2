/** The official client on identity providers: their configurations, and policies and keys of people of a directory. */
import {
  type Directory,
  groupDn,
  type IdentityProvider,
  missingDirectory,
  personDn,
  startDirectory,
  startIdentityProvider,
} from '@cooperage/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OwnServer, startOwnServer } from '../own-server.ts'
import { useMc } from './mc-session.ts'

const missing = missingDirectory()
if (missing !== undefined) console.warn(`!!!!  SKIPPED: ${missing}`)

let server: OwnServer
let provider: IdentityProvider
let directory: Directory
beforeAll(async () => {
  if (missing !== undefined) return
  server = await startOwnServer()
  provider = await startIdentityProvider()
  directory = await startDirectory({ people: ['alice'], groups: { devs: ['alice'] } })
})
afterAll(async () => {
  await server?.stop()
  await provider?.stop()
  await directory?.stop()
})

const { isMissing, json, run, tell } = useMc(() => server)

interface Configuration {
  name: string
  enabled: boolean
}

const assignments = (values: Record<string, string>) => Object.entries(values).map(([key, value]) => `${key}=${value}`)

/** Which configurations are enabled, by name. */
async function listed(type: string): Promise<Record<string, boolean>> {
  const [all = []] = await json<Configuration[]>('idp', type, 'ls', 'it')
  return Object.fromEntries(all.map(({ name, enabled }) => [name, enabled]))
}

async function described(...args: string[]): Promise<Record<string, string>> {
  const [description] = await json<{ info: { key: string; value: string }[] }>('idp', ...args)
  return Object.fromEntries((description?.info ?? []).map(({ key, value }) => [key, value]))
}

const ldap = (more: Record<string, string> = {}) => assignments({ ...directory.settings, ...more })

describe.skipIf(isMissing || missing !== undefined)('mc idp', () => {
  test('adds providers, which are listed after a restart', async () => {
    const openId = { config_url: provider.configUrl, client_id: 'console', client_secret: 'a-secret' }
    await run('idp', 'openid', 'add', 'it', 'corporate', ...assignments(openId))
    const wrong = await tell('idp', 'ldap', 'add', 'it', ...ldap({ lookup_bind_password: 'wrong' }))
    expect([wrong.exitCode, wrong.stderr]).toEqual([1, expect.stringContaining('LDAP Lookup Bind Error')])
    await run('idp', 'ldap', 'add', 'it', ...ldap())
    await server.restart()
    expect([await listed('openid'), await listed('ldap')]).toEqual([{ _: false, corporate: true }, { _: true }])
    expect(await described('openid', 'info', 'it', 'corporate')).toEqual({
      config_url: provider.configUrl,
      client_id: 'console',
      enable: 'on',
    })
    expect(await described('ldap', 'info', 'it')).toMatchObject({ server_addr: directory.address })
    const again = await tell('idp', 'openid', 'add', 'it', 'corporate', ...assignments(openId))
    expect([again.exitCode, again.stderr]).toEqual([1, expect.stringContaining('given name already exists')])
  })

  test('attaches policies to groups of the directory, and creates keys for its people', async () => {
    const group = groupDn('devs')
    await run('idp', 'ldap', 'policy', 'attach', 'it', 'readwrite', '--group', group)
    expect(await json('idp', 'ldap', 'policy', 'entities', 'it')).toMatchObject([
      { result: { policyMappings: [{ policy: 'readwrite', groups: [group] }] } },
    ])
    const [created] = await json<{ accessKey: string }>('idp', 'ldap', 'accesskey', 'create', 'it', 'alice')
    expect(await json('idp', 'ldap', 'accesskey', 'ls', 'it', personDn('alice'), '--svcacc-only')).toMatchObject([
      { user: personDn('alice'), svcaccs: [{ accessKey: created?.accessKey }] },
    ])
    const byDn = await tell('idp', 'ldap', 'accesskey', 'create', 'it', personDn('alice'))
    expect([byDn.exitCode, byDn.stderr]).toEqual([1, expect.stringContaining('Expected LDAP short username')])
    await run('idp', 'ldap', 'policy', 'detach', 'it', 'readwrite', '--group', group)
  })

  test('changes, disables and removes providers', async () => {
    await run('idp', 'openid', 'update', 'it', 'corporate', 'claim_name=groups')
    await run('idp', 'openid', 'disable', 'it', 'corporate')
    await run('idp', 'ldap', 'rm', 'it')
    await server.restart()
    expect([await listed('openid'), await listed('ldap')]).toEqual([{ _: false, corporate: false }, { _: false }])
    expect(await described('openid', 'info', 'it', 'corporate')).toMatchObject({ claim_name: 'groups', enable: 'off' })
    await run('idp', 'openid', 'rm', 'it', 'corporate')
    await server.restart()
    expect(await listed('openid')).toEqual({ _: false })
  })
})
