import { expect, test } from 'vitest'
import { readTest } from './test-source.ts'

const asserted = (code: string, name = 'one') => [...(readTest(code, 'a.test.ts', name)?.asserted ?? [])]

test('tests are found in groups, in loops and by the names of their parameters', () => {
  const code = `
    describe('group', () => { test('inner', () => { expect(a).toBe('x') }) })
    for (const scheme of ['light', 'dark']) test(\`in the \${scheme} theme\`, () => { expect(a).toBe('y') })
    test.each([[1, '1 B']])('shows %d as %s', (bytes, text) => { expect(f(bytes)).toBe(text) })`
  expect(asserted(code, 'group › inner')).toEqual(['x'])
  expect(asserted(code, 'in the dark theme')).toEqual(['y'])
  expect(asserted(code, 'shows 1 as 1 B')).toEqual(['1', '1 B'])
  for (const name of ['inner', 'in the dark', 'group']) expect(readTest(code, 'a.test.ts', name)).toBeUndefined()
})

test('a name counts as the literals of its declaration in the same file', () => {
  const code = `
    const NEEDED = 'The instance needs to be restarted.'
    const MENU = [{ label: 'Buckets' }]
    test('one', async ({ page }) => {
      const dialog = page.getByRole('dialog', { name: \`Delete \${name}\` })
      for (const [typed, reason] of [['ab', 'too short']]) await expect(dialog.getByText(reason)).toBeVisible()
      expect(shown()).toContain(NEEDED)
      expect(menu).toEqual(MENU)
    })`
  expect(asserted(code)).toEqual(
    expect.arrayContaining(['The instance needs to be restarted.', 'Buckets', 'Delete {}', 'too short']),
  )
})

test('a name means the declaration around it', () => {
  const code = `
    test('one', () => { const text = 'mine'; expect(a).toBe(text) })
    test('two', () => { const text = 'yours'; expect(a).toBe(text) })`
  expect(asserted(code)).toEqual(['mine'])
})

test('includes functions of the file that a test names, transitively, and no others', () => {
  const code = `
    const check = async (page, text) => { await expect(page.getByText(text)).toBeVisible(); end() }
    function end() { expect(closed).toBe('closed') }
    function unused() { expect(a).toBe('unused') }
    test('one', async ({ page }) => { await check(page, 'said'); log('logged') })`
  expect(asserted(code).sort()).toEqual(['closed', 'said'])
})

test('numbers, keys and regular expressions are literals too', () => {
  const code = `test('one', () => { expect(a).toEqual({ size: 10_000, name: expect.stringMatching(/^Works until \\/x$/) }) })`
  expect(asserted(code).sort()).toEqual(['10000', 'Works until /x', 'name', 'size'])
})
