import { expect, test } from 'vitest'
import { clientOf } from '../../test/scripted-server.ts'
import { StorageEndpoint } from '../endpoint.ts'
import { policyEntities } from './policy-entities.ts'
import { listUsers, permissionsBoundaries } from './users.ts'

const members = (list: string, ...entries: string[]) =>
  `<${list}>${entries.map((entry) => `<member>${entry}</member>`).join('')}</${list}>`

/** What SeaweedFS responds: it lacks some calls, and knows nothing more of the users of its configuration file. */
const RESULTS: Readonly<Record<string, string>> = {
  ListUsers: members('Users', '<UserName>admin</UserName>', '<UserName>anna</UserName>'),
  ListGroups: members('Groups', '<GroupName>devs</GroupName>'),
  'ListAttachedUserPolicies anna': members('AttachedPolicies', '<PolicyArn>arn:aws:iam:::policy/p1</PolicyArn>'),
  'ListUserPolicies anna': members('PolicyNames', 'extra'),
  'ListGroupsForUser anna': members('Groups', '<GroupName>devs</GroupName>'),
  'ListAttachedGroupPolicies devs': members('AttachedPolicies', '<PolicyArn>arn:aws:iam:::policy/p1</PolicyArn>'),
  'ListGroupPolicies devs': members('PolicyNames'),
  ListPolicies: members('Policies', '<Arn>arn:aws:iam:::policy/p1</Arn>'),
}

async function seaweed(results = RESULTS) {
  const { client } = await clientOf(({ body }, response) => {
    const form = new URLSearchParams(body)
    const action = form.get('Action') ?? ''
    const result = results[[action, form.get('UserName') ?? form.get('GroupName') ?? ''].join(' ').trim()]
    if (result !== undefined) {
      response.end(`<${action}Response><${action}Result>${result}</${action}Result></${action}Response>`)
      return
    }
    const code = /^(GetAccount|ListEntities)/.test(action) ? 'InvalidAction' : 'NoSuchEntity'
    response.writeHead(404).end(`<ErrorResponse><Error><Code>${code}</Code></Error></ErrorResponse>`)
  })
  const profile = { kind: 's3', product: 'SeaweedFS' } as const
  const endpoint = new StorageEndpoint({ url: client.endpoint.url, profile, iam: { isThere: true } })
  return { client: { ...client, endpoint }, stop: () => endpoint.close() }
}

test('reads users one by one where no call has the details of all', async () => {
  const { client, stop } = await seaweed()
  expect(await listUsers(client)).toEqual([
    { name: 'admin', policies: [], groups: [], isEnabled: true, updatedAt: '' },
    { name: 'anna', policies: ['p1', 'user:anna/extra'], groups: ['devs'], isEnabled: true, updatedAt: '' },
  ])
  expect(await policyEntities(client, 'p1')).toEqual({ users: ['anna'], groups: ['devs'] })
  await stop()
})

test('reads permissions boundaries from the details of all, or user by user', async () => {
  const [arn, name] = ['arn:aws:iam::1:policy/limit', '<UserName>anna</UserName>']
  const boundary = `<PermissionsBoundary><PermissionsBoundaryArn>${arn}</PermissionsBoundaryArn></PermissionsBoundary>`
  const others = '<UserName>bert</UserName>'
  const sources = [
    { GetAccountAuthorizationDetails: members('UserDetailList', `${name}${boundary}`, others) },
    {
      ListUsers: members('Users', name, others, '<UserName>gone</UserName>'),
      'GetUser anna': `<User>${name}${boundary}</User>`,
      'GetUser bert': `<User>${others}</User>`,
    },
  ]
  for (const source of sources) {
    const { client, stop } = await seaweed(source)
    expect(await permissionsBoundaries(client)).toEqual(new Map([['anna', arn]]))
    await stop()
  }
})
