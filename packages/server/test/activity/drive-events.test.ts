import { existsSync } from 'node:fs'
import type { ServerInfo } from '@cooperage/storage-client'
import { tempFolder } from '@cooperage/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { DriveEvents } from '../../src/activity/drive-events.ts'
import { openConsoleStore } from '../../src/shared/console-store/open-store.ts'

type Registry = ConstructorParameters<typeof DriveEvents>[0]

/** Replicas of a console that share a database. `meet`: the next queries of all of them are over before the first goes on. */
async function replicas(count: number) {
  const folder = tempFolder('drive-events')
  const log = { warn: () => undefined, error: () => undefined } as unknown as Registry['log']
  const store = openConsoleStore(`${folder.path}/console.sqlite`, log)
  onTestFinished(async () => {
    await store.close()
    folder.remove()
  })
  let [missing, all] = [0, Promise.withResolvers<void>()]
  const tables: typeof store.tables = (...of) => {
    const own = store.tables(...of)
    return {
      ...own,
      async all(...statement) {
        const rows = await own.all(...statement)
        if (--missing === 0) all.resolve()
        if (missing >= 0) await all.promise
        return rows
      },
    }
  }
  // A database that replicas share is there.
  const sharedStore = { ...store, tables, isCreated: () => true }
  const services = { sharedStore, settings: {}, now: () => 0 } as unknown as Registry['services']
  return {
    events: Array.from({ length: count }, () => new DriveEvents({ services, log })),
    meet: () => {
      missing = count
      all = Promise.withResolvers()
    },
  }
}

const seen = (states: readonly string[]) =>
  [
    {
      ...{ endpoint: 'a:9000', state: 'online' },
      drives: states.map((state, index) => ({ path: `/${index}`, endpoint: '', state, isHealing: false })),
    },
  ] as unknown as ServerInfo['servers']

test('an answer that took longer than a later one is ignored', async () => {
  const { events } = await replicas(1)
  const [one] = events as [DriveEvents]
  one.look()(seen(['ok']))
  await one.all()
  const slow = one.look()
  one.look()(seen(['offline']))
  await one.all()
  slow(seen(['ok']))
  expect(await one.all()).toMatchObject([{ from: 'ok', to: 'offline' }])
})

test('a store isn’t created before something has happened', async () => {
  const folder = tempFolder('drive-events')
  const file = `${folder.path}/console.sqlite`
  const log = { warn: () => undefined, error: () => undefined } as unknown as Registry['log']
  const sharedStore = openConsoleStore(file, log)
  onTestFinished(async () => {
    await sharedStore.close()
    folder.remove()
  })
  const services = { sharedStore, settings: {}, now: () => 0 } as unknown as Registry['services']
  const events = new DriveEvents({ services, log })
  events.look()(seen(['ok']))
  expect([await events.all(), existsSync(file)]).toEqual([[], false])
  events.look()(seen(['offline']))
  expect([await events.all(), existsSync(file)]).toMatchObject([[{ from: 'ok', to: 'offline' }], true])
})

test('of replicas that see changes at the same time, one keeps them', async () => {
  const { events, meet } = await replicas(2)
  const [one, other] = events as [DriveEvents, DriveEvents]
  one.look()(seen(['ok', 'ok', 'ok']))
  await one.all()
  meet()
  one.look()(seen(['offline', 'ok', 'ok']))
  other.look()(seen(['ok', 'offline', 'offline']))
  await Promise.all([one.all(), other.all()])
  const kept = (await one.all()).map(({ drive }) => drive)
  expect([['/0'], ['/1', '/2']]).toContainEqual(kept)
  other.look()(seen(['offline', 'offline', 'offline']))
  const all = (await other.all()).map(({ drive }) => drive)
  expect(all.slice(-kept.length)).toEqual(kept)
  expect(all.sort(), 'nothing is lost').toEqual(['/0', '/1', '/2'])
})
