/** Test data that a journey creates at the storage directly, not through the console. */

import { accountsOf, texts, uniqueName } from '@cooperage/testkit'
import { expect } from '@playwright/test'
import type { StorageProcess } from './storage-process.ts'

/** Concurrent requests while many objects are created. */
const PARALLEL = 16

/** For `expect.poll` of listings: those of MinIO lag behind writes. */
export const LISTED = { timeout: 30_000 }

export interface Keys {
  accessKey: string
  secretKey: string
}

export interface User extends Keys {
  /** Removes the policy that the user was created with. */
  losePolicy(): Promise<void>
  /** Replaces it. */
  setPolicy(policy: object): Promise<void>
}

export interface Given {
  /** An empty bucket with its own name. */
  bucket(prefix?: string): Promise<string>
  /** Stores one object; its body is the key unless another is given. */
  object(bucket: string, key: string, body?: string | Uint8Array): Promise<void>
  objects(bucket: string, keys: readonly string[]): Promise<void>
  /** A user with exactly this policy, or with none. */
  user(policy?: object): Promise<User>
}

export function givenAt(storage: StorageProcess): Given {
  const object: Given['object'] = async (bucket, key, body = key) => {
    await storage.request({ method: 'PUT', bucket, key, body })
  }
  return {
    async bucket(prefix = 'bucket') {
      const bucket = uniqueName(prefix)
      await storage.request({ method: 'PUT', bucket })
      return bucket
    },
    object,
    async objects(bucket, keys) {
      const waiting = [...keys]
      const worker = async () => {
        for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) await object(bucket, key)
      }
      await Promise.all(Array.from({ length: PARALLEL }, worker))
      // A page that reads the folder too early would never show the missing objects.
      const [last] = keys
      if (last === undefined) return
      const query = { 'list-type': '2', prefix: last, 'max-keys': '1' }
      const found = async () => texts((await storage.request({ method: 'GET', bucket, query })).text, 'Key').length
      await expect.poll(found, LISTED).toBe(1)
    },
    async user(policy) {
      const accounts = accountsOf(storage)
      const keys = await accounts.user()
      const setPolicy: User['setPolicy'] = (document) => accounts.putPolicy(keys.accessKey, document)
      if (policy !== undefined) {
        await setPolicy(policy)
        await accounts.setPolicies(keys, keys.accessKey)
      }
      return { ...keys, setPolicy, losePolicy: () => accounts.setPolicies(keys) }
    },
  }
}

/** The keys of a bucket, in the order of the storage. For buckets of up to a thousand objects. */
export async function keysOf(storage: StorageProcess, bucket: string): Promise<string[]> {
  const query = { 'list-type': '2', 'encoding-type': 'url' }
  const { text } = await storage.request({ method: 'GET', bucket, query })
  return texts(text, 'Key').map((key) => decodeURIComponent(key.replaceAll('+', ' ')))
}

/** Waits until the storage lists that many keys: later listings of the bucket are complete. */
export async function listed(storage: StorageProcess, bucket: string, count: number): Promise<void> {
  await expect.poll(async () => (await keysOf(storage, bucket)).length, LISTED).toBe(count)
}

/** The names of all buckets at the storage. */
export async function bucketsOf(storage: StorageProcess): Promise<string[]> {
  const { text } = await storage.request({ method: 'GET' })
  return texts(text, 'Name')
}
