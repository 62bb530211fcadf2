import { expect, test } from 'vitest'
import { parsePreferences, preferences, toggleGroup } from './preferences.ts'

test('reads stored preferences back, and uses defaults for anything else', () => {
  const kept = { isMenuNarrow: true, closedGroups: ['tools'], hasSingleKeys: false }
  expect(parsePreferences(JSON.stringify(kept))).toEqual(kept)
  const atFirst = { isMenuNarrow: false, closedGroups: [], hasSingleKeys: true }
  for (const text of [null, '', '{', 'null', '7', '[]', '{"closedGroups":"tools","isMenuNarrow":"yes"}']) {
    expect(parsePreferences(text)).toEqual(atFirst)
  }
})

test('a group closes and opens, even if nothing can be stored', () => {
  toggleGroup('admin')
  toggleGroup('tools')
  expect(preferences.get().closedGroups).toEqual(['admin', 'tools'])
  toggleGroup('admin')
  expect(preferences.get().closedGroups).toEqual(['tools'])
})
