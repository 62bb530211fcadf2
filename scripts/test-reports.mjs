/**
 * What the runners wrote about a run, as one list of tests: `{ ring, file, name, status, why }`. The file is relative to
 * the project, the name has its groups before it (`group › test`), the status is passed, failed or skipped, and `why` is
 * the first line of the error: of a test that passed, that of the attempt before.
 */
import { relative, sep } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const LONGEST_REASON = 160

/** The tests of vitest's JSON report; a file that failed as a whole is one more failed test. */
export function vitestTests(report, { ring, root }) {
  return report.testResults.flatMap((one) => {
    const file = asPath(relative(root, one.name))
    const tests = one.assertionResults.map(({ ancestorTitles, title, status, failureMessages }) => ({
      ring,
      file,
      name: [...ancestorTitles, title].join(' › '),
      status: status === 'passed' || status === 'failed' ? status : 'skipped',
      why: firstLine(failureMessages?.[0]),
    }))
    const isWholeFile = one.status === 'failed' && !tests.some(({ status }) => status === 'failed')
    return isWholeFile ? [...tests, failure(ring, file, '(the file itself or a hook of it)', one.message)] : tests
  })
}

const PLAYWRIGHT_STATUS = { expected: 'passed', flaky: 'passed', skipped: 'skipped' }

/** The tests of Playwright's JSON report. */
export function playwrightTests(report, { ring, root }) {
  const ofSuite = (suite, groups) => [
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests.map(({ status, results }) => ({
        ring,
        file: asPath(relative(root, `${report.config.rootDir}/${spec.file}`)),
        name: [...groups, spec.title].join(' › '),
        status: PLAYWRIGHT_STATUS[status] ?? 'failed',
        why: firstLine(results.find(({ error }) => error !== undefined)?.error.message),
      })),
    ),
    ...(suite.suites ?? []).flatMap((inner) => ofSuite(inner, [...groups, inner.title])),
  ]
  const outside = report.errors.map(({ message }) => failure(ring, '', '(outside any test)', message))
  // The outermost suite is the file.
  return [...report.suites.flatMap((suite) => ofSuite(suite, [])), ...outside]
}

/** A failure that no runner attributes to a test. */
export function failure(ring, file, name, message) {
  return { ring, file, name, status: 'failed', why: firstLine(message) }
}

/** The tests of that status, one a line, under a title; nothing when there are none. */
export function listing(title, tests, status) {
  return lines(
    title,
    tests.filter((test) => test.status === status),
  )
}

/** What passed at its second attempt only: no failure of the run, and a defect of the test or of the product. */
export function wavering(tests) {
  return lines(
    'Passed at the second attempt only:',
    tests.filter(({ status, why }) => status === 'passed' && why !== ''),
  )
}

function lines(title, chosen) {
  if (chosen.length === 0) return ''
  const each = chosen.map(({ ring, storage, file, name, why }) => {
    const where = storage === undefined ? ring : `${ring} (${storage})`
    return `  ${where}: ${[file, name].filter(Boolean).join(' › ')}${why === '' ? '' : `\n      ${why}`}`
  })
  return `${title}\n${each.join('\n')}\n`
}

const asPath = (path) => path.split(sep).join('/')

function firstLine(message = '') {
  const line = stripVTControlCharacters(message).trim().split('\n')[0] ?? ''
  return line.length > LONGEST_REASON ? `${line.slice(0, LONGEST_REASON)} …` : line
}
