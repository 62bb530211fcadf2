import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatBytes, languageOf } from '@cooperage/contract'
import { expect, test, vi } from 'vitest'
import { setLanguage } from '../../messages/language.ts'
import { formatDuration } from './durations.ts'
import { formatAge, formatCount, formatDate, formatSecond, writeSizes } from './numbers.ts'

const SOURCES = join(import.meta.dirname, '..', '..')
/** What formats in the language of the browser, or in one of its own. */
const FORMATS = /\bnew Intl\.|\bIntl\.\w+\(|\.toLocale\w*String\(|\.localeCompare\(/

test('only one module chooses the language of numbers, dates and durations', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
  )
  expect(files.length).toBeGreaterThan(400)
  const offenders = files.filter((file) => FORMATS.test(readFileSync(join(SOURCES, file), 'utf8')))
  expect(offenders).toEqual([join('shared', 'text', 'intl.ts')])
})

test('they are in English, with the day before the month and 24 hours', () => {
  expect(formatCount(1_234_567)).toBe('1,234,567')
  expect(formatDate('2026-11-28T14:05:00')).toBe('28 Nov 2026, 14:05')
  expect(formatDuration(2 * 86_400 + 3 * 3600)).toBe('2 days 3 hours')
  expect(formatAge(3 * 60_000)).toBe('3 min ago')
})

test('sizes are written with the numbers of the language, without digit groups', () => {
  writeSizes()
  expect([0, 1023, 1536, 1023.9 * 1024].map(formatBytes)).toEqual(['0 B', '1023 B', '1.5 KiB', '1023.9 KiB'])
})

test.each([
  ['zh-Hans', '2026/11/28 14:05:09', '25分钟3秒钟'],
  ['ja', '2026/11/28 14:05:09', '25 分 3 秒'],
])('in %s dates and durations are as short as elsewhere', (tag, date, duration) => {
  vi.stubGlobal('document', { documentElement: {} })
  setLanguage(languageOf([tag]))
  try {
    expect(formatSecond('2026-11-28T14:05:09')).toBe(date)
    expect(formatDuration(25 * 60 + 3)).toBe(duration)
  } finally {
    setLanguage(languageOf([]))
    vi.unstubAllGlobals()
  }
})
