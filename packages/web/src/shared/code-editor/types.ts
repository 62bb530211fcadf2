import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import type { LintSource } from '@codemirror/lint'

/** Completions at the cursor, which are looked up with every key. */
export type Completions = (context: CompletionContext) => CompletionResult | null

/** The properties of the editor and of its replacements. */
export interface EditorProps {
  /** The element that labels the editor. */
  labelId: string
  /** The elements that describe it, by their ids. */
  describedBy: string
  label: string
  value: string
  onChange: (value: string) => void
  isReadOnly: boolean
  language: 'json' | 'yaml'
  /** Completions at the cursor. Must be stable between renders. */
  completions: Completions | undefined
  /** Findings beyond the syntax of JSON, only for valid JSON; all findings in YAML. Must be stable between renders. */
  lintSource: LintSource | undefined
  /** A part of the text that is selected and shown when the editor opens. */
  shown: { from: number; to: number } | undefined
}
