import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const MONOSPACE = 'var(--mantine-font-family-monospace)'

/**
 * The appearance of the editor, in tokens that follow the color scheme. CodeMirror's own marks of findings are images in data:
 * URLs, which the Content-Security-Policy blocks; here they are drawn with CSS.
 */
const look = EditorView.theme({
  '&': { color: 'var(--coop-text)', backgroundColor: 'transparent', fontSize: '13px', minHeight: 'inherit' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: MONOSPACE,
    lineHeight: '1.5',
    minHeight: 'inherit',
    maxHeight: 'var(--editor-max-height)',
    overflow: 'auto',
  },
  '.cm-content': { caretColor: 'var(--coop-text)', padding: '8px 0' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--coop-text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--coop-accent-line)',
  },
  '.cm-content ::selection': { backgroundColor: 'transparent', color: 'inherit' },
  '.cm-gutters': {
    backgroundColor: 'var(--coop-sunken)',
    color: 'var(--coop-muted)',
    border: 'none',
    borderRight: '1px solid var(--coop-line)',
  },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--coop-accent-soft) 45%, transparent)' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--coop-hover)',
    border: '1px solid var(--coop-line)',
    color: 'var(--coop-muted)',
    padding: '0 4px',
  },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--coop-info-soft)',
    outline: '1px solid var(--coop-info)',
  },
  '&.cm-focused .cm-nonmatchingBracket': {
    backgroundColor: 'var(--coop-bad-soft)',
    outline: '1px solid var(--coop-bad)',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--coop-info-soft)' },
  '.cm-searchMatch': { backgroundColor: 'var(--coop-warn-soft)', outline: '1px solid var(--coop-warn)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--coop-accent-soft)', outlineColor: 'var(--coop-accent)' },
  '.cm-specialChar': { color: 'var(--coop-bad)' },

  '.cm-lintRange-error, .cm-lintRange-warning, .cm-lintRange-info, .cm-lintRange-hint': {
    backgroundImage: 'none',
    paddingBottom: '0',
    textDecoration: 'underline wavy 1px',
    textUnderlineOffset: '3px',
    textDecorationSkipInk: 'none',
  },
  '.cm-lintRange-error': { textDecorationColor: 'var(--coop-bad)' },
  '.cm-lintRange-warning': { textDecorationColor: 'var(--coop-warn)' },
  '.cm-lintRange-info, .cm-lintRange-hint': { textDecorationColor: 'var(--coop-info)' },
  '.cm-lintRange-active': { backgroundColor: 'var(--coop-warn-soft)' },
  '.cm-lintPoint:after': { borderBottomColor: 'var(--coop-bad)' },
  '.cm-lintPoint-warning:after': { borderBottomColor: 'var(--coop-warn)' },
  '.cm-gutter-lint': { width: '16px' },
  '.cm-lint-marker': { width: '10px', height: '10px', margin: '5px auto 0', padding: '0' },
  '.cm-lint-marker-error, .cm-lint-marker-warning, .cm-lint-marker-info, .cm-lint-marker-hint': { content: 'normal' },
  '.cm-lint-marker-error': { backgroundColor: 'var(--coop-bad)', borderRadius: '50%' },
  '.cm-lint-marker-warning': { backgroundColor: 'var(--coop-warn)', clipPath: 'polygon(50% 0, 100% 100%, 0 100%)' },
  '.cm-lint-marker-info, .cm-lint-marker-hint': { backgroundColor: 'var(--coop-info)' },
  '.cm-diagnostic': { padding: '4px 10px', borderLeft: '3px solid var(--coop-line)', whiteSpace: 'normal' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--coop-bad)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--coop-warn)' },
  '.cm-diagnosticAction': {
    backgroundColor: 'var(--coop-accent)',
    color: 'var(--coop-on-accent)',
    borderRadius: '4px',
  },

  '.cm-tooltip': {
    maxWidth: 'min(480px, 90vw)',
    backgroundColor: 'var(--coop-surface)',
    color: 'var(--coop-text)',
    border: '1px solid var(--coop-line)',
    borderRadius: '6px',
    boxShadow: 'var(--coop-raised-shadow)',
    overflow: 'hidden',
    fontSize: '13px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: MONOSPACE, maxHeight: '240px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '4px 10px', color: 'var(--coop-text)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--coop-accent-soft)',
    color: 'var(--coop-text)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', color: 'var(--coop-accent)', fontWeight: '600' },
  '.cm-completionDetail': { fontStyle: 'normal', color: 'var(--coop-muted)' },
  '.cm-completionInfo': {
    maxWidth: '320px',
    padding: '8px 10px',
    fontFamily: 'var(--mantine-font-family)',
    overflow: 'visible',
  },

  '.cm-panels': {
    backgroundColor: 'var(--coop-sunken)',
    color: 'var(--coop-text)',
    fontFamily: 'var(--mantine-font-family)',
  },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--coop-line)' },
  '.cm-panel.cm-search': { padding: '8px 44px 8px 12px', fontSize: '13px', lineHeight: '28px' },
  '.cm-panel.cm-search input, .cm-panel.cm-search button, .cm-panel.cm-search label': { margin: '2px 8px 2px 0' },
  '.cm-panel.cm-search label': {
    marginRight: '14px',
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    fontSize: '13px',
    verticalAlign: 'middle',
  },
  '.cm-panel.cm-search input[type=checkbox]': { margin: '0', accentColor: 'var(--coop-accent)' },
  '.cm-panel.cm-search [name=close]': {
    top: '8px',
    right: '8px',
    width: '28px',
    height: '28px',
    margin: '2px 0',
    borderRadius: '6px',
    fontSize: '20px',
    lineHeight: '1',
    color: 'var(--coop-muted)',
    cursor: 'pointer',
    '&:hover': { backgroundColor: 'var(--coop-hover)' },
  },
  '.cm-textfield': {
    backgroundColor: 'var(--coop-surface)',
    color: 'var(--coop-text)',
    border: '1px solid var(--coop-control-line)',
    borderRadius: '6px',
    height: '28px',
    padding: '0 8px',
    fontSize: '13px',
    boxSizing: 'border-box',
    verticalAlign: 'middle',
  },
  '.cm-button': {
    backgroundColor: 'var(--coop-surface)',
    backgroundImage: 'none',
    color: 'var(--coop-text)',
    border: '1px solid var(--coop-button-line)',
    borderRadius: '6px',
    height: '28px',
    padding: '0 10px',
    fontSize: '13px',
    lineHeight: '1',
    verticalAlign: 'middle',
    cursor: 'pointer',
    '&:active': { backgroundImage: 'none', backgroundColor: 'var(--coop-hover)' },
  },
})

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--coop-accent)' },
  { tag: tags.string, color: 'var(--coop-good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--coop-info)' },
  { tag: [tags.separator, tags.squareBracket, tags.brace], color: 'var(--coop-muted)' },
])

export const editorTheme: Extension = [look, syntaxHighlighting(colours)]
