import { expect, test } from 'vitest'
import { checkCoverage, type Run } from './check.ts'
import { PAGE } from './rows.ts'

const HEAD = '| id | document and section | what it says | test | storages |\n|---|---|---|---|---|\n'
const FILE = 'e2e/lists.spec.ts'
const ROW = '| C1 | core-console 2 | Search box `Search Buckets` | `e2e/lists.spec.ts` › finds | engine, minio |'
const CODE = `test('finds', async ({ page }) => { await expect(page.getByPlaceholder('Search Buckets')).toBeVisible() })`

const run = (storage: Run['storage'], status = 'passed'): Run => ({
  storage,
  tests: [{ file: FILE, name: 'finds', status }],
})
const BOTH = [run('engine'), run('minio')]

function check(rows: string, code: string | undefined = CODE, runs: readonly Run[] = BOTH) {
  const files: Record<string, string | undefined> = { [PAGE]: HEAD + rows, [FILE]: code }
  return checkCoverage((path) => files[path], runs)
}

test('accepts a row whose test asserts its text and passed on every storage', () => {
  expect(check(ROW)).toEqual({ rows: 1, problems: [], unproved: [] })
})

test('reports a row without its test file or its test', () => {
  const files: Record<string, string> = { [PAGE]: HEAD + ROW }
  expect(checkCoverage((path) => files[path], BOTH).problems).toEqual([`C1: there is no file ${FILE}`])
  expect(check(ROW, CODE.replace("'finds'", "'searches'")).problems).toEqual([`C1: ${FILE} has no test "finds"`])
})

test.each([
  ['not there', "expect(page.getByText('Another')).toBeVisible()"],
  ['typed only', "page.fill('Search Buckets')"],
  ['in a comment', "/* 'Search Buckets' */ expect(page.getByText('Another')).toBeVisible()"],
  ['denied', "expect(page.getByText('Search Buckets')).toHaveCount(0)"],
  ['denied with toContain', "expect(text).not.toContain('Search Buckets')"],
  ['hidden', "expect(page.getByText('Search Buckets')).toBeHidden()"],
  ['spelled differently', "expect(page.getByText('search buckets')).toBeVisible()"],
  ['part of another word', "expect(page.getByText('Search Bucketsful')).toBeVisible()"],
  ['asserted by another test', "done() })\ntest('other', () => { expect(a).toBe('Search Buckets')"],
])('a text that is %s is not asserted', (_, body) => {
  const { problems } = check(ROW, `test('finds', async ({ page }) => { ${body} })`)
  expect(problems).toEqual(['C1: "finds" does not assert `Search Buckets`'])
})

test.each([
  ['a test that failed', [run('engine', 'failed'), run('minio')], 'C1: "finds" failed on engine'],
  ['a test that was skipped', [run('engine'), run('minio', 'skipped')], 'C1: "finds" was skipped on minio'],
  ['a test that was not run', [run('engine'), { ...run('minio'), tests: [] }], 'C1: "finds" was not run on minio'],
])('%s proves nothing', (_, runs, problem) => {
  expect(check(ROW, CODE, runs).problems).toEqual([problem])
})

test('of two tests with one name the failed one counts', () => {
  const twice = [...run('engine', 'failed').tests, ...run('engine').tests]
  expect(check(ROW, CODE, [{ storage: 'engine', tests: twice }]).problems).toEqual(['C1: "finds" failed on engine'])
})

test('a storage that was not run is reported with its rows, which are not checked', () => {
  expect(check(ROW, CODE, [run('engine')])).toEqual({
    rows: 1,
    problems: [],
    unproved: [{ storage: 'minio', rows: 1 }],
  })
  expect(check(ROW, CODE, []).unproved.map(({ storage }) => storage)).toEqual(['engine', 'minio'])
})

test('a test that needs no storage has to pass wherever it ran, and to run somewhere', () => {
  const row = ROW.replace('engine, minio', '–')
  const elsewhere: Run = { storage: 'minio', tests: [] }
  expect(check(row, CODE, [run('engine'), elsewhere]).problems).toEqual([])
  expect(check(row, CODE, [run('engine', 'failed'), elsewhere]).problems).toEqual(['C1: "finds" failed'])
  expect(check(row, CODE, [elsewhere]).problems).toEqual(['C1: "finds" was not run'])
})

test.each([
  ['GET', '/buckets', "user.get('/api/v1/buckets')"],
  ['GET', '/buckets', "user.get('/api/v1/buckets?names_only=true')"],
  ['POST', '/buckets', "user.call('POST', '/api/v1/buckets', { json: { name } })"],
  ['PUT', '/buckets/{bucket}/quota', `user.call('PUT', \`/api/v1/buckets/\${name}/quota\`)`],
  ['DELETE', '/policy?name={name}', `fetch(\`\${url}/api/v1/policy?name=\${name}\`, { method: 'DELETE' })`],
])('`%s %s` is called by %s', (method, path, body) => {
  const row = ROW.replace('`Search Buckets`', `\`${method} ${path}\``)
  expect(check(row, `test('finds', async () => { await ${body} })`).problems).toEqual([])
})

test.each([
  ['another method', "user.call('POST', '/api/v1/buckets/b/quota')"],
  ['another path', "user.get('/api/v1/buckets/b/quotas')"],
  ['a longer path', "user.get('/api/v1/buckets/b/c/quota')"],
  ['no parameter', "user.get('/api/v1/buckets/b/quota?size=1')"],
])('a call with %s is not the one', (_, body) => {
  const row = ROW.replace('`Search Buckets`', '`GET /buckets/{bucket}/quota?kind={kind}`')
  expect(check(row, `test('finds', async () => { await ${body} })`).problems).toEqual([
    'C1: "finds" does not call `GET /buckets/{bucket}/quota?kind={kind}`',
  ])
})

test.each([
  ['two cells', '| C1 | core-console 2 |', 'a row has five cells, this one has 2'],
  ['a taken id', `${ROW}\n${ROW}`, 'the id "C1" is empty or taken'],
  [
    'no section',
    ROW.replace('core-console 2', 'core'),
    '"core" names no document and section, as "core-console 2" does',
  ],
  ['nothing quoted', ROW.replace('`Search Buckets`', 'Search'), 'C1 quotes nothing between backticks'],
  ['no test', ROW.replace(' › finds', ''), 'C1 names its test as `file` › name of the test'],
  ['an unknown storage', ROW.replace('minio', 'disk'), 'C1: "engine, disk" is neither engine, minio nor –'],
])('a row with %s is a problem', (_, rows, problem) => {
  expect(check(rows).problems.join()).toContain(problem)
})

test('reports a page without rows', () => {
  expect(check('').problems).toEqual([`${PAGE} has no rows`])
  expect(check(`\n## Not yet\n\n${ROW}`).problems).toEqual([`${PAGE} has no rows`])
})
