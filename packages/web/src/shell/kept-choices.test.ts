import { expect, test } from 'vitest'
import { choices, parseChoices, toggleGroup } from './kept-choices.ts'

test('what was kept is read back, and whatever else stands there is as at first', () => {
  const kept = { isMenuNarrow: true, closedGroups: ['tools'], hasSingleKeys: false }
  expect(parseChoices(JSON.stringify(kept))).toEqual(kept)
  const atFirst = { isMenuNarrow: false, closedGroups: [], hasSingleKeys: true }
  for (const text of [null, '', '{', 'null', '7', '[]', '{"closedGroups":"tools","isMenuNarrow":"yes"}']) {
    expect(parseChoices(text)).toEqual(atFirst)
  }
})

test('a group closes and opens, also where nothing can be kept', () => {
  toggleGroup('admin')
  toggleGroup('tools')
  expect(choices.get().closedGroups).toEqual(['admin', 'tools'])
  toggleGroup('admin')
  expect(choices.get().closedGroups).toEqual(['tools'])
})
