import { expect, test } from 'vitest'
import { chosenDate, isImpossible, isoDate, isRealDate, readMinute, yearOptions } from './calendar-date.ts'

test('offers 25 years, from the current one on', () => {
  const years = yearOptions(new Date(2026, 10, 21))
  expect(years).toHaveLength(25)
  expect([years[0], years.at(-1)]).toEqual([2026, 2050])
})

test.each([
  [2027, 2, 28, '2027-02-28'],
  [2028, 2, 29, '2028-02-29'],
  [2100, 2, 29, undefined],
  [2027, 2, 31, undefined],
  [2027, 4, 31, undefined],
  [2027, 12, 31, '2027-12-31'],
  [2027, 13, 1, undefined],
  [2027, 1, 0, undefined],
  [0, 1, 1, undefined],
])('%i-%i-%i is %s', (year, month, day, iso) => {
  expect(isoDate({ year, month, day })).toBe(iso)
})

test('reads a date from a date or a time, and from nothing else', () => {
  expect(chosenDate('2027-02-03')).toEqual({ year: 2027, month: 2, day: 3 })
  expect(chosenDate('2027-02-03T23:59:59Z')).toEqual({ year: 2027, month: 2, day: 3 })
  for (const text of ['', '2027-2-3', 'tomorrow', '2027-02-031']) {
    expect(chosenDate(text)).toEqual({ year: 0, month: 0, day: 0 })
    expect(isRealDate(text)).toBe(false)
  }
  expect(['2027-02-28', '2027-02-29', '2027-02-28T00:00:00Z'].map(isRealDate)).toEqual([true, false, false])
})

test('an incomplete date is not impossible', () => {
  expect(isImpossible({ year: 2027, month: 2, day: 31 })).toBe(true)
  expect(isImpossible({ year: 0, month: 2, day: 31 })).toBe(false)
  expect(isImpossible({ year: 2027, month: 2, day: 28 })).toBe(false)
})

test.each([
  ['2027-02-28 08:30', '2027-02-28T08:30'],
  [' 2027-02-28T23:59:08 ', '2027-02-28T23:59:08'],
  ['2027-02-29 08:30', undefined],
  ['2027-02-28 24:00', undefined],
  ['2027-02-28 8:30', undefined],
  ['2027-02-28', undefined],
  ['2027-02-28T08:30Z', undefined],
  ['', undefined],
])('reads %j as %j', (text, moment) => {
  expect(readMinute(text)).toBe(moment)
})
