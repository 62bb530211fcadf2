import { type Action, forEachDiagnostic } from '@codemirror/lint'
import type { EditorState } from '@codemirror/state'

/** A finding, at its current position in the text. */
export interface Finding {
  from: number
  to: number
  /** Counted from 1. */
  line: number
  severity: 'error' | 'warning' | 'info' | 'hint'
  message: string
  /** What the reader can do about it. */
  actions: readonly Action[]
}

/** The findings of an editor in the order of the text. */
export function findingsOf(state: EditorState): Finding[] {
  const findings: Finding[] = []
  forEachDiagnostic(state, ({ severity, message, actions = [] }, from, to) => {
    findings.push({ from, to, line: state.doc.lineAt(from).number, severity, message, actions })
  })
  return findings.sort((a, b) => a.from - b.from)
}
