import { expect, test } from 'vitest'
import {
  listing,
  playwrightTests,
  type ReportedTest,
  slowest,
  unstable,
  type VitestReport,
  vitestTests,
} from './test-reports.ts'

const of = { suite: 'unit', root: '/p' }

type Assertions = VitestReport['testResults'][number]['assertionResults']

function vitestFile(status: string, assertionResults: Assertions, message = ''): VitestReport {
  return { testResults: [{ name: '/p/a/b.test.ts', status, message, assertionResults }] }
}

test('tests of vitest have their groups before their name and the first line of their error', () => {
  const report = vitestFile('failed', [
    { ancestorTitles: [], title: 'holds', status: 'passed', failureMessages: [], duration: 1500 },
    {
      ancestorTitles: ['group'],
      title: 'breaks',
      status: 'failed',
      failureMessages: ['\u001b[31mError: no\u001b[39m\n  at x'],
    },
    { ancestorTitles: [], title: 'later', status: 'todo', failureMessages: [] },
  ])
  expect(vitestTests(report, of)).toEqual([
    { suite: 'unit', file: 'a/b.test.ts', name: 'holds', status: 'passed', why: '', seconds: 1.5 },
    { suite: 'unit', file: 'a/b.test.ts', name: 'group › breaks', status: 'failed', why: 'Error: no', seconds: 0 },
    { suite: 'unit', file: 'a/b.test.ts', name: 'later', status: 'skipped', why: '', seconds: 0 },
  ])
})

test('a file of vitest that does not load, or whose hook failed, is a failure by name', () => {
  expect(vitestTests(vitestFile('failed', [], 'Cannot find module'), of)).toMatchObject([
    { file: 'a/b.test.ts', status: 'failed', why: 'Cannot find module' },
  ])
  const skipped = { ancestorTitles: [], title: 'never', status: 'skipped', failureMessages: [] }
  expect(vitestTests(vitestFile('failed', [skipped]), of).map(({ status }) => status)).toEqual(['skipped', 'failed'])
})

test('journeys have no file in their name, and one that passed on the second attempt has the error of the first', () => {
  const spec = (title: string, status: string, message?: string) => ({
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
  const tests = playwrightTests(report, { suite: 'journeys', root: '/p' })
  expect(tests.map(({ file, name, status, why }) => [file, name, status, why])).toEqual([
    ['e2e/x/y.spec.ts', 'holds', 'passed', ''],
    ['e2e/x/y.spec.ts', 'wavers', 'passed', 'too late'],
    ['e2e/x/y.spec.ts', 'group › waits', 'skipped', ''],
    ['e2e/x/y.spec.ts', 'group › breaks', 'failed', 'no'],
    ['', '(outside any test)', 'failed', 'setup broke'],
  ])
})

test('lists what passed only on the second attempt', () => {
  const first = { ancestorTitles: [], title: 'wavers', status: 'passed', failureMessages: ['Error: too late\n at x'] }
  const second = { ancestorTitles: [], title: 'holds', status: 'passed', failureMessages: [] }
  const tests = vitestTests(vitestFile('passed', [first, second]), of)
  expect(unstable(tests)).toBe(
    'Passed only on the second attempt:\n  unit: a/b.test.ts › wavers\n      Error: too late\n',
  )
  expect(unstable(tests.slice(1))).toBe('')
})

test('a listing names every test of its status and is empty without any', () => {
  const tests: ReportedTest[] = [
    {
      suite: 'journeys',
      storage: 'minio',
      file: 'e2e/a.spec.ts',
      name: 'one',
      status: 'failed',
      why: 'no',
      seconds: 0,
    },
    { suite: 'lint', file: '', name: '(see its output)', status: 'failed', why: '', seconds: 0 },
    { suite: 'unit', file: 'b.test.ts', name: 'two', status: 'passed', why: '', seconds: 0 },
  ]
  expect(listing('Failed:', tests, 'failed')).toBe(
    'Failed:\n  journeys (minio): e2e/a.spec.ts › one\n      no\n  lint: (see its output)\n',
  )
  expect(listing('Skipped:', tests, 'skipped')).toBe('')
})

test('the slowest tests come first, with all their attempts', () => {
  const results = [{ duration: 2000, error: { message: 'no' } }, { duration: 3000 }]
  const spec = { title: 'twice', file: 'a.spec.ts', tests: [{ status: 'flaky', results }] }
  const report = { config: { rootDir: '/p/e2e' }, errors: [], suites: [{ specs: [spec] }] }
  const twice = playwrightTests(report, { suite: 'journeys', root: '/p' })
  const quick: ReportedTest = {
    suite: 'unit',
    file: 'b.test.ts',
    name: 'quick',
    status: 'passed',
    why: '',
    seconds: 0.1,
  }
  const slow = { ...quick, name: 'slow', seconds: 7 }
  expect(slowest([quick, ...twice, slow], 2)).toBe(
    'The slowest 2 tests:\n  7.0 s  unit: b.test.ts › slow\n  5.0 s  journeys: e2e/a.spec.ts › twice\n',
  )
})
