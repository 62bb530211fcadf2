import { describe, expect, test } from 'vitest'
import { parseLegalHold, writeLegalHold } from './legal-hold.ts'
import { type ObjectLockConfiguration, parseObjectLock, writeObjectLock } from './object-lock.ts'
import { parseRetention, type Retention, writeRetention } from './retention.ts'

const NAMESPACE = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"'

function configured(retention: string): string {
  return `<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled><Rule><DefaultRetention>${retention}</DefaultRetention></Rule></ObjectLockConfiguration>`
}

describe('object lock configuration', () => {
  test.each<[ObjectLockConfiguration]>([
    [{}],
    [{ defaultRetention: { mode: 'GOVERNANCE', unit: 'Days', count: 1 } }],
    [{ defaultRetention: { mode: 'COMPLIANCE', unit: 'Years', count: 100 } }],
  ])('round-trips: %j', (configuration) => {
    expect(parseObjectLock(writeObjectLock(configuration))).toEqual(configuration)
  })

  test('is written as MinIO writes it', () => {
    expect(writeObjectLock({ defaultRetention: { mode: 'GOVERNANCE', unit: 'Days', count: 3 } })).toBe(
      `<ObjectLockConfiguration ${NAMESPACE}><ObjectLockEnabled>Enabled</ObjectLockEnabled><Rule><DefaultRetention><Mode>GOVERNANCE</Mode><Days>3</Days></DefaultRetention></Rule></ObjectLockConfiguration>`,
    )
  })

  test.each([
    ['no XML', '<'],
    ['another document', '<Retention/>'],
    ['locking that is not on', '<ObjectLockConfiguration/>'],
    ['a rule without retention', configured('').replace(/<DefaultRetention>.*?<\/DefaultRetention>/, '')],
    ['no mode', configured('<Days>1</Days>')],
    ['a mode in small letters', configured('<Mode>governance</Mode><Days>1</Days>')],
    ['no period', configured('<Mode>GOVERNANCE</Mode>')],
    ['two periods', configured('<Mode>GOVERNANCE</Mode><Days>1</Days><Years>1</Years>')],
    ...['', '0', '-1', '+1', '1.5', 'abc', '1e1', '36501'].map((days) => [
      `${days || 'no'} days`,
      configured(`<Mode>GOVERNANCE</Mode><Days>${days}</Days>`),
    ]),
    ['101 years', configured('<Mode>GOVERNANCE</Mode><Years>101</Years>')],
  ])('rejects %s', (_, source = '') => {
    expect(() => parseObjectLock(source)).toThrow(expect.objectContaining({ code: 'InvalidArgument', status: 400 }))
  })
})

describe('retention', () => {
  test.each<[Retention | undefined]>([
    [undefined],
    [{ mode: 'GOVERNANCE', until: Date.UTC(2031, 0, 2, 3, 4, 5, 678) }],
    [{ mode: 'COMPLIANCE', until: Date.UTC(1999, 11, 31) }],
  ])('round-trips: %j', (retention) => {
    expect(parseRetention(writeRetention(retention))).toEqual(retention)
  })

  test('parses RFC 3339 times with up to milliseconds', () => {
    const until = (date: string) =>
      parseRetention(`<Retention><Mode>GOVERNANCE</Mode><RetainUntilDate>${date}</RetainUntilDate></Retention>`)?.until
    expect(until('2031-01-02T05:04:05+02:00')).toBe(Date.UTC(2031, 0, 2, 3, 4, 5))
    expect(until('2031-01-02T03:04:05.123456789Z')).toBe(Date.UTC(2031, 0, 2, 3, 4, 5, 123))
  })

  test.each([
    ['no XML', ''],
    ['another document', '<LegalHold/>'],
    ['no date', '<Retention><Mode>GOVERNANCE</Mode></Retention>'],
    ['no mode', '<Retention><RetainUntilDate>2031-01-02T03:04:05Z</RetainUntilDate></Retention>'],
    ...['', 'tomorrow', '2031-01-02', '2031-02-30T00:00:00Z', '2031-01-02T03:04:05', ' 2031-01-02T03:04:05Z'].map(
      (date) => [
        `the date "${date}"`,
        `<Retention><Mode>GOVERNANCE</Mode><RetainUntilDate>${date}</RetainUntilDate></Retention>`,
      ],
    ),
    ['an unknown mode', '<Retention><Mode>X</Mode><RetainUntilDate>2031-01-02T03:04:05Z</RetainUntilDate></Retention>'],
  ])('rejects %s', (_, source = '') => {
    expect(() => parseRetention(source)).toThrow(expect.objectContaining({ code: 'MalformedXML', status: 400 }))
  })
})

describe('legal hold', () => {
  test.each([true, false])('round-trips: %s', (isOn) => {
    expect(parseLegalHold(writeLegalHold(isOn))).toBe(isOn)
  })

  test('is parsed under the name that SDKs use', () => {
    expect(parseLegalHold('<ObjectLockLegalHold><Status>ON</Status></ObjectLockLegalHold>')).toBe(true)
  })

  test.each(['', '<Retention/>', '<LegalHold/>', '<LegalHold><Status>on</Status></LegalHold>', '<LegalHold>'])(
    'refuses %j',
    (source) => {
      expect(() => parseLegalHold(source)).toThrow(expect.objectContaining({ code: 'MalformedXML', status: 400 }))
    },
  )
})
