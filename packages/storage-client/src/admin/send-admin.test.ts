import { expect, test } from 'vitest'
import { clientOf } from '../../test/scripted-server.ts'
import { StorageEndpoint } from '../endpoint.ts'

type Call = (...input: unknown[]) => unknown

const modules = {
  ...import.meta.glob<Record<string, unknown>>('./*.ts', { eager: true }),
  ...import.meta.glob<Record<string, unknown>>('../metrics/*-metrics.ts', { eager: true }),
}
const calls = Object.entries(modules)
  .filter(([file]) => !file.includes('.test.') && !/send-admin|sealed-payload/.test(file))
  .flatMap(([, exports]) => Object.entries(exports))
  .filter((entry): entry is [string, Call] => typeof entry[1] === 'function' && isCall(entry[1]))

/** Its first parameter is the server. */
function isCall(value: (...input: never[]) => unknown): boolean {
  return /^(async )?function\s*\*?\s*\w+\(\s*(client|\{ endpoint)/.test(value.toString())
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
    requests.length = 0
    const endpoint = new StorageEndpoint({ url: client.endpoint.url, profile: { kind: 's3', product: 'versitygw' } })
    const failure = await run(call, { ...client, endpoint }, ...(input ?? [])).catch((error: unknown) => error)
    await endpoint.close()

    expect(requests).toEqual([])
    expect(failure).toBeInstanceOf(StorageError)
    expect(failure).toMatchObject({ code: 'NotImplemented', status: 501 })

    async function workingInput(): Promise<unknown[] | undefined> {
      for (const one of INPUTS) {
        await run(call, client, ...one).catch(() => undefined)
        if (requests.length > 0) return one
      }
      return undefined
    }
  },
)
