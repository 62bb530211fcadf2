import { readdirSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { clientOf } from '../../test/scripted-server.ts'
import { StorageEndpoint } from '../endpoint.ts'

type Call = (...input: unknown[]) => unknown

const files = [...readdirSync(import.meta.dirname).map((name) => `./${name}`), '../metrics/cluster-metrics.ts'].filter(
  (file) => !file.includes('.test.') && !/send-admin|sealed-payload/.test(file),
)
const modules: Record<string, unknown>[] = await Promise.all(files.map((file) => import(file)))
const calls = modules
  .flatMap((exports) => Object.entries(exports))
  .filter((entry): entry is [string, Call] => isCall(entry[1]))

/** Its first parameter is the server. */
function isCall(value: unknown): boolean {
  return typeof value === 'function' && /^(async )?function\s*\*?\s*\w+\(\s*(client|\{ endpoint)/.test(String(value))
}

const RECORD = {
  name: 'one',
  accessKey: 'one',
  secretKey: 'one-secret',
  kind: 'user',
  kinds: ['s3'],
  type: 's3',
  bucket: 'one',
  prefix: '',
  seconds: 1,
  url: new URL('http://one.test'),
  credentials: { accessKey: 'one', secretKey: 'one-secret' },
  keys: { accessKey: 'one', secretKey: 'one-secret' },
}
/** What some of the calls need. */
const INPUTS: unknown[][] = [
  ['one', 'one', ['one'], 'one'],
  ['one', ['one'], 'one'],
  ['one', RECORD, RECORD, RECORD],
  [RECORD, RECORD, RECORD],
  [RECORD, ['one']],
  ['openid', 'one', {}],
  ['one', 'builtIn'],
  ['builtIn'],
  ['attach', RECORD, ['one']],
  [new Uint8Array([1])],
]

/** Runs a call to its end, whatever it returns. */
async function run(call: Call, ...input: unknown[]): Promise<unknown> {
  const result = await call(...input)
  if (typeof result !== 'object' || result === null || !(Symbol.asyncIterator in result)) return result
  return await Array.fromAsync(result as AsyncIterable<unknown>)
}

test('finds the calls of the admin API', () => {
  expect(calls.length).toBeGreaterThan(60)
})

test.each(calls)(
  'sends nothing of %s to a server without an admin API, where it would be an object',
  async (_, call) => {
    const { client, requests } = await clientOf((_request, response) => response.end('{}'))
    const input = await workingInput()
    expect(input, 'no input makes it send anything').toBeDefined()
    const hasRustfs = requests.every(({ url }) => url.startsWith('/minio/admin/v3/'))
    requests.length = 0
    const rustfs = new StorageEndpoint({ url: client.endpoint.url, profile: { kind: 'rustfs', product: 'RustFS' } })
    await run(call, { ...client, endpoint: rustfs }, ...(input ?? [])).catch(() => undefined)
    await rustfs.close()
    // RustFS takes the paths of MinIO's other calls for objects.
    expect(requests.filter(({ url }) => !url.startsWith('/minio/admin/v3/'))).toEqual([])
    // A request that is ended by its sender may arrive later.
    if (hasRustfs && call.name !== 'takesUsersFromLdap')
      await vi.waitFor(() => expect(requests).not.toEqual([]), 10_000)
    requests.length = 0
    const endpoint = new StorageEndpoint({ url: client.endpoint.url, profile: { kind: 's3', product: 'versitygw' } })
    // The one that finds out whether there is LDAP returns that there is none.
    const result = await run(call, { ...client, endpoint }, ...(input ?? [])).catch((error: unknown) => error)
    await endpoint.close()

    expect(requests).toEqual([])
    if (result !== false) expect(result).toMatchObject({ code: 'NotImplemented', status: 501 })

    async function workingInput(): Promise<unknown[] | undefined> {
      for (const one of INPUTS) {
        await run(call, client, ...one).catch(() => undefined)
        if (requests.length > 0) return one
      }
      return undefined
    }
  },
)
