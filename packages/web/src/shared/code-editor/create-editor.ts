import {
  autocompletion,
  type CompletionSource,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  completionStatus,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { yaml } from '@codemirror/lang-yaml'
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language'
import { type Action, type LintSource, linter, lintGutter, lintKeymap, setDiagnosticsEffect } from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap, searchPanelOpen } from '@codemirror/search'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  type ViewUpdate,
} from '@codemirror/view'
import { styleNonce } from '../style-nonce.ts'
import { editorTheme } from './editor-theme.ts'
import { type JsonProblem, jsonProblem } from './json-problem.ts'
import type { Completions } from './types.ts'

/** Pause in typing after which the text is checked. */
const LINT_DELAY_MS = 300
/** The same where the console is asked. */
const REMOTE_LINT_DELAY_MS = 600

export interface Settings {
  language: 'json' | 'yaml'
  onDocument: (text: string) => void
  onFindings: (view: EditorView) => void
  syntaxMessage: (kind: JsonProblem['kind']) => string
  /** CodeMirror's own texts. */
  phrases: Record<string, string>
}

/** A CodeMirror editor for JSON or YAML in `parent`. None of its key bindings uses Tab, which leaves the editor. */
export function createEditor(parent: HTMLElement, text: string, settings: Settings) {
  const attributes = new Compartment()
  const assistance = new Compartment()
  let isOwnChange = false
  let completions: Completions | undefined
  // The same one for all sources, because another one would close the list.
  const completionSource = withEveryKey((context) => completions?.(context) ?? null)

  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorView.cspNonce.of(styleNonce()),
        EditorState.phrases.of(settings.phrases),
        editorTheme,
        lineNumbers(),
        foldGutter(),
        lintGutter(),
        history(),
        drawSelection(),
        highlightSpecialChars(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        bracketMatching(),
        closeBrackets(),
        indentOnInput(),
        settings.language === 'yaml' ? yaml() : json(),
        search({ top: true }),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of(escapeAttributes),
        EditorView.domEventHandlers({ beforeinput: typeOverSelection }),
        attributes.of([]),
        assistance.of([]),
        keymap.of([
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...searchKeymap,
          ...lintKeymap,
          ...foldKeymap,
          ...historyKeymap,
          ...defaultKeymap,
        ]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !isOwnChange) settings.onDocument(update.state.doc.toString())
          if (update.docChanged || hasNewFindings(update)) settings.onFindings(update.view)
          if (searchPanelOpen(update.state)) keepEscape(update.view)
        }),
      ],
    }),
  })

  return {
    destroy: () => view.destroy(),
    /** Shows another text; setting the same one doesn't move the cursor. */
    setValue(next: string) {
      if (next === view.state.doc.toString()) return
      isOwnChange = true
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } })
      isOwnChange = false
    },
    configure({ labelId, describedBy, isReadOnly }: { labelId: string; describedBy: string; isReadOnly: boolean }) {
      const named = EditorView.contentAttributes.of({
        tabindex: '0',
        'aria-labelledby': labelId,
        'aria-describedby': describedBy,
        'aria-readonly': String(isReadOnly),
        spellcheck: 'false',
        autocapitalize: 'none',
      })
      view.dispatch({ effects: attributes.reconfigure([named, EditorState.readOnly.of(isReadOnly)]) })
    },
    assist(sources: { completions: Completions | undefined; lintSource: LintSource | undefined }) {
      completions = sources.completions
      const extension = [
        lint(sources.lintSource, settings),
        completions ? autocompletion({ override: [completionSource], icons: false }) : [],
      ]
      view.dispatch({ effects: assistance.reconfigure(extension) })
    },
    act: (action: Action, from: number, to: number) => action.apply(view, from, to),
    goTo({ from, to }: { from: number; to: number }) {
      view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true })
      view.focus()
    },
  }
}

/**
 * Looks the completions up with every key. CodeMirror would do so only in a pause in typing, and until then ignore a click
 * in the list that it still shows.
 */
function withEveryKey(completions: Completions): CompletionSource {
  const lookUp: Completions = (context) => {
    const result = completions(context)
    return result && { ...result, update: (_result, _from, _to, next) => lookUp(next) }
  }
  return lookUp
}

function lint(lintSource: LintSource | undefined, { language, syntaxMessage }: Settings): Extension {
  if (language === 'yaml') return lintSource === undefined ? [] : linter(lintSource, { delay: REMOTE_LINT_DELAY_MS })
  const check: LintSource = (view) => {
    const text = view.state.doc.toString()
    // An empty field isn't a syntax error.
    if (text.trim() === '') return []
    const problem = jsonProblem(text)
    if (!problem) return lintSource?.(view) ?? []
    // Something missing at the end is reported at the last character.
    const from = problem.kind === 'incomplete' ? Math.max(0, text.trimEnd().length - 1) : problem.at
    return [{ from, to: Math.min(from + 1, text.length), severity: 'error', message: syntaxMessage(problem.kind) }]
  }
  return linter(check, { delay: LINT_DELAY_MS })
}

function hasNewFindings({ transactions }: ViewUpdate): boolean {
  return transactions.some(({ effects }) => effects.some((effect) => effect.is(setDiagnosticsEffect)))
}

/**
 * Replaces the selection by the typed text. By default Chromium would keep the colors of the replaced text in a style
 * attribute, which the Content-Security-Policy blocks and the browser's console would report as a violation.
 */
function typeOverSelection(event: InputEvent, view: EditorView): boolean {
  const { data, inputType, isComposing } = event
  if (inputType !== 'insertText' || data === null || isComposing || view.state.readOnly) return false
  // The browser's selection: the editor may not have been notified of it yet.
  const { anchorNode, anchorOffset, focusNode, focusOffset, isCollapsed } = document.getSelection() ?? {}
  if (isCollapsed !== false || !anchorNode || !focusNode) return false
  event.preventDefault()
  const ends = [view.posAtDOM(anchorNode, anchorOffset), view.posAtDOM(focusNode, focusOffset)]
  const from = Math.min(...ends)
  const to = Math.max(...ends)
  const insert = () =>
    view.state.update({
      changes: { from, to, insert: data },
      selection: { anchor: from + data.length },
      userEvent: 'input.type',
      scrollIntoView: true,
    })
  const isHandled = view.state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, data, insert))
  if (!isHandled) view.dispatch(insert())
  return true
}

/** Marks that Escape closes something within the editor, for an enclosing dialog. */
const OWN_ESCAPE = { 'data-mantine-stop-propagation': 'true' }

function escapeAttributes({ state }: EditorView): Record<string, string> {
  // The list stays visible while it is rebuilt.
  const isTaken = completionStatus(state) !== null || searchPanelOpen(state)
  return isTaken ? OWN_ESCAPE : {}
}

function keepEscape({ dom }: EditorView): void {
  for (const control of dom.querySelectorAll('.cm-panel :is(input, button)')) {
    for (const [name, value] of Object.entries(OWN_ESCAPE)) control.setAttribute(name, value)
  }
}
