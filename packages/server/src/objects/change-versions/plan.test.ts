/** Thousands of random histories, each planned, carried out on a simple store and compared with what should be left. */
import type { ListedVersion } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { type VersionAction, type VersionGoal, VersionPlan } from './plan.ts'

const SEED = Number(process.env.COOPERAGE_TEST_SEED ?? 11)
const HISTORIES = 3_000 * Number(process.env.COOPERAGE_TEST_SCALE ?? 1)
const DAY_MS = 86_400_000

/** A small random generator (mulberry32), so that a printed seed reproduces the histories. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** A bucket: the versions of each key, the newest first. */
class Store {
  readonly keys = new Map<string, ListedVersion[]>()
  private readonly isVersioned: () => boolean
  private lastId = 0

  constructor(isVersioned = () => true) {
    this.isVersioned = isVersioned
  }

  put(key: string, at: number, version: Partial<ListedVersion>): ListedVersion {
    const isReplacing = !this.isVersioned()
    const versionId = isReplacing ? 'null' : `v${++this.lastId}`
    const added = {
      ...{ key, versionId, isLatest: true, isDeleteMarker: false, size: 1, etag: '', lastModified: at },
      ...version,
    }
    const others = (this.keys.get(key) ?? []).filter((other) => !isReplacing || other.versionId !== 'null')
    this.keys.set(key, [added, ...others.map((other) => ({ ...other, isLatest: false }))])
    return added
  }

  mark(key: string, at: number): void {
    this.put(key, at, { isDeleteMarker: true, size: 0, etag: '' })
  }

  remove(key: string, versionId: string): void {
    this.keys.set(
      key,
      (this.keys.get(key) ?? []).filter((version) => version.versionId !== versionId),
    )
  }

  /** What a listing returns. */
  listed(): ListedVersion[] {
    return [...this.keys.keys()].sort().flatMap((key) => this.keys.get(key) ?? [])
  }

  /** What is visible at a time, as Rewind shows it: content by key. */
  visible(at: number): Map<string, string> {
    const shown = new Map<string, string>()
    for (const [key, versions] of this.keys) {
      const then = versions.find(({ lastModified }) => lastModified <= at)
      if (then !== undefined && !then.isDeleteMarker) shown.set(key, contentOf(then))
    }
    return shown
  }

  /** Every version that has content. */
  contents(): string[] {
    return this.listed()
      .filter(({ isDeleteMarker }) => !isDeleteMarker)
      .map(({ key, versionId }) => `${key} ${versionId}`)
  }

  carryOut(actions: readonly VersionAction[], at: number): void {
    for (const action of actions) {
      if (action.kind === 'mark') this.mark(action.key, at)
      if (action.kind === 'remove') this.remove(action.key, action.versionId)
      if (action.kind === 'copy') {
        const source = this.keys.get(action.key)?.find(({ versionId }) => versionId === action.versionId)
        if (source === undefined) throw new Error('the version to copy is missing')
        const { etag, size, metadata } = source
        this.put(action.key, at, { etag, size, ...(metadata && { metadata }) })
      }
    }
  }
}

const contentOf = ({ etag, size, metadata }: ListedVersion) =>
  JSON.stringify([etag, size, metadata?.headers?.['x-amz-meta-a'], metadata?.tags])

type Random = (below: number) => number

const LOCKS: Record<string, string>[] = [
  {},
  {},
  {},
  { 'x-amz-object-lock-legal-hold': 'ON' },
  { 'x-amz-object-lock-mode': 'GOVERNANCE', 'x-amz-object-lock-retain-until-date': '2100-01-01T00:00:00Z' },
  { 'x-amz-object-lock-mode': 'COMPLIANCE', 'x-amz-object-lock-retain-until-date': '2100-01-01T00:00:00Z' },
  { 'x-amz-object-lock-mode': 'COMPLIANCE', 'x-amz-object-lock-retain-until-date': '1970-01-01T00:00:00Z' },
]

