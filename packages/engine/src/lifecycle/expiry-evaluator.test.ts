import { scaleAndSeed } from '@cooperage/testkit/random'
import { parseLifecycle } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { ExpiryEvaluator, type Verdict } from './expiry-evaluator.ts'
import { daysAfter, type ExpiryRule, expiryRules, latestExpiries, type RuledVersion, soonest } from './rules.ts'

const DAY = 24 * 60 * 60 * 1000
const NOW = Date.UTC(2026, 10, 21, 22, 53)

const rule = (inner: string, filter = '<Prefix></Prefix>') =>
  `<Rule><ID>a</ID><Status>Enabled</Status><Filter>${filter}</Filter>${inner}</Rule>`
const rulesOf = (...rules: string[]): ExpiryRule[] =>
  expiryRules(parseLifecycle(`<LifecycleConfiguration>${rules.join('')}</LifecycleConfiguration>`))
const expiration = (inner: string) => `<Expiration>${inner}</Expiration>`
const days = (n: number) => expiration(`<Days>${n}</Days>`)
const noncurrent = (n: number, newer = 0) =>
  `<NoncurrentVersionExpiration>${n === 0 ? '' : `<NoncurrentDays>${n}</NoncurrentDays>`}${newer === 0 ? '' : `<NewerNoncurrentVersions>${newer}</NewerNoncurrentVersions>`}</NoncurrentVersionExpiration>`
const tag = (key: string, value: string) => `<Tag><Key>${key}</Key><Value>${value}</Value></Tag>`

/** Ages in days, the latest first; a text is a delete marker. */
type Ages = readonly (number | string)[]

function versionsOf(ages: Ages, more: Partial<RuledVersion> = {}): RuledVersion[] {
  return ages.map((age, at) => ({
    key: 'k',
    versionId: String(at),
    isLatest: at === 0,
    isDeleteMarker: typeof age === 'string',
    size: typeof age === 'string' ? 0 : 10,
    lastModified: NOW - Number(age) * DAY,
    tags: {},
    ...more,
  }))
}

/** Evaluates all versions of a key, newest first. */
function evaluateKey(rules: readonly ExpiryRule[], versions: readonly RuledVersion[], now: number): Verdict[] {
  const evaluator = new ExpiryEvaluator(rules, now)
  const verdicts = versions.map((version, at) => evaluator.evaluate(version, at === versions.length - 1))
  return verdicts[0] === 'remove all' ? verdicts.map(() => 'remove all') : verdicts
}

/** What is left, as ages; `+` for the delete marker that an expiry makes. */
function left(rules: readonly ExpiryRule[], ages: Ages, more: Partial<RuledVersion> = {}): (number | string)[] {
  const verdicts = evaluateKey(rules, versionsOf(ages, more), NOW)
  const kept = ages.filter((_, at) => verdicts[at] === 'keep' || verdicts[at] === 'expire')
  return verdicts[0] === 'expire' ? ['+', ...kept] : kept
}

/** As a MinIO of February 2026 was seen to leave them, at that time of the day. */
const KEYS = {
  live: [2, 5, 10],
  old: [12, 15, 20],
  deleted: ['8', 15, 20],
  marker: ['9'],
  markers: ['6', '10', 20],
  mid: [4, 7, 9, 12, '14', 16, '18', 20],
  fresh: [0.5],
  many: [3, 4, 5, 6, 7, 8, 9],
} satisfies Record<string, Ages>

