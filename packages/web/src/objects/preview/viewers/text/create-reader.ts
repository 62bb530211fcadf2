import {
  codeFolding,
  ensureSyntaxTree,
  foldAll,
  foldable,
  foldEffect,
  foldGutter,
  foldKeymap,
  syntaxHighlighting,
  unfoldAll,
} from '@codemirror/language'
import { search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension, type Text } from '@codemirror/state'
import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view'
import { editorTheme } from '../../../../shared/code-editor/editor-theme.ts'
import { styleNonce } from '../../../../shared/style-nonce.ts'
import { codeColors } from './code-colors.ts'

/** Texts with more lines open folded. */
const FOLDED_FROM_LINES = 60
/** Lines that such a text shows at least. */
const SHOWN_LINES = 12
/** Lines whose levels are computed: more than anyone scrolls through. */
const FOLDED_LINES = 5000
/** A text that takes longer opens unfolded. */
const PARSE_MS = 1000

const fullHeight = EditorView.theme({ '&': { height: '100%' }, '.cm-scroller': { maxHeight: 'none' } })

interface ReaderOptions {
  label: string
  language: Extension
  /** CodeMirror's own texts. */
  phrases: Record<string, string>
}

/** A text in CodeMirror that can be read, searched and folded, but not changed. */
export function createReader(parent: HTMLElement, text: string, { label, language, phrases }: ReaderOptions) {
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorView.cspNonce.of(styleNonce()),
        EditorState.phrases.of(phrases),
        editorTheme,
        fullHeight,
        syntaxHighlighting(codeColors),
        lineNumbers(),
        codeFolding(),
        foldGutter(),
        drawSelection(),
        // Embeddings and isolates that would reorder the text; CodeMirror itself marks the overrides.
        highlightSpecialChars({ addSpecialChars: /[\u202a-\u202c\u2068]/ }),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': label, 'aria-readonly': 'true' }),
        EditorState.readOnly.of(true),
        EditorView.editable.of(false),
        search({ top: true }),
        keymap.of([...searchKeymap, ...foldKeymap]),
        language,
      ],
    }),
  })
  return {
    destroy: () => view.destroy(),
    foldAll: () => foldAll(view),
    unfoldAll: () => unfoldAll(view),
    /** Folds a long text. */
    foldAtFirst() {
      if (view.state.doc.lines > FOLDED_FROM_LINES) {
        view.dispatch({ effects: foldedAtFirst(view.state).map((range) => foldEffect.of(range)) })
      }
    },
  }
}

interface Range {
  from: number
  to: number
}

/**
 * What can be folded at the second level, or at the first one below it of which enough remains to be seen. Nothing if parsing
 * takes longer than `parseMs`.
 */
export function foldedAtFirst(start: EditorState, parseMs = PARSE_MS): readonly Range[] {
  // Without its end, nothing shows that an outer level can be folded.
  if (ensureSyntaxTree(start, start.doc.length, parseMs) === null) return []
  // A state keeps the syntax tree that it began with; the next one has what was parsed since.
  const { state } = start.update({})
  const [, ...levels] = foldableLevels(state)
  return levels.find((level) => shownLines(state.doc, level) >= SHOWN_LINES) ?? []
}

/** What can be folded, by how many others it is in. */
function foldableLevels(state: EditorState): Range[][] {
  const levels: Range[][] = []
  const open: number[] = []
  for (let number = 1; number <= Math.min(state.doc.lines, FOLDED_LINES); number++) {
    const line = state.doc.line(number)
    while ((open.at(-1) ?? line.from) < line.from) open.pop()
    const range = foldable(state, line.from, line.to)
    if (range === null) continue
    const level = levels[open.length] ?? []
    levels[open.length] = level
    level.push(range)
    open.push(range.to)
  }
  return levels
}

/** How many lines remain when these ranges are folded, of which none contains another. */
function shownLines(doc: Text, ranges: readonly Range[]): number {
  return ranges.reduce((rest, { from, to }) => rest - (doc.lineAt(to).number - doc.lineAt(from).number), doc.lines)
}
