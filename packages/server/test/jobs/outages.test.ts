/** The storage server can't be reached while a job runs. */
import { startFaultProxy } from '@cooperage/testkit'
import { expect, test, vi } from 'vitest'
import { objectStorage } from '../objects/object-storage.ts'
import { startConsole, withConsole } from '../running-console.ts'
import { visitor } from '../visitor.ts'
import { ended, jobThat, startJob, withoutJobKeys } from './job-calls.ts'
import { watchedStorage } from './watched-storage.ts'

const given = await withConsole()
const { bucketWith, keys, put } = objectStorage(given)

test('waits, says why, and continues without repeating what was done', { timeout: 90_000 }, async () => {
  const { bucket } = await bucketWith()
  for (let at = 0; at < 20; at++) await put(bucket, `a/${at}`)
  const watched = await watchedStorage(given.storage.url)
  const proxy = await startFaultProxy(watched.url)
  const server = await startConsole(proxy.url)
  const user = visitor(server.url)
  await user.signIn(given.storage.root)
  let copies = 0
  let isOut = false
  watched.onResponse = async ({ method, headers }) => {
    if (method !== 'PUT' || headers['x-amz-copy-source'] === undefined) return
    copies += 1
    if (copies !== 3) return
    await proxy.fail('stopped')
    isOut = true
  }
  const { id } = await startJob(user, { kind: 'copy', bucket, units: [{ source: 'a/', target: 'b/' }] })
  await vi.waitFor(() => expect(isOut).toBe(true), { timeout: 30_000 })
  // The connections that were refused are enough.
  await proxy.fail('none')
  const job = await jobThat(user, { id }, ({ events }) => events.some(({ event }) => event === 'waiting'))
  expect(job.events.find(({ event }) => event === 'waiting')?.detail).not.toBe('')
  expect(await ended(user, job)).toMatchObject({ status: 'done', done: 20, failed: 0, problem: '' })
  expect([copies, (await keys(bucket)).length]).toEqual([20, 40])
  await withoutJobKeys(user)
  await server.stop()
  await proxy.close()
  watched.close()
})
