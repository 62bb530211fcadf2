import { describe, expect, test } from 'vitest'
import { BUCKET_SETTINGS, type BucketFacts, type BucketSetting, type SettingFact } from './bucket-facts.ts'
import { preflight } from './preflight.ts'

const ALL = { settings: true, versions: true, locks: true }
const SET: Partial<SettingFact> = { state: 'set', count: 1 }

function facts(
  settings: Partial<Record<BucketSetting, Partial<SettingFact>>> = {},
  { access = 'own', ...counts }: { access?: BucketFacts['access'] } & Partial<BucketFacts['contents']> = {},
): BucketFacts {
  const ofOne = (name: BucketSetting) => ({
    ...{ state: 'none' as const, count: 0, needs: [], reason: '' },
    ...settings[name],
  })
  return {
    access,
    settings: Object.fromEntries(BUCKET_SETTINGS.map((name) => [name, ofOne(name)])) as BucketFacts['settings'],
    contents: { objects: 0, noncurrent: 0, deleteMarkers: 0, bytes: 0, isComplete: true, countedAt: '', ...counts },
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
    ['a bucket with delete markers', facts({}, { deleteMarkers: 1 }), ['bucket unknown hasObjects']],
  ])('says if the name is that of %s', (_, target, expected) => {
    expect(found(facts(), target)).toEqual(expected)
  })

  test.each(['refused', 'missing'] as const)('stops at a bucket that is %s here', (access) => {
    expect(found(facts({}, { access }), MISSING)).toEqual(['bucket blocked notListed'])
  })

  test('says which settings of the target are replaced', () => {
    const source = facts({ versioning: SET, policy: SET, encryption: { ...SET, needs: ['key'] }, tags: SET })
    expect(found(source, facts({ versioning: SET, policy: SET, encryption: SET, quota: SET }))).toEqual([
      'encryption unknown replaces',
      'policy unknown replaces',
      'encryption needs names',
      'bucket kept bucketExists',
      'versioning kept same',
      'tags kept same',
    ])
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
    const source = facts({ notifications: { ...SET, needs }, lifecycle: SET, policy: SET })
    const target = facts({ lifecycle: { state: 'unknown' }, policy: { state: 'unread' } }, { access: 'missing' })
    expect(preflight(source, target, ALL)).toEqual([
      { what: 'lifecycle', outcome: 'unknown', why: 'notKnown', names: [], count: 1 },
      { what: 'policy', outcome: 'unknown', why: 'notKnown', names: [], count: 1 },
      { what: 'notifications', outcome: 'needs', why: 'names', names: needs, count: 1 },
    ])
  })

  test('counts what can’t be read as lost, with the reason', () => {
    const text = { key: 'error:AccessDenied', values: {}, text: 'You don’t have permission.' }
    const source = facts({ policy: { state: 'unread', reason: text.text, text } })
    expect(preflight(source, MISSING, ALL)).toMatchObject([
      { what: 'policy', outcome: 'lost', why: 'unread', names: ['You don’t have permission.'], text },
    ])
    expect(preflight(source, MISSING, { ...ALL, settings: false })).toEqual([])
  })
})
