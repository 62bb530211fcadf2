import type { ChangeSpec, EditorState } from '@codemirror/state'
import { parser } from '@lezer/json'

/** The change that removes the property of a JSON object whose name starts at this position, with one of the commas around it. */
export function propertyRemoval(state: EditorState, at: number): ChangeSpec[] {
  const property = parser.parse(state.doc.toString()).resolveInner(at, 1).parent
  if (property?.name !== 'Property') return []
  const { nextSibling: after, prevSibling: before } = property
  const next = after?.name === ',' ? after.nextSibling : null
  if (next !== null) return [{ from: property.from, to: next.from }]
  return [{ from: before?.name === ',' ? before.from : property.from, to: property.to }]
}