describe('The rules keep what MinIO keeps', () => {
  test.each<[string, string[], Partial<Record<keyof typeof KEYS, Ages>>]>([
    ['5 days', [rule(days(5))], { old: ['+', 12, 15, 20], marker: [] }],
    ['11 days', [rule(days(11))], { old: ['+', 12, 15, 20] }],
    [
      'lone delete markers',
      [rule(expiration('<ExpiredObjectDeleteMarker>true</ExpiredObjectDeleteMarker>'))],
      { marker: [] },
    ],
    [
      '11 days, all versions',
      [rule(expiration('<Days>11</Days><ExpiredObjectAllVersions>true</ExpiredObjectAllVersions>'))],
      { old: [] },
    ],
    [
      '6 days as another version',
      [rule(noncurrent(6))],
      { deleted: ['8'], many: [3, 4, 5, 6, 7], mid: [4, 7], old: [12], markers: ['6', '10'] },
    ],
    ['more than 2 other versions', [rule(noncurrent(0, 2))], { many: [3, 4, 5], mid: [4, 7, 9] }],
    ['6 days as another version, but 2 of them', [rule(noncurrent(6, 2))], { many: [3, 4, 5, 6, 7], mid: [4, 7, 9] }],
    [
      'a date of long ago',
      [rule(expiration('<Date>2001-01-01T00:00:00Z</Date>'))],
      {
        live: ['+', ...KEYS.live],
        old: ['+', ...KEYS.old],
        mid: ['+', ...KEYS.mid],
        fresh: ['+', ...KEYS.fresh],
        many: ['+', ...KEYS.many],
      },
    ],
    [
      'two independent rules',
      [rule(noncurrent(0, 3)), rule(noncurrent(6))],
      { deleted: ['8'], many: [3, 4, 5, 6], mid: [4, 7], old: [12], markers: ['6', '10'] },
    ],
    [
      'two independent limits',
      [rule(noncurrent(6, 2)), rule(noncurrent(4, 4))],
      { many: [3, 4, 5, 6, 7], mid: [4, 7, 9] },
    ],
    ['5 days, switched off', [rule(days(5)).replace('Enabled', 'Disabled')], {}],
    [
      'small versions, 6 days as another',
      [rule(noncurrent(6), '<ObjectSizeLessThan>100</ObjectSizeLessThan>')],
      { deleted: ['8'], many: [3, 4, 5, 6, 7], mid: [4, 7], old: [12], markers: ['6', '10'] },
    ],
    [
      'lone delete markers with a tag, which they never have',
      [rule(expiration('<ExpiredObjectDeleteMarker>true</ExpiredObjectDeleteMarker>'), tag('k', 'v'))],
      {},
    ],
    [
      'lone delete markers, whatever the size',
      [
        rule(
          expiration('<ExpiredObjectDeleteMarker>true</ExpiredObjectDeleteMarker>'),
          '<ObjectSizeGreaterThan>100</ObjectSizeGreaterThan>',
        ),
      ],
      { marker: [] },
    ],
  ])('%s', (_, rules, changed) => {
    const remaining = Object.fromEntries(
      Object.entries(KEYS).map(([name, ages]) => [name, left(rulesOf(...rules), ages)]),
    )
    expect(remaining).toEqual({ ...KEYS, ...changed })
  })

  test('DelMarkerExpiration removes all versions, as documented', () => {
    const rules = rulesOf(rule('<DelMarkerExpiration><Days>7</Days></DelMarkerExpiration>'))
    expect([
      left(rules, KEYS.deleted),
      left(rules, KEYS.marker),
      left(rules, KEYS.markers),
      left(rules, KEYS.old),
    ]).toEqual([[], [], KEYS.markers, KEYS.old])
  })
})

describe('A filter', () => {
  test.each([
    ['<Prefix>k</Prefix>', {}, true],
    ['<Prefix>l</Prefix>', {}, false],
    [tag('a', 'b'), { tags: { a: 'b', c: 'd' } }, true],
    [tag('a', 'b'), { tags: { a: 'c' } }, false],
    [tag('a', ''), { tags: {} }, false],
    [tag('constructor', ''), { tags: {} }, false],
    [`<And>${tag('a', 'b')}${tag('c', 'd')}</And>`, { tags: { a: 'b' } }, false],
    ['<ObjectSizeGreaterThan>10</ObjectSizeGreaterThan>', { size: 10 }, false],
    ['<ObjectSizeGreaterThan>10</ObjectSizeGreaterThan>', { size: 11 }, true],
    ['<ObjectSizeGreaterThan>0</ObjectSizeGreaterThan>', { size: 0 }, false],
    ['<ObjectSizeLessThan>10</ObjectSizeLessThan>', { size: 9 }, true],
    ['<ObjectSizeLessThan>10</ObjectSizeLessThan>', { size: 10 }, false],
    ['<ObjectSizeLessThan>0</ObjectSizeLessThan>', { size: 0 }, false],
  ])('%s of %o: %s', (filter, more, isGone) => {
    expect(left(rulesOf(rule(days(1), filter)), [5], more)).toEqual(isGone ? ['+', 5] : [5])
  })
})

test('A day ends at the midnight after it', () => {
  const at = Date.UTC(2026, 10, 21, 22, 49)
  expect(new Date(daysAfter(at, 2)).toISOString()).toBe('2026-11-24T00:00:00.000Z')
  expect(new Date(daysAfter(Date.UTC(2026, 10, 21), 1)).toISOString()).toBe('2026-11-23T00:00:00.000Z')
})

