import type { JsonPolicy } from '@cooperage/wire/policy'
import { beforeEach, describe, expect, test } from 'vitest'
import type { DocumentStore } from '../store/store.ts'
import { documentsInMemory } from '../store/testing/documents-in-memory.ts'
import { type Iam, openIam } from './iam.ts'
import type { NewServiceAccount } from './service-accounts.ts'

const USER = { secretKey: 'secret-of-user', enabled: true }
const SERVICE: NewServiceAccount = {
  parent: 'alice',
  accessKey: 'service',
  secretKey: 'secret-of-service',
  name: '',
  description: '',
  expiresAt: undefined,
  policy: undefined,
  claims: undefined,
  roleArn: undefined,
}
const POLICY: JsonPolicy = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::*'] }],
}

let documents: ReturnType<typeof documentsInMemory>
let iam: Iam
beforeEach(() => {
  documents = documentsInMemory()
  iam = openIam(documents, 'root')
})

const namesOf = (account: string, of = iam) => of.accountPolicies.of(account).map(({ name }) => name)

describe('records', () => {
  test('survive a restart', async () => {
    await iam.users.set('alice', USER)
    await iam.groups.add('devs', ['alice'])
    await iam.policies.set('read', JSON.stringify(POLICY))
    await iam.mappings.attach({ kind: 'user', name: 'alice' }, ['read'])
    await iam.mappings.attach({ kind: 'group', name: 'devs' }, ['writeonly'])
    await iam.serviceAccounts.add(SERVICE)
    const { accessKey } = await iam.temporaryCredentials.grant({ parent: 'alice', expiresAt: Date.now() + 60_000 })

    const again = openIam(documents, 'root')
    expect(again.users.describe('alice')).toMatchObject({ enabled: true, policies: ['read'], groups: ['devs'] })
    expect(namesOf('alice', again)).toEqual(['read', 'writeonly'])
    expect(again.serviceAccounts.get('service')).toMatchObject({ parent: 'alice' })
    expect(again.temporaryCredentials.find(accessKey)).toMatchObject({ parent: 'alice' })
  })

  test('of a transaction are written together, and read only afterwards', async () => {
    let commits = 0
    const { change } = documents
    documents.change = async (...given: Parameters<DocumentStore['change']>) => {
      commits++
      expect(iam.users.names()).toEqual([])
      await change(...given)
    }
    const seen = await iam.transaction(async (accounts) => {
      for (const name of ['alice', 'bob']) await accounts.users.set(name, USER)
      await accounts.groups.add('devs', ['alice', 'bob'])
      await accounts.mappings.replace({ kind: 'group', name: 'devs' }, ['readonly'])
      return accounts.users.describe('bob')
    })
    expect(seen).toMatchObject({ groups: ['devs'] })
    expect(commits).toBe(1)
    expect(namesOf('alice')).toEqual(['readonly'])
    expect(openIam(documents, 'root').users.describe('bob')).toMatchObject({ groups: ['devs'] })
  })

  test('of a transaction that fails stay as they were, and later changes work', async () => {
    await iam.users.set('alice', USER)
    const failing = iam.transaction(async (accounts) => {
      await accounts.users.remove('alice')
      throw new Error('a fault')
    })
    const next = iam.users.set('bob', USER)
    await expect(failing).rejects.toThrow('a fault')
    await next
    expect(iam.users.names()).toEqual(['alice', 'bob'])
  })

  test('of a change during a transaction are based on its result', async () => {
    await iam.users.set('alice', USER)
    const removal = iam.transaction((accounts) => accounts.users.remove('alice'))
    await expect(Promise.all([removal, iam.groups.add('devs', ['alice'])])).rejects.toMatchObject({
      code: 'XMinioAdminNoSuchUser',
    })
    expect(iam.groups.names()).toEqual([])
  })

  test('of a removed user are deleted in one transaction', async () => {
    await iam.users.set('alice', USER)
    await iam.groups.add('devs', ['alice'])
    await iam.mappings.attach({ kind: 'user', name: 'alice' }, ['readonly'])
    await iam.serviceAccounts.add(SERVICE)
    await iam.temporaryCredentials.grant({ parent: 'alice', expiresAt: Date.now() + 60_000 })
    let changes = 0
    const { change } = documents
    documents.change = (...given: Parameters<DocumentStore['change']>) => {
      changes++
      return change(...given)
    }
    await iam.users.remove('alice')
    expect(changes).toBe(1)
    expect(documents.stored()).toEqual(['group devs'])
    expect(iam.groups.get('devs')?.members).toEqual([])
  })

  test('are not created for a user who is being removed', async () => {
    await iam.users.set('alice', USER)
    const removed = iam.users.remove('alice')
    const keys = iam.serviceAccounts.add(SERVICE)
    const session = iam.temporaryCredentials.grant({ parent: 'alice', expiresAt: Date.now() + 60_000 })
    await removed
    await expect(keys).rejects.toMatchObject({ code: 'XMinioAdminNoSuchUser' })
    await expect(session).rejects.toMatchObject({ code: 'XMinioAdminNoSuchUser' })
    expect(documents.stored()).toEqual([])
  })

  test('of a user who is being removed or disabled cannot be changed by that user', async () => {
    for (const revoke of [() => iam.users.remove('alice'), () => iam.users.setEnabled('alice', false)]) {
      await iam.users.set('alice', USER)
      await iam.users.set('alice', USER, { isOwn: true })
      const revoked = revoke()
      await expect(iam.users.set('alice', USER, { isOwn: true })).rejects.toMatchObject({
        code: 'XMinioIAMActionNotAllowed',
      })
      await revoked
      expect(iam.users.get('alice')?.enabled).not.toBe(true)
    }
  })

  test('allow revoking permissions on a full disk', async () => {
    await iam.users.set('alice', USER)
    await iam.mappings.attach({ kind: 'user', name: 'alice' }, ['readonly', 'writeonly'])
    const { change } = documents
    documents.change = (changes, room) =>
      room === 'ballast' ? change(changes, room) : Promise.reject(new Error('the disk is full'))
    await expect(iam.mappings.attach({ kind: 'user', name: 'alice' }, ['diagnostics'])).rejects.toThrow('full')
    await iam.mappings.detach({ kind: 'user', name: 'alice' }, ['writeonly'])
    expect(namesOf('alice')).toEqual(['readonly'])
  })

  test('stay unchanged when the write fails', async () => {
    await iam.users.set('alice', USER)
    documents.change = () => Promise.reject(new Error('the disk is full'))
    await expect(iam.users.setEnabled('alice', false)).rejects.toThrow('the disk is full')
    expect(iam.users.get('alice')).toMatchObject({ enabled: true })
  })

  test('change one at a time', async () => {
    const names = Array.from({ length: 20 }, (_, at) => `user-${at}`)
    for (const name of names) await iam.users.set(name, USER)
    await Promise.all(names.map((name) => iam.groups.add('all', [name])))
    expect(iam.groups.get('all')?.members).toEqual(names.toSorted())
  })

  test('accept changes after a rejected one', async () => {
    const rejected = iam.users.setEnabled('ghost', true)
    const created = iam.users.set('alice', USER)
    await expect(rejected).rejects.toMatchObject({ code: 'XMinioAdminNoSuchUser' })
    await expect(created).resolves.toBeUndefined()
  })
})

