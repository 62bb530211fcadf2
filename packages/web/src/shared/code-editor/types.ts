import type { CompletionSource } from '@codemirror/autocomplete'
import type { LintSource } from '@codemirror/lint'

/** What the editor and everything that stands for it take. */
export interface EditorProps {
  /** Element that names the editor. */
  labelId: string
  /** Elements that describe it, by their ids. */
  describedBy: string
  label: string
  value: string
  onChange: (value: string) => void
  isReadOnly: boolean
  /** What may be written at the cursor. Keep the function the same from render to render. */
  completionSource: CompletionSource | undefined
  /** Findings beyond the syntax; asked only about valid JSON. Keep the function the same from render to render. */
  lintSource: LintSource | undefined
}
