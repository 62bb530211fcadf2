/** A server with one drive heals nothing, the engine and MinIO alike. A scripted one heals as slowly as a test needs. */
import type { HealProgress } from '@cooperage/contract'
import { allow } from '@cooperage/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { startConsole, withConsole } from '../running-console.ts'
import { accountDocument, scriptedStorage, stsKeys } from '../scripted-storage.ts'
import { closeSocket, openSocket } from '../socket-visitor.ts'
import { visitor } from '../visitor.ts'

const given = await withConsole()

test('does not offer healing, and explains why', async () => {
  const { user, bucket } = await given.userWithBucket()
  const session = (await user.get('/api/v1/session')).json as { features: string[]; pages: string[] }
  expect(session.features).not.toContain('heal')
  expect(session.pages).toContain('/heal')
  const view = await openSocket(user, `/ws/heal/${bucket}?recursive=true&force-start=true`)
  expect(await view.closed).toEqual({ code: 1011, reason: 'NotInThisSetup' })
  const { status, json } = await user.get('/api/v1/admin/heal')
  expect(status).toBe(501)
  expect(json).toMatchObject({
    code: 'NotInThisSetup',
    message: 'The storage server doesn’t support healing, which needs several drives.',
  })
})

test.each(['recursive=zzz', 'scan=slow', 'force-start=1'])('refuses %s', async (query) => {
  await expect(openSocket(await given.user(), `/ws/heal/photos?${query}`)).rejects.toThrow('refused with 400')
})

const NEVER = '0001-01-01T00:00:00Z'
const item = (object: string) => ({
  ...{ type: 'object', bucket: 'photos', object, detail: '', dataBlocks: 2, parityBlocks: 2, objectSize: 5 },
  ...{ before: { drives: [{ state: 'ok' }] }, after: { drives: [{ state: 'ok' }] } },
})

/** A storage whose heal `T` has one more item at each call, until it is stopped. */
async function slowHeal() {
  const calls: string[] = []
  const state = { isStopped: false, isGone: false }
  const storage = await scriptedStorage((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://storage')
    if (pathname === '/') return response.end(stsKeys())
    if (pathname.endsWith('/accountinfo'))
      return response.end(accountDocument({ Version: '2012-10-17', Statement: [allow(['admin:*'])] }))
    if (state.isGone) return void request.socket.destroy()
    calls.push(`${pathname.slice('/minio/admin/v3'.length)}${new URL(request.url ?? '', 'http://s').search}`)
    if (!searchParams.has('clientToken')) return response.end(JSON.stringify({ clientToken: 'T' }))
    const started = state.isStopped ? NEVER : new Date().toISOString()
    const Items = state.isStopped ? null : [item(`${calls.length}`)]
    response.end(JSON.stringify({ Summary: state.isStopped ? 'finished' : 'running', StartTime: started, Items }))
  })
  const consoles = await Promise.all([startConsole(storage.url), startConsole(storage.url)])
  onTestFinished(async () => {
    for (const one of consoles) await one.stop()
    await storage.stop()
  })
  const users = []
  for (const { url } of consoles) {
    const user = visitor(url)
    await user.signIn({ accessKey: 'alice', secretKey: 'alice-secret' })
    users.push(user)
  }
  const [user, elsewhere] = users
  if (user === undefined || elsewhere === undefined) throw new Error('there are two consoles')
  return { user, elsewhere, calls, state }
}

const last = ({ messages }: { messages: unknown[] }) => messages.at(-1) as HealProgress | undefined

test('a heal that is stopped elsewhere ends as stopped, with its counts', async () => {
  const { user, state } = await slowHeal()
  const view = await openSocket(user, '/ws/heal/photos?recursive=true')
  await expect.poll(() => last(view)?.itemsScanned).toBe(2)
  state.isStopped = true
  expect(await view.closed).toEqual({ code: 1000, reason: '' })
  expect(last(view)).toMatchObject({ summary: 'stopped', itemsScanned: 2 })
})

test('keeps counting for a view that reconnects, and marks the counts of another console as partial', async () => {
  const { user, elsewhere, calls } = await slowHeal()
  const first = await openSocket(user, '/ws/heal/photos?prefix=a%20b/&recursive=true&scan=deep&force-start=true')
  await expect.poll(() => last(first)?.itemsScanned).toBe(1)
  await closeSocket(first)
  const again = await openSocket(user, '/ws/heal/photos?prefix=a%20b/&token=T')
  await expect.poll(() => last(again)?.itemsScanned).toBe(2)
  expect(last(again)).toMatchObject({ isPartial: false, clientToken: 'T' })
  const other = await openSocket(elsewhere, '/ws/heal/photos?prefix=a%20b/&token=T')
  await expect.poll(() => last(other)?.itemsScanned).toBe(1)
  expect(last(other)).toMatchObject({ isPartial: true })
  expect(calls.slice(0, 2)).toEqual(['/heal/photos/a%20b/?forceStart=true', '/heal/photos/a%20b/?clientToken=T'])
  await Promise.all([closeSocket(again), closeSocket(other)])
})

test('a heal whose storage server is killed resumes with its counts', async () => {
  const { user, state } = await slowHeal()
  const view = await openSocket(user, '/ws/heal/photos?recursive=true')
  await expect.poll(() => last(view)?.itemsScanned).toBe(1)
  state.isGone = true
  expect(await view.closed).toEqual({ code: 1011, reason: 'StorageUnreachable' })
  state.isGone = false
  const again = await openSocket(user, '/ws/heal/photos?token=T')
  await expect.poll(() => last(again)?.itemsScanned).toBe(2)
  expect(last(again)).toMatchObject({ isPartial: false })
  await closeSocket(again)
})
