/** Steps of restores, undeletions and deletions of noncurrent versions that are run again, after someone else has written too. */
import type { JobSpec } from '@cooperage/contract'
import { StorageEndpoint } from '@cooperage/storage-client'
import { afterAll, expect, test } from 'vitest'
import type { JobKind, StepResult } from '../../src/jobs/job-kind.ts'
import { kindOf } from '../../src/jobs/kinds/index.ts'
import { objectStorage } from '../objects/object-storage.ts'
import { withConsole } from '../running-console.ts'

const given = await withConsole()
const { request, bucketWith, head, put, remove, text, versions } = objectStorage(given)

const endpoint = new StorageEndpoint({ url: new URL(given.storage.url) })
afterAll(() => endpoint.close())

/** Plans a whole job, and runs its steps as often as asked. */
async function planned(spec: JobSpec) {
  const storage = { endpoint, credentials: given.storage.root, signal: new AbortController().signal }
  const kind: JobKind = kindOf(spec)
  const sides = { storage }
  const { steps, next } = await kind.plan(sides, spec, '', 0)
  expect(next).toBeUndefined()
  return async (isRepeated: boolean) => {
    const sum: StepResult = { done: 0, bytes: 0, skipped: 0, failures: [] }
    for (const step of steps) {
      const { done, bytes, failures } = await kind.run(sides, spec, step, isRepeated)
      sum.done += done
      sum.bytes += bytes
      sum.failures = [...sum.failures, ...failures]
    }
    return sum
  }
}

const paths = [{ path: '', recursive: true }]
const after = (time: number) => new Date(time).toISOString()
const IN_A_DAY = after(Date.now() + 86_400_000)

async function newestOf(bucket: string): Promise<number> {
  return Math.max(...(await versions(bucket)).map(({ lastModified }) => lastModified))
}

test('copies and delete markers of a restore are made once, and never on top of a later change', async () => {
  const { bucket } = await bucketWith({ versioning: true })
  for (const key of ['a', 'b']) await put(bucket, key, 'old')
  const then = await newestOf(bucket)
  await expect.poll(() => Date.now(), { interval: 5 }).toBeGreaterThan(then + 20)
  for (const key of ['a', 'b', 'c', 'd']) await put(bucket, key, 'changed')
  const run = await planned({ kind: 'restore', bucket, paths, at: after(then + 10), as_of: IN_A_DAY })
  const all = { done: 4, bytes: 6, skipped: 0, failures: [] }
  expect(await run(false)).toEqual(all)
  expect(await run(true)).toEqual(all)
  expect((await versions(bucket)).map(({ key, size }) => `${key} ${size}`)).toEqual([
    ...['a 3', 'a 7', 'a 3', 'b 3', 'b 7', 'b 3'],
    ...['c 0', 'c 7', 'd 0', 'd 7'],
  ])
  for (const key of ['a', 'c']) await put(bucket, key, 'from someone else')
  const repeated = await run(true)
  expect([repeated.done, repeated.failures.map(({ path }) => path).sort()]).toEqual([2, ['a', 'c']])
  expect([await text(bucket, 'a'), await text(bucket, 'b')]).toEqual(['from someone else', 'old'])
})

test('a version without an ID that was written later isn’t deleted', async () => {
  const { user, bucket, at } = await bucketWith()
  const versioning = async (isOn: boolean) =>
    expect((await user.call('PUT', `${at}/versioning`, { json: { versioning: isOn } })).status).toBe(204)
  await put(bucket, 'a', 'without an ID')
  await versioning(true)
  await put(bucket, 'a', 'with an ID')
  const run = await planned({ kind: 'deleteNoncurrent', bucket, paths, days: 0, bypass: false, as_of: IN_A_DAY })
  const one = { done: 1, bytes: 13, skipped: 0, failures: [] }
  expect(await run(false)).toEqual(one)
  expect(await run(true)).toEqual(one)
  await versioning(false)
  await put(bucket, 'a', 'later')
  expect(await run(true)).toEqual(one)
  expect(await text(bucket, 'a')).toBe('later')
})

test('an object that was deleted again stays deleted', async () => {
  const { bucket } = await bucketWith({ versioning: true })
  await put(bucket, 'a', 'one')
  await remove(bucket, 'a')
  const run = await planned({ kind: 'undelete', bucket, paths, as_of: IN_A_DAY })
  expect(await run(false)).toEqual({ done: 1, bytes: 0, skipped: 0, failures: [] })
  expect((await head(bucket, 'a'))['content-length']).toBe('3')
  await remove(bucket, 'a')
  await run(true)
  await expect(request({ method: 'HEAD', bucket, key: 'a' })).rejects.toThrow('404')
})