test('describeAll agrees with describe and handles a group of fifty thousand users', async () => {
  await iam.users.set('bob', USER)
  await iam.users.set('alice', USER)
  await iam.groups.add('ops', ['alice', 'bob'])
  await iam.groups.add('devs', ['alice'])
  await iam.mappings.attach({ kind: 'user', name: 'alice' }, ['readonly'])
  expect(iam.users.describeAll()).toEqual(['alice', 'bob'].map((name) => [name, iam.users.describe(name)]))
  expect(iam.users.describe('alice').groups).toEqual(['devs', 'ops'])

  const members = Array.from({ length: 50_000 }, (_, at) => `user-${at}`)
  const value = { ...USER, updatedAt: 0 }
  await documents.change(members.map((id) => ({ space: 'user', id, value })))
  await documents.change([{ space: 'group', id: 'all', value: { members, enabled: true, updatedAt: 0 } }])
  const many = openIam(documents, 'root')
  const before = process.threadCpuUsage()
  expect(many.users.describeAll().filter(([, { groups }]) => groups.includes('all'))).toHaveLength(50_000)
  // Searching the group for each user would take half a minute.
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(5_000)
})

describe('the policies of an account', () => {
  beforeEach(async () => {
    await iam.users.set('alice', USER)
    await iam.mappings.attach({ kind: 'user', name: 'alice' }, ['readonly'])
    await iam.groups.add('devs', ['alice'])
    await iam.mappings.attach({ kind: 'group', name: 'devs' }, ['writeonly', 'readonly'])
  })

  test('are those attached to it and to its groups, without duplicates', () => {
    expect(namesOf('alice')).toEqual(['readonly', 'writeonly'])
  })

  test('reflect every change', async () => {
    expect(namesOf('alice')).toEqual(['readonly', 'writeonly'])
    await iam.groups.remove('devs', ['alice'])
    expect(namesOf('alice')).toEqual(['readonly'])
    await iam.mappings.detach({ kind: 'user', name: 'alice' }, ['readonly'])
    expect(namesOf('alice')).toEqual([])
  })

  test('are empty while the account or one of its groups is disabled', async () => {
    await iam.users.setEnabled('alice', false)
    expect(namesOf('alice')).toEqual([])
    await iam.users.setEnabled('alice', true)
    await iam.groups.setEnabled('devs', false)
    expect(namesOf('alice')).toEqual([])
  })

  test('are parsed again when a policy is replaced', async () => {
    const actionsOf = () => iam.accountPolicies.of('alice')[0]?.policy.statements[0]?.actions
    expect(actionsOf()).toContain('s3:GetObject')
    await iam.policies.set('readonly', JSON.stringify(POLICY).replace('GetObject', 'ListBucket'))
    expect(actionsOf()).toEqual(['s3:ListBucket'])
  })

  test('are cached until a record changes', async () => {
    const before = iam.accountPolicies.of('alice')
    await iam.serviceAccounts.add(SERVICE)
    expect(iam.accountPolicies.of('alice')).toBe(before)
  })
})

