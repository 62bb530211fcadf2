import { describe, expect, test } from 'vitest'
import { acceptLifecycle } from './accept-lifecycle.ts'
import { parseLifecycle, withLifecycleTags, writeLifecycle } from './lifecycle.ts'

const rule = (inner: string) => `<Rule><ID>a</ID><Status>Enabled</Status>${inner}</Rule>`
const document = (...rules: string[]) => `<LifecycleConfiguration>${rules.join('')}</LifecycleConfiguration>`
const tag = (key: string, value: string) => `<Tag><Key>${key}</Key><Value>${value}</Value></Tag>`

/** One rule of each shape that MinIO stores, as MinIO writes it. */
const EVERYTHING = [
  rule(
    `<Filter><And><ObjectSizeGreaterThan>5</ObjectSizeGreaterThan><ObjectSizeLessThan>99</ObjectSizeLessThan><Prefix>a &amp; ü/</Prefix>${tag('k', 'v')}${tag('l', '')}</And></Filter><Expiration><Days>1</Days><ExpiredObjectAllVersions>true</ExpiredObjectAllVersions></Expiration><Transition><Days>0</Days><StorageClass>WARM</StorageClass></Transition><NoncurrentVersionExpiration><NoncurrentDays>3</NoncurrentDays><NewerNoncurrentVersions>2</NewerNoncurrentVersions></NoncurrentVersionExpiration><NoncurrentVersionTransition><NoncurrentDays>1</NoncurrentDays><StorageClass>COLD</StorageClass></NoncurrentVersionTransition>`,
  ),
  rule('<Filter><Prefix></Prefix></Filter><Expiration><Date>2030-01-01T00:00:00Z</Date></Expiration>'),
  rule('<Filter></Filter><Expiration><ExpiredObjectDeleteMarker>true</ExpiredObjectDeleteMarker></Expiration>'),
  rule(
    '<Prefix>old/</Prefix><Expiration><Days>1</Days><ExpiredObjectAllVersions>false</ExpiredObjectAllVersions></Expiration>',
  ),
  rule('<DelMarkerExpiration><Days>4</Days></DelMarkerExpiration>'),
  rule(
    `<Filter>${tag('only', 'one')}</Filter><Transition><Date>2030-01-01T00:00:00Z</Date><StorageClass>W</StorageClass></Transition>`,
  ),
  rule('<Filter><ObjectSizeLessThan>7</ObjectSizeLessThan></Filter><Expiration><Days>1</Days></Expiration>'),
  rule('<AbortIncompleteMultipartUpload><DaysAfterInitiation>7</DaysAfterInitiation></AbortIncompleteMultipartUpload>'),
]

describe('a lifecycle configuration', () => {
  test.each(EVERYTHING)('round-trips unchanged: %s', (one) => {
    expect(writeLifecycle(parseLifecycle(document(one)))).toBe(document(one))
  })

  test('keeps unknown elements', () => {
    const text = document(
      rule('<Expiration><Days>1</Days></Expiration><Later><Days>5</Days><Note>a &lt; b</Note></Later><Odd>1</Odd>'),
    ).replace('<Rule>', '<ExpiryUpdatedAt>2026-01-01T00:00:00Z</ExpiryUpdatedAt><Rule>')
    expect(writeLifecycle(parseLifecycle(text))).toBe(text)
  })

  test('changes the tags of one rule and nothing else', () => {
    const before = document(...EVERYTHING)
    const configuration = parseLifecycle(before)
    const [first, ...rest] = configuration.rules
    if (first === undefined) throw new Error('no rule')
    const edited = { ...configuration, rules: [withLifecycleTags(first, [{ key: 'new', value: 'x' }]), ...rest] }
    expect(writeLifecycle(edited)).toBe(before.replace(tag('k', 'v') + tag('l', ''), tag('new', 'x')))
    expect(
      writeLifecycle({ ...configuration, rules: [withLifecycleTags(first, first.filter?.tags ?? []), ...rest] }),
    ).toBe(before)
  })

  test.each([
    ['<Prefix>old/</Prefix>', `<Filter><And><Prefix>old/</Prefix>${tag('k', 'v')}</And></Filter>`],
    ['<Filter><Prefix>a</Prefix></Filter>', `<Filter><And><Prefix>a</Prefix>${tag('k', 'v')}</And></Filter>`],
    ['<Filter><Prefix></Prefix></Filter>', `<Filter>${tag('k', 'v')}</Filter>`],
    ['', `<Filter>${tag('k', 'v')}</Filter>`],
    [
      '<Filter><ObjectSizeLessThan>7</ObjectSizeLessThan></Filter>',
      `<Filter><And><ObjectSizeLessThan>7</ObjectSizeLessThan>${tag('k', 'v')}</And></Filter>`,
    ],
  ])('adds a first tag to %s', (before, after) => {
    const expiration = '<Expiration><Days>1</Days></Expiration>'
    const { rules } = parseLifecycle(document(rule(before + expiration)))
    const changed = rules.map((one) => withLifecycleTags(one, [{ key: 'k', value: 'v' }]))
    const written = writeLifecycle({ rules: changed, others: [] })
    expect(written).toBe(document(rule(after + expiration)))
    expect(() => acceptLifecycle(written)).not.toThrow()
    // Without it the rule applies to the same objects as before.
    const without = changed.map((one) => withLifecycleTags(one, []))
    const prefixes = without.map(({ filter }) => filter?.prefix ?? '')
    expect(prefixes).toEqual(rules.map(({ filter, prefix }) => filter?.prefix ?? prefix ?? ''))
    expect(() => acceptLifecycle(writeLifecycle({ rules: without, others: [] }))).not.toThrow()
  })

  test('is parsed with the name from the first API version and with a namespace', () => {
    const inner = rule('<Expiration><Days> 1 </Days></Expiration>')
    for (const text of [
      `<BucketLifecycleConfiguration>${inner}</BucketLifecycleConfiguration>`,
      `<?xml version="1.0"?><LifecycleConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inner}</LifecycleConfiguration>`,
    ]) {
      expect(acceptLifecycle(text).rules[0]?.expiration).toEqual({ days: 1 })
    }
  })

  test.each(['2030-01-01T00:00:00.000Z', '2030-01-01T00:00:00+00:00'])('normalizes %s', (date) => {
    const { rules } = acceptLifecycle(document(rule(`<Expiration><Date>${date}</Date></Expiration>`)))
    expect(rules[0]?.expiration?.date).toBe('2030-01-01T00:00:00Z')
  })

  test.each([
    '2030-02-31T00:00:00Z',
    '2030-13-01T00:00:00Z',
    '2030-01-01',
    '2030-01-01T23:59:59Z',
    '2030-01-01T00:00:00+01:00',
  ])('rejects the date %s', (date) => {
    const text = document(rule(`<Expiration><Date>${date}</Date></Expiration>`))
    expect(() => acceptLifecycle(text)).toThrow(expect.objectContaining({ code: 'InvalidArgument' }))
  })
})
