/** What the runners wrote about a run, as one list of tests. */
import { relative, sep } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const LONGEST_REASON = 160

export interface ReportedTest {
  suite: string
  /** On which the suite ran, if it ran on both. */
  storage?: string
  /** Relative to the project. */
  file: string
  /** With its groups before it: `group › test`. */
  name: string
  status: 'passed' | 'failed' | 'skipped'
  /** The first line of the error; for a test that passed, of its earlier attempt. */
  why: string
  /** The duration of all its attempts. */
  seconds: number
}

interface Source {
  suite: string
  root: string
}

/** What is read of vitest's JSON report. */
export interface VitestReport {
  testResults: {
    name: string
    status: string
    message?: string
    assertionResults: {
      ancestorTitles: string[]
      title: string
      status: string
      failureMessages?: string[]
      duration?: number
    }[]
  }[]
}

interface PlaywrightGroup {
  title?: string
  specs?: {
    title: string
    file: string
    tests: { status: string; results: { error?: { message: string }; duration?: number }[] }[]
  }[]
  suites?: PlaywrightGroup[]
}

/** What is read of Playwright's JSON report. */
export interface PlaywrightReport {
  config: { rootDir: string }
  errors: { message: string }[]
  suites: PlaywrightGroup[]
}

/** The tests of vitest's JSON report; a file that failed as a whole is one more failed test. */
export function vitestTests(report: VitestReport, { suite, root }: Source): ReportedTest[] {
  return report.testResults.flatMap((one) => {
    const file = asPath(relative(root, one.name))
    const tests = one.assertionResults.map(
      ({ ancestorTitles, title, status, failureMessages, duration }): ReportedTest => ({
        suite,
        file,
        name: [...ancestorTitles, title].join(' › '),
        status: status === 'passed' || status === 'failed' ? status : 'skipped',
        why: firstLine(failureMessages?.[0]),
        seconds: (duration ?? 0) / 1000,
      }),
    )
    const isWholeFile = one.status === 'failed' && !tests.some(({ status }) => status === 'failed')
    return isWholeFile ? [...tests, failure(suite, file, '(the file itself or a hook of it)', one.message)] : tests
  })
}

const PLAYWRIGHT_STATUS: Readonly<Record<string, ReportedTest['status']>> = {
  expected: 'passed',
  flaky: 'passed',
  skipped: 'skipped',
}

/** The tests of Playwright's JSON report. */
export function playwrightTests(report: PlaywrightReport, { suite, root }: Source): ReportedTest[] {
  const testsOf = (group: PlaywrightGroup, groups: readonly string[]): ReportedTest[] => [
    ...(group.specs ?? []).flatMap((spec) =>
      spec.tests.map(({ status, results }) => ({
        suite,
        file: asPath(relative(root, `${report.config.rootDir}/${spec.file}`)),
        name: [...groups, spec.title].join(' › '),
        status: PLAYWRIGHT_STATUS[status] ?? 'failed',
        why: firstLine(results.find(({ error }) => error !== undefined)?.error?.message),
        seconds: results.reduce((sum, { duration = 0 }) => sum + duration, 0) / 1000,
      })),
    ),
    ...(group.suites ?? []).flatMap((inner) => testsOf(inner, [...groups, inner.title ?? ''])),
  ]
  const outside = report.errors.map(({ message }) => failure(suite, '', '(outside any test)', message))
  // The outermost suite is the file.
  return [...report.suites.flatMap((file) => testsOf(file, [])), ...outside]
}

/** A failure that no runner attributes to a test. */
export function failure(suite: string, file: string, name: string, message?: string): ReportedTest {
  return { suite, file, name, status: 'failed', why: firstLine(message), seconds: 0 }
}

/** The tests of that status, one a line, under a title; nothing when there are none. */
export function listing(title: string, tests: readonly ReportedTest[], status: ReportedTest['status']): string {
  return lines(
    title,
    tests.filter((test) => test.status === status),
  )
}

/** Tests that passed only on their second attempt: the run succeeds, but the test or the product has a defect. */
export function unstable(tests: readonly ReportedTest[]): string {
  return lines(
    'Passed only on the second attempt:',
    tests.filter(({ status, why }) => status === 'passed' && why !== ''),
  )
}

/** The tests that took longest, one a line, under a title. */
export function slowest(tests: readonly ReportedTest[], count: number): string {
  const chosen = tests.toSorted((one, other) => other.seconds - one.seconds).slice(0, count)
  const each = chosen.map(({ suite, file, name, seconds }) => `  ${seconds.toFixed(1)} s  ${suite}: ${file} › ${name}`)
  return `The slowest ${chosen.length} tests:\n${each.join('\n')}\n`
}

function lines(title: string, chosen: readonly ReportedTest[]): string {
  if (chosen.length === 0) return ''
  const each = chosen.map(({ suite, storage, file, name, why }) => {
    const where = storage === undefined ? suite : `${suite} (${storage})`
    return `  ${where}: ${[file, name].filter(Boolean).join(' › ')}${why === '' ? '' : `\n      ${why}`}`
  })
  return `${title}\n${each.join('\n')}\n`
}

const asPath = (path: string) => path.split(sep).join('/')

function firstLine(message = '') {
  const line = stripVTControlCharacters(message).trim().split('\n')[0] ?? ''
  return line.length > LONGEST_REASON ? `${line.slice(0, LONGEST_REASON)} …` : line
}