/** Some keys written, deleted and purged at random times, one event per day. */
function randomStore(random: Random, isVersioned?: () => boolean): { store: Store; now: number } {
  const store = new Store(isVersioned)
  const events = random(14)
  for (let day = 1; day <= events; day++) {
    const key = `k${random(3)}`
    const at = day * DAY_MS
    const chance = random(10)
    if (chance < 6) {
      const headers = {
        'content-type': 'text/plain',
        'x-amz-meta-a': String(random(2)),
        ...LOCKS[random(LOCKS.length)],
      }
      const metadata = random(8) === 0 ? undefined : { headers, tags: `t=${random(2)}` }
      store.put(key, at, { etag: `e${random(3)}`, size: random(2), ...(metadata && { metadata }) })
    } else if (chance < 9) store.mark(key, at)
    else {
      const versions = store.keys.get(key) ?? []
      const purged = versions[random(versions.length || 1)]
      if (purged) store.remove(key, purged.versionId)
    }
  }
  return { store, now: (events + 1) * DAY_MS }
}

function planned(store: Store, goal: VersionGoal, asOf: number): VersionAction[] {
  const plan = new VersionPlan(goal, asOf)
  const actions = store.listed().flatMap((version) => plan.add(version))
  return [...actions, ...plan.end()]
}

function forHistories(check: (random: Random) => void): void {
  for (let history = 0; history < HISTORIES; history++) {
    const seed = SEED + history
    try {
      check(randomFrom(seed))
    } catch (error) {
      throw new Error(`history of COOPERAGE_TEST_SEED=${seed}`, { cause: error })
    }
  }
}

const changing = (actions: readonly VersionAction[]) =>
  actions.filter(({ kind }) => kind === 'copy' || kind === 'mark' || kind === 'remove')

describe('a restore to a time', () => {
  test('shows every object as it was then, and loses no version', () => {
    forHistories((random) => {
      const { store, now } = randomStore(random)
      const at = random(now)
      const wanted = store.visible(at)
      const before = store.contents()
      const goal: VersionGoal = { kind: 'restore', at, isNullReplaced: false }
      store.carryOut(planned(store, goal, now), now + 1)
      expect(store.visible(now + 1)).toEqual(wanted)
      expect(store.contents()).toEqual(expect.arrayContaining(before))
    })
  })

  test('repeats nothing, whenever it was interrupted', () => {
    forHistories((random) => {
      const { store, now } = randomStore(random)
      const at = random(now)
      const wanted = store.visible(at)
      const goal: VersionGoal = { kind: 'restore', at, isNullReplaced: false }
      const actions = planned(store, goal, now)
      const done = random(actions.length + 1)
      store.carryOut(actions.slice(0, done), now + 1)
      const rest = planned(store, goal, now)
      expect(changing(rest)).toEqual(changing(actions.slice(done)))
      store.carryOut(rest, now + 2)
      expect(store.visible(now + 2)).toEqual(wanted)
      expect(changing(planned(store, goal, now))).toEqual([])
    })
  })

  test('leaves alone what changed after the decision', () => {
    forHistories((random) => {
      const { store, now } = randomStore(random)
      store.put('k0', now + 1, { etag: 'from someone else', size: 9 })
      const goal: VersionGoal = { kind: 'restore', at: random(now), isNullReplaced: false }
      const actions = planned(store, goal, now)
      expect(actions.filter(({ key }) => key === 'k0')).toEqual([{ kind: 'leave', key: 'k0', reason: 'newer' }])
    })
  })

  test('loses no version where versioning is suspended either', () => {
    forHistories((random) => {
      let isEnabled = true
      const { store, now } = randomStore(random, () => {
        isEnabled = random(3) > 0
        return isEnabled
      })
      const suspended = new Store(() => false)
      for (const [key, versions] of store.keys) suspended.keys.set(key, versions)
      const at = random(now)
      const wanted = suspended.visible(at)
      const before = suspended.contents()
      const actions = planned(suspended, { kind: 'restore', at, isNullReplaced: true }, now)
      const refused = new Set(actions.filter(({ kind }) => kind === 'refuse').map(({ key }) => key))
      const kept = new Map([...suspended.visible(now)].filter(([key]) => refused.has(key)))
      suspended.carryOut(actions, now + 1)
      expect(suspended.contents()).toEqual(expect.arrayContaining(before))
      const shown = suspended.visible(now + 1)
      for (const key of ['k0', 'k1', 'k2']) {
        expect(shown.get(key), key).toBe(refused.has(key) ? kept.get(key) : wanted.get(key))
      }
    })
  })
})

