/** Accounts of servers that refuse or fail at one point, which neither the engine nor a fresh MinIO does. */
import type { ServerResponse } from 'node:http'
import type { NewAccount } from '@cooperage/contract'
import { type StorageClient, StorageEndpoint } from '@cooperage/storage-client'
import { expect, onTestFinished, test } from 'vitest'
import { createAll } from '../../src/servers/accounts/create-accounts.ts'
import { readAccounts } from '../../src/servers/accounts/read-accounts.ts'
import { scriptedStorage } from '../scripted-storage.ts'

type Respond = (action: string, response: ServerResponse) => void

/** A client of a server with S3 only, or with IAM too. */
async function serverWithIam(respond: Respond, isThere?: boolean): Promise<StorageClient> {
  const { url, stop } = await scriptedStorage((_, response, body) => {
    respond(new URLSearchParams(body).get('Action') ?? '', response)
  })
  const iam = isThere === undefined ? {} : { iam: { isThere } }
  const endpoint = new StorageEndpoint({ url: new URL(url), profile: { kind: 's3', product: 'Ceph' }, ...iam })
  onTestFinished(async () => {
    await endpoint.close()
    await stop()
  })
  return { endpoint, credentials: { accessKey: 'key', secretKey: 'secret' } }
}

function refuse(response: ServerResponse, code: string, status = 403): void {
  response.writeHead(status).end(`<ErrorResponse><Error><Code>${code}</Code></Error></ErrorResponse>`)
}

test('keys that may not list users show no server without accounts, but which permission is missing', async () => {
  const storage = await serverWithIam((_, response) => refuse(response, 'AccessDenied'))
  await expect(readAccounts(storage)).rejects.toMatchObject({
    code: 'AccessDenied',
    message: expect.stringContaining('iam:ListUsers'),
  })
  const other = await serverWithIam((_, response) => refuse(response, 'NotImplemented', 501))
  expect(await readAccounts(other)).toMatchObject({ api: 'none', users: [] })
})

test('users are read with their permissions boundaries, or not at all', async () => {
  const users = '<Users><member><UserName>anna</UserName></member></Users>'
  const limit = '<PermissionsBoundaryArn>arn:aws:iam::1:policy/limit</PermissionsBoundaryArn>'
  const user = `<User><UserName>anna</UserName><PermissionsBoundary>${limit}</PermissionsBoundary></User>`
  const serverOf = (results: Record<string, string>) =>
    serverWithIam((action, response) => {
      if (action === 'GetUser' && results.GetUser === undefined) refuse(response, 'AccessDenied')
      else if (action === 'GetAccountAuthorizationDetails') refuse(response, 'AccessDenied')
      else
        response.end(
          `<${action}Response><${action}Result>${results[action] ?? ''}</${action}Result></${action}Response>`,
        )
    }, true)
  expect((await readAccounts(await serverOf({ ListUsers: users, GetUser: user }))).users).toMatchObject([
    { name: 'anna', boundary: 'arn:aws:iam::1:policy/limit' },
  ])
  await expect(readAccounts(await serverOf({ ListUsers: users }))).rejects.toMatchObject({
    code: 'AccessDenied',
    message: expect.stringContaining('iam:GetUser'),
  })
})

const USER: NewAccount = {
  ...{ kind: 'user', name: 'anna', isEnabled: true, policies: ['p'], groups: [], getsKey: false },
}

/** A server with the policy `p` whose users are created. `script` responds to what isn't as usual. */
async function creating(script: (action: string, response: ServerResponse) => boolean) {
  const calls: string[] = []
  let isThere = false
  const storage = await serverWithIam((action, response) => {
    calls.push(action)
    if (action === 'CreateUser') isThere = true
    if (script(action, response)) return
    if (action === 'DeleteUser') isThere = false
    if (action === 'GetUser' && !isThere) return refuse(response, 'NoSuchEntity', 404)
    if (action === 'GetLoginProfile') return refuse(response, 'NoSuchEntity', 404)
    const policies = '<Policies><member><Arn>arn:aws:iam::1:policy/p</Arn></member></Policies>'
    const result = action === 'ListPolicies' ? policies : ''
    response.end(`<${action}Response><${action}Result>${result}</${action}Result></${action}Response>`)
  }, true)
  const create = async (...wanted: NewAccount[]) => {
    const results = await createAll({ storage, isIam: true, secrets: new Map() }, wanted, 60_000)
    return results.map(({ outcome, text }) => [outcome, text?.key].filter(Boolean).join(' '))
  }
  return { storage, calls, create, isThere: () => isThere }
}

test('an account that is begun is completed though the visitor leaves, and no other one is begun', async () => {
  const leaving = new AbortController()
  const { storage, create, calls } = await creating((action) => {
    if (action === 'CreateUser') leaving.abort()
    return false
  })
  storage.signal = leaving.signal
  expect(await create(USER, { ...USER, name: 'bert' })).toEqual(['created', 'failed error:StorageTimeout'])
  expect(calls.filter((action) => /^(Create|Attach)/.test(action))).toEqual(['CreateUser', 'AttachUserPolicy'])
})

test('what is half done is undone, also if the server was only slow to say that it did it', async () => {
  const refused = await creating((action, response) => {
    if (action !== 'AttachUserPolicy') return false
    refuse(response, 'AccessDenied')
    return true
  })
  expect(await refused.create(USER)).toEqual(['failed error:AccessDenied'])
  expect(refused.isThere()).toBe(false)
  const lost = await creating((action, response) => {
    if (action === 'CreateUser') response.destroy()
    return action === 'CreateUser'
  })
  expect(await lost.create(USER, { ...USER, name: 'bert' })).toEqual([
    'failed error:StorageUnreachable',
    'failed error:StorageUnreachable',
  ])
  expect(lost.isThere()).toBe(false)
})

test('what another one created meanwhile isn’t removed', async () => {
  const { create, calls } = await creating((action, response) => {
    if (action !== 'CreateUser') return false
    refuse(response, 'EntityAlreadyExists', 409)
    return true
  })
  expect(await create(USER)).toEqual([expect.stringMatching(/^failed/)])
  expect(calls).not.toContain('DeleteUser')
})

test('what couldn’t be removed again is named', async () => {
  const { create } = await creating((action, response) => {
    if (!/^(AttachUserPolicy|DeleteUser)$/.test(action)) return false
    refuse(response, 'AccessDenied')
    return true
  })
  expect(await create(USER)).toEqual(['failed error:AccountLeft'])
})
