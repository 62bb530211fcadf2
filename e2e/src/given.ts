/** What a journey finds at the storage when it begins, put there behind the console's back. */

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startMcFor, tempFolder, texts, uniqueName } from '@cooperage/testkit'
import type { StorageProcess } from './storage-process.ts'

/** Requests under way at once while many objects are made. */
const PARALLEL = 16

export interface Keys {
  accessKey: string
  secretKey: string
}

export interface Given {
  /** An empty bucket with a name of its own. */
  bucket(prefix?: string): Promise<string>
  /** Stores one object; its key unless a body is given. */
  object(bucket: string, key: string, body?: string | Uint8Array): Promise<void>
  objects(bucket: string, keys: readonly string[]): Promise<void>
  /** A user of real MinIO with exactly this policy, or with none. */
  user(policy?: object): Promise<Keys>
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
    },
    async user(policy) {
      const keys = { accessKey: uniqueName('user'), secretKey: 'secret-of-a-user' }
      const mc = await startMcFor(storage)
      const folder = tempFolder('journey-policy')
      const run = async (...args: string[]) => {
        const { exitCode, stdout, stderr } = await mc.run(...args)
        if (exitCode !== 0) throw new Error(`mc ${args.join(' ')}: ${stdout}${stderr}`)
      }
      try {
        await run('admin', 'user', 'add', 'it', keys.accessKey, keys.secretKey)
        if (policy !== undefined) {
          const file = join(folder.path, 'policy.json')
          await writeFile(file, JSON.stringify(policy))
          await run('admin', 'policy', 'create', 'it', keys.accessKey, file)
          await run('admin', 'policy', 'attach', 'it', keys.accessKey, '--user', keys.accessKey)
        }
      } finally {
        mc.stop()
        folder.remove()
      }
      return keys
    },
  }
}

/** The keys of a bucket as the storage holds them, in its order. For buckets of up to a thousand objects. */
export async function keysOf(storage: StorageProcess, bucket: string): Promise<string[]> {
  const query = { 'list-type': '2', 'encoding-type': 'url' }
  const { text } = await storage.request({ method: 'GET', bucket, query })
  return texts(text, 'Key').map((key) => decodeURIComponent(key.replaceAll('+', ' ')))
}

/** The names of all buckets at the storage. */
export async function bucketsOf(storage: StorageProcess): Promise<string[]> {
  const { text } = await storage.request({ method: 'GET' })
  return texts(text, 'Name')
}
