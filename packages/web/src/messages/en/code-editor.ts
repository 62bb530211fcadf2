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
