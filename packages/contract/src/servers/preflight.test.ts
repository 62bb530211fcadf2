import { describe, expect, test } from 'vitest'
import { BUCKET_SETTINGS, type BucketFacts, type BucketSetting, type SettingFact } from './bucket-facts.ts'
import { preflight } from './preflight.ts'

const ALL = { settings: true, versions: true, locks: true }
const SET: Partial<SettingFact> = { state: 'set', count: 1 }

function facts(
  settings: Partial<Record<BucketSetting, Partial<SettingFact>>> = {},
  { access = 'own', objects = 0 }: { access?: BucketFacts['access']; objects?: number } = {},
): BucketFacts {
  const ofOne = (name: BucketSetting) => ({
    ...{ state: 'none' as const, count: 0, needs: [], reason: '' },
    ...settings[name],
  })
  return {
    access,
    settings: Object.fromEntries(BUCKET_SETTINGS.map((name) => [name, ofOne(name)])) as BucketFacts['settings'],
    contents: { objects, noncurrent: 0, deleteMarkers: 0, bytes: 0, isComplete: true, countedAt: '' },
  }
}

const MISSING = facts({}, { access: 'missing' })

function found(source: BucketFacts, target: BucketFacts, taken = ALL): string[] {
  return preflight(source, target, taken).map(({ what, outcome, why }) => `${what} ${outcome} ${why}`)
}

describe('The preflight of a migration', () => {
  test('has nothing to say about a plain bucket', () => {
    expect(found(facts(), MISSING)).toEqual([])
  })

  test.each([
    ['a bucket of someone else', facts({}, { access: 'refused' }), ['bucket blocked nameTaken']],
    ['an empty bucket', facts(), ['bucket kept bucketExists']],
    ['a bucket with objects', facts({}, { objects: 3 }), ['bucket unknown hasObjects']],
  ])('says if the name is that of %s', (_, target, expected) => {
    expect(found(facts(), target)).toEqual(expected)
  })

  test('keeps what both servers have', () => {
    const every = Object.fromEntries(BUCKET_SETTINGS.map((name) => [name, SET]))
    const findings = found(facts(every), MISSING)
    expect(findings.filter((one) => one.includes(' kept '))).toHaveLength(BUCKET_SETTINGS.length - 1)
    expect(findings[0]).toBe('replication lost otherServers')
  })

  test.each<[BucketSetting, string]>([
    ['versioning', 'blocked'],
    ['locking', 'blocked'],
    ['lifecycle', 'lost'],
    ['notifications', 'lost'],
    ['encryption', 'lost'],
    ['quota', 'lost'],
    ['cors', 'lost'],
    ['tags', 'lost'],
    ['policy', 'lost'],
  ])('says that %s which the target doesn’t support is %s', (what, outcome) => {
    const target = facts({ [what]: { state: 'unsupported' } }, { access: 'missing' })
    expect(found(facts({ [what]: SET }), target)).toEqual([`${what} ${outcome} unsupported`])
  })

  test('says what the visitor leaves behind', () => {
    const source = facts({ versioning: SET, locking: SET, retention: SET, tags: SET })
    expect(found(source, MISSING, { settings: false, versions: false, locks: false })).toEqual([
      'versioning lost notChosen',
      'locking lost notChosen',
      'retention lost notChosen',
      'tags lost notChosen',
    ])
    expect(found(source, MISSING, { ...ALL, locks: false })).toEqual([
      'locking lost notChosen',
      'retention lost notChosen',
      'versioning kept same',
      'tags kept same',
    ])
  })

  test('stops at a bucket without object lock, which it can’t get later', () => {
    const source = facts({ locking: SET, retention: SET })
    expect(found(source, facts())).toContain('locking blocked noLockLater')
    expect(found(source, facts({ locking: SET }))).toEqual([
      'bucket kept bucketExists',
      'locking kept same',
      'retention kept same',
    ])
  })

  test('names what else the target needs, and what it can’t know', () => {
    const needs = ['arn:minio:sqs::_:webhook']
    const source = facts({ notifications: { ...SET, needs }, lifecycle: SET })
    const target = facts({ lifecycle: { state: 'unknown' } }, { access: 'missing' })
    expect(preflight(source, target, ALL)).toEqual([
      { what: 'lifecycle', outcome: 'unknown', why: 'notKnown', names: [], count: 1 },
      { what: 'notifications', outcome: 'needs', why: 'names', names: needs, count: 1 },
    ])
  })

  test('counts what can’t be read as lost, with the reason', () => {
    const source = facts({ policy: { state: 'unread', reason: 'You don’t have permission.' } })
    expect(preflight(source, MISSING, ALL)).toMatchObject([
      { what: 'policy', outcome: 'lost', why: 'unread', names: ['You don’t have permission.'] },
    ])
    expect(preflight(source, MISSING, { ...ALL, settings: false })).toEqual([])
  })
})
