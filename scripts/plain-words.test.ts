import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './workspace.mjs'

/** Phrases that a native speaker stumbles over or that name again what S3 and IAM have a word for. */
const BANNED =
  /\b(mends?|put right|goes on|looked (at|through)|tells of|pass(es|ed)? over|heeds?|lets (every|any)body in|without signing in|open to everybody|without an end|why can’t|taken as (absent|given)|stands? against|changed meanwhile|whoever|unfinished uploads?|good until|open to you)\b/i
const FILES = [
  'packages/web/src/messages/en/*.ts',
  'packages/contract/src/errors.ts',
  'README.md',
  'CHANGELOG.md',
  'docs/decisions/**/*.md',
  'docs/guide/*.md',
  'docs/*.md',
]

const files = globSync(FILES, { cwd: ROOT })

test.each(files)('%s is in plain English', (file) => {
  const lines = readFileSync(join(ROOT, file), 'utf8').split('\n')
  expect(lines.filter((line) => BANNED.test(line) && !/^\s*(\/\*\*|\*|\/\/)/.test(line))).toEqual([])
})
