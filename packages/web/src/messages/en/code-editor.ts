import { addMessages } from '../i18n.ts'

/** The code editor. */
export const codeEditor = {
  leave: 'Tab leaves the editor.',
  search: '{{key}}+F opens the search.',
  complete: 'Ctrl+Space shows suggestions.',
  nextFinding: 'F8 goes to the next problem.',
  findings: 'Problems in {{label}}',
  line: 'Line {{line}}',
  severity: { error: 'Error', warning: 'Warning', info: 'Note', hint: 'Note' },
  /** What CodeMirror shows or announces, by its own English phrases. */
  phrases: {
    Find: 'Find',
    Replace: 'Replace',
    next: 'Next',
    previous: 'Previous',
    all: 'Select all',
    'match case': 'Match case',
    regexp: 'Regular expression',
    'by word': 'Whole word',
    replace: 'Replace',
    'replace all': 'Replace all',
    close: 'Close',
    'Go to line': 'Go to line',
    go: 'Go to line',
    'current match': 'Current match',
    'on line': 'on line',
    'replaced match on line $': 'Replaced match on line $',
    'replaced $ matches': 'Replaced $ matches',
    'Folded lines': 'Folded lines',
    'Unfolded lines': 'Unfolded lines',
    to: 'to',
    'folded code': 'Folded lines',
    unfold: 'Unfold',
    'Fold line': 'Fold',
    'Unfold line': 'Unfold',
    Diagnostics: 'Problems',
    'No diagnostics': 'No problems',
    'Control character': 'Control character',
    Completions: 'Suggestions',
    'Selection deleted': 'Selection deleted',
  },
  json: {
    value: 'Expected a value: a string in double quotes, a number, true, false, null, { or [.',
    key: 'Expected a name in double quotes. JSON doesn’t allow a comma before }.',
    colon: 'Expected a colon between the name and its value.',
    commaOrBrace: 'Expected a comma or }.',
    commaOrBracket: 'Expected a comma or ].',
    string: 'This string has no closing double quote on its line.',
    escape: 'In a string, a backslash must be followed by " \\ / b f n r t, or by u and four hexadecimal digits.',
    incomplete: 'The text ends before the JSON is complete.',
    afterEnd: 'Unexpected text after the end of the JSON.',
  },
} as const

addMessages('codeEditor', codeEditor)

declare module '../i18n.ts' {
  interface Messages {
    codeEditor: typeof codeEditor
  }
}
