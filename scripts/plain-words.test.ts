import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const ROOT = new URL('..', import.meta.url)
/** Phrases that a native speaker stumbles over or that name again what S3 and IAM have a word for. */
const BANNED =
  /\b(mends?|put right|goes on|looked (at|through)|tells of|pass(es|ed)? over|heeds?|lets (every|any)body in|without signing in|open to everybody|without an end|why can’t|taken as (absent|given)|stands? against|changed meanwhile|whoever|unfinished uploads?|good until|open to you)\b/i
const FILES = [
  'packages/web/src/messages/en',
  'packages/contract/src/errors.ts',
  'README.md',
  'CHANGELOG.md',
  'docs/decisions',
  'docs/guide',
  ':(glob)docs/*.md',
]

const files = execFileSync('git', ['ls-files', ...FILES], { cwd: ROOT, encoding: 'utf8' })
  .trim()
  .split('\n')

test.each(files)('%s is in plain English', (file) => {
  const lines = readFileSync(new URL(file, ROOT), 'utf8').split('\n')
  expect(lines.filter((line) => BANNED.test(line) && !/^\s*(\/\*\*|\*|\/\/)/.test(line))).toEqual([])
})
