import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './workspace.mjs'

test('the messages that the guide explains are those of the product', () => {
  const page = readFileSync(join(ROOT, 'docs/guide/run.md'), 'utf8')
  const [, table = ''] = page.split('## Messages and what to do')
  const messages = [...table.matchAll(/^\| \*([^*]+)\*/gm)].map(([, message = '']) => message)
  expect(messages.length).toBeGreaterThan(8)
  const files = globSync('packages/{cli,contract,engine,server}/src/**/*.ts', { cwd: ROOT })
  const sources = files.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n')
  const pieces = messages.flatMap((message) => message.split('…').map((piece) => piece.trim()))
  expect(pieces.filter((piece) => !sources.includes(piece))).toEqual([])
})
