import { readdirSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { clientOf, errorDocument, type ReceivedRequest } from '../../test/scripted-server.ts'
import type { StorageClient } from '../client.ts'
import { type EndpointOptions, StorageEndpoint } from '../endpoint.ts'
import { hasIam, iamPages } from './send-iam.ts'
import { listUsers } from './users.ts'

type Call = (client: StorageClient, ...input: unknown[]) => unknown
type Respond = (request: ReceivedRequest, response: ServerResponse) => void

const files = readdirSync(import.meta.dirname)
  .filter((name) => !/\.test\.|policy-names/.test(name))
  .map((name) => `./${name}`)
const modules: Record<string, unknown>[] = await Promise.all(files.map((file) => import(file)))
const calls = modules
  .flatMap((exports) => Object.entries(exports))
  .filter((entry): entry is [string, Call] => /^(async )?function \w+\(\s*_?client/.test(String(entry[1])))

const KEY = { accessKey: 'one', secretKey: 'secret', name: '', description: '', isEnabled: true }
/** What some of the calls need. */
const INPUTS: unknown[][] = [
  ['user', 'one'],
  ['one', ['one']],
  ['one', '{}'],
  [{ kind: 'user', name: 'one' }, ['one']],
  [{ kind: 'managed', name: 'one' }],
  [{ name: 'one', secretKey: '', isEnabled: true }],
  ['one', { isEnabled: true }],
  [{ ...KEY, targetUser: 'one' }],
]

async function serverOf(respond: Respond, options: Partial<EndpointOptions> = {}) {
  const { client, requests } = await clientOf(respond)
  const profile = { kind: 's3', product: 'versitygw' } as const
  const endpoint = new StorageEndpoint({ url: client.endpoint.url, profile, ...options })
  onTestFinished(() => endpoint.close())
  return { client: { ...client, endpoint }, requests }
}

const answer = (action: string, result = '') => `<${action}Response>${result}</${action}Response>`
const actionOf = ({ body }: ReceivedRequest) => new URLSearchParams(body).get('Action') ?? ''

test('finds the calls of IAM', () => {
  expect(calls.length).toBeGreaterThan(30)
})

/** IAM has nothing to disable. */
const OF_NOTHING = ['setUserStatus', 'setGroupStatus']

/** Tries a call with each input, and returns what came of it. */
function tried(call: Call, client: StorageClient): Promise<unknown[]> {
  return Promise.all(
    INPUTS.map(async (input) => {
      try {
        return await call(client, ...input)
      } catch (error) {
        return error
      }
    }),
  )
}

test.each(calls)('sends nothing of %s to a server that wasn’t found to have IAM', async (name, call) => {
  const iam = await serverOf((request, response) => response.end(answer(actionOf(request))), { iam: { isThere: true } })
  await tried(call, iam.client)
  if (name !== 'hasIam') expect(iam.requests.length > 0).toBe(!OF_NOTHING.includes(name))

  const respond: Respond = (_request, response) => response.writeHead(405).end(errorDocument('MethodNotAllowed'))
  const { client, requests } = await serverOf(respond)
  expect(await hasIam(client)).toBe(false)
  requests.length = 0
  const outcomes = await tried(call, client)
  expect(requests).toEqual([])
  if (name !== 'hasIam') expect(outcomes).toContainEqual(expect.objectContaining({ code: 'NotImplemented' }))
})

test.each<[string, boolean, number, string]>([
  ['IAM', true, 200, answer('ListUsers', '<ListUsersResult><Users/></ListUsersResult>')],
  [
    'IAM that refuses this user',
    true,
    403,
    '<ErrorResponse><Error><Code>AccessDenied</Code><Message>not authorized to perform: iam:ListUsers</Message></Error></ErrorResponse>',
  ],
  ['versitygw', false, 405, errorDocument('MethodNotAllowed')],
  ['a server that takes POST for the list of buckets', false, 200, '<ListAllMyBucketsResult/>'],
  ['a server with STS only', false, 400, '<ErrorResponse><Error><Code>InvalidAction</Code></Error></ErrorResponse>'],
  ['a website', false, 200, '<!doctype html><title>Shop</title>'],
  ['a server that returns what it is sent', false, 200, 'Action=ListUsers'],
])('asks %s once, with a call that changes nothing', async (_, isThere, status, body) => {
  const { client, requests } = await serverOf((_request, response) => response.writeHead(status).end(body))
  expect([await hasIam(client), await hasIam(client)]).toEqual([isThere, isThere])
  expect(requests.map((request) => [request.method, request.url, actionOf(request)])).toEqual([
    ['POST', '/', 'ListUsers'],
  ])
  expect(requests[0]?.headers.authorization).toMatch(/\/us-east-1\/iam\/aws4_request/)
})

test('concludes nothing from keys without any permission, or while the server starts', async () => {
  const denied = errorDocument('AccessDenied')
  const bodies: [number, string][] = [
    [403, denied],
    [503, errorDocument('ServiceUnavailable')],
    [200, answer('ListUsers', '<ListUsersResult><Users/></ListUsersResult>')],
  ]
  const { client } = await serverOf((_request, response) => {
    const [status, body] = bodies.shift() ?? [500, '']
    response.writeHead(status).end(body)
  })
  expect([await hasIam(client), await hasIam(client), await hasIam(client)]).toEqual([false, false, true])
})

test('sends calls to the address of IAM, and asks nobody if the settings say that there is none', async () => {
  const iam = await clientOf((_request, response) =>
    response.end(answer('ListUsers', '<ListUsersResult><Users/></ListUsersResult>')),
  )
  const { client, requests } = await serverOf((_request, response) => response.end(), {
    iam: { url: iam.client.endpoint.url },
  })
  expect(await hasIam(client)).toBe(true)
  expect([requests.length, iam.requests.length]).toEqual([0, 1])
  const none = await serverOf((_request, response) => response.end(), { iam: { isThere: false } })
  await expect(listUsers(none.client)).rejects.toMatchObject({ code: 'NotImplemented' })
  expect(none.requests).toEqual([])
})

const page = (marker: string) =>
  `<ListUsersResult><Users><member><UserName>u${marker}</UserName></member></Users><IsTruncated>true</IsTruncated><Marker>${marker}</Marker></ListUsersResult>`

test('follows the markers of pages', async () => {
  const { client, requests } = await serverOf(
    (request, response) => {
      const marker = new URLSearchParams(request.body).get('Marker')
      const last = '<ListUsersResult><Users/><IsTruncated>false</IsTruncated></ListUsersResult>'
      response.end(answer('ListUsers', marker === '2' ? last : page(marker === null ? '1' : '2')))
    },
    { iam: { isThere: true } },
  )
  expect(await iamPages(client, 'ListUsers')).toHaveLength(3)
  expect(requests).toHaveLength(3)
})

test.each<[string, Respond]>([
  ['pages without an end', (_request, response) => response.end(answer('ListUsers', page('same')))],
  ['a website', (_request, response) => response.end('<!doctype html><title>Shop</title>')],
  ['the response to another call', (_request, response) => response.end(answer('ListGroups'))],
  ['a document without an end', (_request, response) => response.end(answer('ListUsers', 'x'.repeat(9 << 20)))],
  ['a deep document', (_request, response) => response.end(answer('ListUsers', '<a>'.repeat(50) + '</a>'.repeat(50)))],
])('ends with an error for %s', async (_, respond) => {
  const { client } = await serverOf(respond, { iam: { isThere: true } })
  await expect(iamPages(client, 'ListUsers')).rejects.toMatchObject({ kind: 'unreadable' })
})

test('names the permission that a refused call needs', async () => {
  const respond: Respond = (_request, response) => response.writeHead(403).end(errorDocument('AccessDenied'))
  const { client } = await serverOf(respond, { iam: { isThere: true } })
  await expect(iamPages(client, 'ListGroups')).rejects.toMatchObject({ permission: 'iam:ListGroups' })
})
