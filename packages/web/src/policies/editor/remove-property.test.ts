import { json } from '@codemirror/lang-json'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { propertyRemoval } from './remove-property.ts'

test.each([
  ['{"a": 1, |"b": [], "c": 2}', '{"a": 1, "c": 2}'],
  ['{"a": 1, |"b": {}}', '{"a": 1}'],
  ['{|"b": null, "c": 2}', '{"c": 2}'],
  ['{|"b": []}', '{}'],
  ['[{"a": {"c": 1},\n |"b": []\n}]', '[{"a": {"c": 1}\n}]'],
  ['{"a": |[]}', '{"a": []}'],
])('removes the property at the bar of %s', (marked, left) => {
  const at = marked.indexOf('|')
  const state = EditorState.create({ doc: marked.replace('|', ''), extensions: [json()] })
  expect(state.update({ changes: propertyRemoval(state, at) }).newDoc.toString()).toBe(left)
})
