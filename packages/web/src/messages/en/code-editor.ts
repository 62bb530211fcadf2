import { addMessages } from '../i18n.ts'

/** Words of the code editor. */
export const codeEditor = {
  leave: 'Tab leaves the editor.',
  search: '{{key}}+F searches in it.',
  complete: 'Ctrl+Space offers completions.',
  nextFinding: 'F8 goes to the next finding.',
  findings: 'Findings in {{label}}',
  line: 'Line {{line}}',
  severity: { error: 'Error', warning: 'Warning', info: 'Note', hint: 'Note' },
  json: {
    value: 'A value is expected here: text in double quotes, a number, true, false, null, { or [.',
    key: 'A name in double quotes is expected here. Names are not written without quotes, and no comma stands before }.',
    colon: 'A colon is expected between a name and its value.',
    commaOrBrace: 'A comma or } is expected here.',
    commaOrBracket: 'A comma or ] is expected here.',
    string: 'This text has no closing double quote on its line.',
    escape: 'A backslash in a text stands before one of " \\ / b f n r t, or before u and four hexadecimal digits.',
    unfinished: 'The text ends before the JSON is complete.',
    afterEnd: 'The JSON is complete before this; nothing may follow.',
  },
} as const

addMessages('codeEditor', codeEditor)

declare module '../i18n.ts' {
  interface Messages {
    codeEditor: typeof codeEditor
  }
}
