/**
 * Calls of IAM's query API, which AWS and servers like it have: forms that are sent to `POST /`, and signed with the visitor's
 * own keys. They are only sent to a server that was found to have this API (decision 36): elsewhere nobody knows what it would
 * do with a form.
 */
import {
  type JsonObject,
  listField,
  objectField,
  readIamResponse,
  textField,
  WireError,
  writeIamForm,
} from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { readText } from '../read-whole.ts'
import { send } from '../send.ts'
import { StorageError } from '../storage-error.ts'

type Parameters = Readonly<Record<string, string>>

/** As much as a page of the largest lists has, several times. */
const MAX_BYTES = 8 * 1024 * 1024

/** Pages of a list: with the hundred entries that a page has by default, far more than an account may have. */
const MAX_PAGES = 500

/** An error that the server returned for a call of IAM. */
export class IamError extends StorageError {
  /** The permission that the call needs: `iam:ListUsers`. */
  readonly permission: string

  constructor(action: string, { message, code, status, server }: StorageError, options: ErrorOptions) {
    super('refused', message, { code, status, server, ...options })
    this.permission = `iam:${action}`
  }
}

/** A feature of the admin API that IAM has no call for. */
export class NotInIam extends StorageError {
  readonly feature: string

  constructor(feature: string) {
    super('refused', `IAM has no ${feature}`, { code: 'NotImplemented', status: 501 })
    this.feature = feature
  }
}

/**
 * Sends a call and returns the fields of its result.
 * @throws StorageError `NotImplemented` from a server without IAM
 */
export async function sendIam(client: StorageClient, action: string, parameters?: Parameters): Promise<JsonObject> {
  if (!(await hasIam(client))) {
    const { product } = await client.endpoint.profile()
    throw new StorageError('refused', `${product} has no IAM`, { code: 'NotImplemented', status: 501 })
  }
  return await exchange(client, action, parameters)
}

/**
 * All entries of one of the lists that an action returns page by page.
 * @throws StorageError `unreadable` if the server's pages don't end
 */
export async function listIam(
  client: StorageClient,
  action: string,
  list: string,
  parameters?: Parameters,
): Promise<unknown[]> {
  // By default, a page has a hundred.
  const pages = await iamPages(client, action, { MaxItems: '1000', ...parameters })
  return pages.flatMap((page) => listField(page, list))
}

/** All pages of an action. @throws StorageError */
export async function iamPages(client: StorageClient, action: string, parameters?: Parameters): Promise<JsonObject[]> {
  const pages: JsonObject[] = []
  const markers = new Set<string>()
  let marker = ''
  do {
    if (markers.has(marker) || pages.length > MAX_PAGES) throw new StorageError('unreadable', 'The pages don’t end')
    markers.add(marker)
    const page = await sendIam(client, action, { ...parameters, ...(marker !== '' && { Marker: marker }) })
    pages.push(page)
    marker = textField(page, 'IsTruncated').toLowerCase() === 'true' ? textField(page, 'Marker') : ''
  } while (marker !== '')
  return pages
}

/** Whether the server has IAM, as far as the client's keys show it. @throws StorageError if it doesn't respond */
export async function hasIam(client: StorageClient): Promise<boolean> {
  const { endpoint } = client
  if (endpoint.hasIam !== undefined) return endpoint.hasIam
  if ((await endpoint.profile()).kind !== 's3') return false
  const found = await probe(client)
  // Keys without any permission show nothing about the server.
  if (found !== 'unknown') endpoint.hasIam = found
  return found === true
}

/** Lists at most one user, which changes nothing. What else takes `POST /` has no such response, and no such error. */
async function probe(client: StorageClient): Promise<boolean | 'unknown'> {
  try {
    await exchange(client, 'ListUsers', { MaxItems: '1' })
    return true
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    if (error.kind === 'unreadable') return false
    if (error.kind !== 'refused') throw error
    if (error.message.includes('iam:ListUsers')) return true
    const isUndecided = error.code === 'AccessDenied' || (error.status >= 500 && error.status !== 501)
    return isUndecided && !error.isGuess ? 'unknown' : false
  }
}

async function exchange(client: StorageClient, action: string, parameters?: Parameters): Promise<JsonObject> {
  const at = { ...client, endpoint: client.endpoint.iam }
  try {
    const response = await send(at, {
      method: 'POST',
      path: '/',
      service: 'iam',
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
      body: writeIamForm(action, parameters),
    })
    return await readIamResponse(await readText(response, client.signal, { maxBytes: MAX_BYTES }), action)
  } catch (error) {
    if (error instanceof WireError) {
      throw new StorageError('unreadable', `This isn’t the response to ${action}`, { cause: error })
    }
    if (!(error instanceof StorageError) || error.kind !== 'refused' || error.isGuess) throw error
    throw new IamError(action, error, { cause: error })
  }
}

/** A list whose entries are objects. */
export function objectsIn(entries: readonly unknown[]): JsonObject[] {
  return entries.map((entry) => objectField(entry))
}