test('The earliest of several expirations is announced; at the same time, the one of all versions', () => {
  const all = '<ExpiredObjectAllVersions>true</ExpiredObjectAllVersions>'
  const named = (id: string, inner: string) => rule(expiration(inner)).replace('<ID>a', `<ID>${id}`)
  const [version] = versionsOf([0])
  const first = (...rules: string[]) => version && soonest(latestExpiries(rulesOf(...rules), version))?.rule.id
  expect(first(named('later', '<Days>3</Days>'), named('sooner', '<Days>2</Days>'))).toBe('sooner')
  expect(first(named('one', '<Days>3</Days>'), named('all', `<Days>3</Days>${all}`))).toBe('all')
  expect(first(named('all', `<Days>3</Days>${all}`), named('one', '<Days>3</Days>'))).toBe('all')
})

test('An evaluation that starts in the middle of a key removes nothing', () => {
  const [, older] = versionsOf([1, 50])
  if (older === undefined) throw new Error('no version')
  expect(new ExpiryEvaluator(rulesOf(rule(noncurrent(1))), NOW).evaluate(older, true)).toBe('keep')
})

describe('Any rules and any versions', () => {
  const { scale, random } = scaleAndSeed('lifecycle rules')
  const pick = <T>(of: readonly T[]): T => of[random.int(0, of.length - 1)] as T
  const anyRule = () => {
    const filter = pick([
      '<Prefix></Prefix>',
      '<Prefix>k</Prefix>',
      '<Prefix>z</Prefix>',
      tag('a', 'b'),
      '<ObjectSizeGreaterThan>10</ObjectSizeGreaterThan>',
    ])
    const action = pick([
      days(random.int(1, 9)),
      noncurrent(random.int(1, 9)),
      noncurrent(random.int(1, 9), random.int(1, 3)),
      noncurrent(0, random.int(1, 4)),
      expiration('<Date>2026-11-15T00:00:00Z</Date>'),
      expiration('<ExpiredObjectDeleteMarker>true</ExpiredObjectDeleteMarker>'),
      expiration(`<Days>${random.int(1, 9)}</Days><ExpiredObjectAllVersions>true</ExpiredObjectAllVersions>`),
      `<DelMarkerExpiration><Days>${random.int(1, 9)}</Days></DelMarkerExpiration>`,
    ])
    return rule(action, filter)
  }
  const anyKey = (): RuledVersion[] => {
    const ages = Array.from({ length: random.int(1, 8) }, () => random.int(0, 200) / 10).sort((a, b) => a - b)
    return versionsOf(ages.map((age) => (random.int(0, 3) === 0 ? String(age) : age))).map((version) =>
      version.isDeleteMarker
        ? version
        : { ...version, size: random.int(0, 20), tags: random.int(0, 1) === 0 ? {} : { a: 'b' } },
    )
  }

  test("are monotonic: due versions stay due, and the versions left after a scan aren't due", () => {
    for (let round = 0; round < 2000 * scale; round++) {
      const rules = rulesOf(...Array.from({ length: random.int(1, 3) }, anyRule))
      const versions = anyKey()
      const verdicts = evaluateKey(rules, versions, NOW)
      const later = evaluateKey(rules, versions, NOW + random.int(1, 30) * DAY)
      for (const [at, verdict] of verdicts.entries()) {
        if (verdict !== 'keep' && later[at] === 'keep')
          throw new Error(JSON.stringify({ rules, versions, verdicts, later }))
      }
      if (verdicts.includes('expire')) continue
      const kept = versions
        .filter((_, at) => verdicts[at] === 'keep')
        .map((version, at) => ({ ...version, isLatest: at === 0 }))
      // A delete marker under which everything went is a lone one now: that is for the next scan.
      if (kept[0]?.isLatest && kept.length === 1) continue
      const again = evaluateKey(rules, kept, NOW)
      if (again.some((verdict) => verdict !== 'keep')) throw new Error(JSON.stringify({ rules, versions, verdicts }))
    }
  })

  test('never affect versions that match no rule', () => {
    for (let round = 0; round < 1000 * scale; round++) {
      const rules = rulesOf(
        rule(pick([days(1), noncurrent(1), noncurrent(0, 1)]), pick(['<Prefix>z</Prefix>', tag('x', 'y')])),
      )
      const versions = anyKey()
      expect(evaluateKey(rules, versions, NOW).every((verdict) => verdict === 'keep')).toBe(true)
    }
  })
})
