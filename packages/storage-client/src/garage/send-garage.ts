/**
 * Calls of Garage's admin API (v2), which has an address of its own and a token instead of keys (decision 38). They are only sent
 * to the address that the settings name, and only for a visitor who signed in with a token.
 */
import { type JsonObject, objectField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { readText } from '../read-whole.ts'
import { send } from '../send.ts'
import { StorageError } from '../storage-error.ts'

/** Far more than the list of a hundred thousand buckets has. */
const MAX_BYTES = 64 * 1024 * 1024

/** The calls that the console sends. The scope of a token is a list of them. */
export type GarageCall =
  | 'AllowBucketKey'
  | 'CreateBucket'
  | 'CreateKey'
  | 'DeleteBucket'
  | 'DeleteKey'
  | 'DenyBucketKey'
  | 'GetBucketInfo'
  | 'GetClusterHealth'
  | 'GetClusterLayout'
  | 'GetClusterStatus'
  | 'GetCurrentAdminTokenInfo'
  | 'GetKeyInfo'
  | 'ListBuckets'
  | 'ListKeys'
  | 'UpdateBucket'
  | 'UpdateKey'

/** An error that Garage returned for an admin call. */
export class GarageError extends StorageError {
  /** The call that the token needs in its scope: `garage:ListKeys`. */
  readonly permission: string

  constructor(call: GarageCall, { message, code, status }: StorageError, options: ErrorOptions) {
    super('refused', message, { code, status, ...options })
    this.permission = `garage:${call}`
  }
}

/** Whether the client can send admin calls to Garage. */
export function hasGarage({ endpoint, garage }: StorageClient): boolean {
  return endpoint.garage !== undefined && garage !== undefined
}

interface GarageInput {
  query?: Record<string, string>
  /** With it, or with `isWrite`, the call is a POST. */
  body?: JsonObject
  isWrite?: boolean
}

/**
 * Sends a call and returns the JSON of its response.
 * @throws StorageError `NotImplemented` for a client without a token
 */
export async function sendGarage(client: StorageClient, call: GarageCall, input: GarageInput = {}): Promise<unknown> {
  const { endpoint, garage, visitor, signal } = client
  if (endpoint.garage === undefined || garage === undefined) {
    const { product } = await endpoint.profile()
    throw new StorageError('refused', `No admin token of ${product}`, { code: 'NotImplemented', status: 501 })
  }
  const { query, body, isWrite = body !== undefined } = input
  try {
    const response = await send(
      { endpoint: endpoint.garage, visitor, ...(signal && { signal }) },
      {
        method: isWrite ? 'POST' : 'GET',
        path: `/v2/${call}`,
        api: 'garage',
        headers: { authorization: `Bearer ${garage.token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(query && { query }),
        ...(body && { body: JSON.stringify(body) }),
      },
    )
    return JSON.parse(await readText(response, signal, { maxBytes: MAX_BYTES }))
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw new StorageError('unreadable', `This isn’t the response to ${call}`, { cause: error })
    }
    if (!(error instanceof StorageError) || error.kind !== 'refused' || error.isGuess) throw error
    throw new GarageError(call, error, { cause: error })
  }
}

/** The response to a call as an object. @throws StorageError */
export async function garageObject(client: StorageClient, call: GarageCall, input?: GarageInput): Promise<JsonObject> {
  return objectField(await sendGarage(client, call, input))
}

/** The response to a call as a list of objects. @throws StorageError */
export async function garageList(client: StorageClient, call: GarageCall): Promise<JsonObject[]> {
  const list = await sendGarage(client, call)
  if (!Array.isArray(list)) throw new StorageError('unreadable', `This isn’t the response to ${call}`)
  return list.map((entry) => objectField(entry))
}