test('an undeletion brings back what was deleted since a time, and nothing else', () => {
  forHistories((random) => {
    const { store, now } = randomStore(random)
    const since = random(now)
    const before = store.contents()
    const expected = store.visible(now)
    for (const [key, versions] of store.keys) {
      const [latest] = versions
      const below = versions.find(({ isDeleteMarker }) => !isDeleteMarker)
      if (latest?.isDeleteMarker && below && latest.lastModified > since) expected.set(key, contentOf(below))
    }
    const goal: VersionGoal = { kind: 'undelete', since }
    const actions = planned(store, goal, now)
    store.carryOut(actions.slice(0, random(actions.length + 1)), now)
    store.carryOut(planned(store, goal, now), now)
    expect(store.visible(now)).toEqual(expected)
    expect(store.contents()).toEqual(before)
    expect(changing(planned(store, goal, now))).toEqual([])
  })
})

test('an undeletion leaves alone what was deleted after the decision', () => {
  const store = new Store()
  store.put('a', 1, {})
  store.mark('a', 3)
  expect(planned(store, { kind: 'undelete', since: 0 }, 2)).toEqual([{ kind: 'leave', key: 'a', reason: 'newer' }])
})

describe('the deletion of noncurrent versions', () => {
  test('deletes each that was replaced long enough ago and isn’t locked, also if it is interrupted', () => {
    forHistories((random) => {
      const { store, now } = randomStore(random)
      const [days, bypass] = [random(8), random(2) === 0]
      const shown = store.visible(now)
      const isKept = (version: ListedVersion, index: number, versions: ListedVersion[]) => {
        const newer = versions[index - 1]
        const headers = version.metadata?.headers ?? {}
        const mode = headers['x-amz-object-lock-mode']
        const isRetained = headers['x-amz-object-lock-retain-until-date']?.startsWith('2100') ?? false
        const isLocked =
          headers['x-amz-object-lock-legal-hold'] === 'ON' || (isRetained && !(bypass && mode === 'GOVERNANCE'))
        return newer === undefined || newer.lastModified >= now - days * DAY_MS || isLocked
      }
      const left = new Map([...store.keys].map(([key, versions]) => [key, versions.filter(isKept)]))
      const goal: VersionGoal = { kind: 'deleteNoncurrent', days, bypass }
      const actions = planned(store, goal, now)
      store.carryOut(actions.slice(0, random(actions.length + 1)), now)
      store.carryOut(planned(store, goal, now), now)
      expect(store.keys).toEqual(left)
      expect(store.visible(now)).toEqual(shown)
    })
  })

  test('reports locked versions', () => {
    const store = new Store()
    store.put('a', 1, { metadata: { headers: { 'x-amz-object-lock-legal-hold': 'ON' } } })
    store.put('a', 2, {})
    store.put('a', 3, {})
    expect(planned(store, { kind: 'deleteNoncurrent', days: 0, bypass: true }, 4)).toEqual([
      { kind: 'remove', key: 'a', versionId: 'v2', size: 1, lastModified: 2 },
      { kind: 'refuse', key: 'a', reason: 'locked' },
    ])
  })
})
