/** Every record in docs/decisions has a unique number, which its title repeats. Parallel branches easily use one twice. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const FOLDER = join(import.meta.dirname, '..', 'docs', 'decisions')
const RECORDS = readdirSync(FOLDER).filter((name) => /^\d{4}-/.test(name))

test('no two records have the same number', () => {
  const numbers = RECORDS.map((name) => name.slice(0, 4))
  expect(numbers).toEqual([...new Set(numbers)])
})

test.each(RECORDS)('%s has its number in its title', (name) => {
  const [title = ''] = readFileSync(join(FOLDER, name), 'utf8').split('\n')
  expect(title).toMatch(new RegExp(`^# ${Number(name.slice(0, 4))}\\. `))
})