describe('service accounts', () => {
  test('keep their policy when they are renamed', async () => {
    await iam.users.set('alice', USER)
    await iam.serviceAccounts.add({ ...SERVICE, policy: JSON.stringify(POLICY) })
    await iam.serviceAccounts.update('service', { name: 'renamed' })
    expect(iam.serviceAccounts.get('service')).toMatchObject({ name: 'renamed', policy: JSON.stringify(POLICY) })
    await iam.serviceAccounts.update('service', { policy: null })
    expect(iam.serviceAccounts.get('service')).not.toHaveProperty('policy')
  })

  test('cannot have the access key of another account', async () => {
    await iam.users.set('alice', USER)
    await iam.users.set('bob', USER)
    await iam.serviceAccounts.add(SERVICE)
    for (const accessKey of ['service', 'bob', 'root']) {
      await expect(iam.serviceAccounts.add({ ...SERVICE, parent: 'alice', accessKey })).rejects.toThrow()
    }
  })

  test('are restored as exported, even when disabled or expired', async () => {
    await iam.users.set('alice', USER)
    await iam.serviceAccounts.add(SERVICE)
    const exported = { secretKey: 'another-secret', parent: 'alice', enabled: false, name: 'n', description: 'd' }
    await iam.serviceAccounts.restore('service', { ...exported, expiresAt: 1000 })
    expect(iam.serviceAccounts.get('service')).toMatchObject({ ...exported, expiresAt: 1000 })
    for (const accessKey of ['alice', 'root']) {
      await expect(iam.serviceAccounts.restore(accessKey, exported)).rejects.toThrow()
    }
    await expect(iam.serviceAccounts.restore('orphan', { ...exported, parent: 'nobody' })).rejects.toThrow()
  })
})
