import { expect, test } from 'vitest'
import { listing, playwrightTests, vitestTests, wavering } from './test-reports.mjs'

const of = { ring: 'unit', root: '/p' }

function vitestFile(status, assertionResults, message = '') {
  return { testResults: [{ name: '/p/a/b.test.ts', status, message, assertionResults }] }
}

test('tests of vitest have their groups before their name and the first line of their error', () => {
  const report = vitestFile('failed', [
    { ancestorTitles: [], title: 'holds', status: 'passed', failureMessages: [] },
    {
      ancestorTitles: ['group'],
      title: 'breaks',
      status: 'failed',
      failureMessages: ['\u001b[31mError: no\u001b[39m\n  at x'],
    },
    { ancestorTitles: [], title: 'later', status: 'todo', failureMessages: [] },
  ])
  expect(vitestTests(report, of)).toEqual([
    { ring: 'unit', file: 'a/b.test.ts', name: 'holds', status: 'passed', why: '' },
    { ring: 'unit', file: 'a/b.test.ts', name: 'group › breaks', status: 'failed', why: 'Error: no' },
    { ring: 'unit', file: 'a/b.test.ts', name: 'later', status: 'skipped', why: '' },
  ])
})

test('a file of vitest that does not load, or whose hook failed, is a failure by name', () => {
  expect(vitestTests(vitestFile('failed', [], 'Cannot find module'), of)).toMatchObject([
    { file: 'a/b.test.ts', status: 'failed', why: 'Cannot find module' },
  ])
  const skipped = { ancestorTitles: [], title: 'never', status: 'skipped', failureMessages: [] }
  expect(vitestTests(vitestFile('failed', [skipped]), of).map(({ status }) => status)).toEqual(['skipped', 'failed'])
})

test('journeys have no file in their name, and one that passed at the second attempt says why not at the first', () => {
  const spec = (title, status, message) => ({
    title,
    file: 'x/y.spec.ts',
    tests: [{ status, results: [message === undefined ? {} : { error: { message } }] }],
  })
  const report = {
    config: { rootDir: '/p/e2e' },
    errors: [{ message: 'setup broke' }],
    suites: [
      {
        title: 'x/y.spec.ts',
        specs: [spec('holds', 'expected'), spec('wavers', 'flaky', 'too late')],
        suites: [{ title: 'group', specs: [spec('waits', 'skipped'), spec('breaks', 'unexpected', 'no')] }],
      },
    ],
  }
  const tests = playwrightTests(report, { ring: 'journeys', root: '/p' })
  expect(tests.map(({ file, name, status, why }) => [file, name, status, why])).toEqual([
    ['e2e/x/y.spec.ts', 'holds', 'passed', ''],
    ['e2e/x/y.spec.ts', 'wavers', 'passed', 'too late'],
    ['e2e/x/y.spec.ts', 'group › waits', 'skipped', ''],
    ['e2e/x/y.spec.ts', 'group › breaks', 'failed', 'no'],
    ['', '(outside any test)', 'failed', 'setup broke'],
  ])
})

test('what passed at the second attempt only is named', () => {
  const first = { ancestorTitles: [], title: 'wavers', status: 'passed', failureMessages: ['Error: too late\n at x'] }
  const second = { ancestorTitles: [], title: 'holds', status: 'passed', failureMessages: [] }
  const tests = vitestTests(vitestFile('passed', [first, second]), of)
  expect(wavering(tests)).toBe(
    'Passed at the second attempt only:\n  unit: a/b.test.ts › wavers\n      Error: too late\n',
  )
  expect(wavering(tests.slice(1))).toBe('')
})

test('a listing names every test of its status and is empty without any', () => {
  const tests = [
    { ring: 'journeys', storage: 'minio', file: 'e2e/a.spec.ts', name: 'one', status: 'failed', why: 'no' },
    { ring: 'lint', file: '', name: '(see its output)', status: 'failed', why: '' },
    { ring: 'unit', file: 'b.test.ts', name: 'two', status: 'passed', why: '' },
  ]
  expect(listing('Failed:', tests, 'failed')).toBe(
    'Failed:\n  journeys (minio): e2e/a.spec.ts › one\n      no\n  lint: (see its output)\n',
  )
  expect(listing('Skipped:', tests, 'skipped')).toBe('')
})
