import { LanguageSupport, StreamLanguage } from '@codemirror/language'
import { expect, test } from 'vitest'
import { isTextFile, type Language, languageOf, loadLanguage } from './languages.ts'

test.each([
  ['main.ts', 'video/mp2t', 'typescript'],
  ['DATA.JSON', '', 'json'],
  ['Dockerfile', 'application/octet-stream', 'dockerfile'],
  ['Dockerfile.arm', '', 'dockerfile'],
  ['values', 'application/x-yaml', 'yaml'],
  ['answer', 'application/problem+json', 'json'],
  ['page.html', 'image/png', 'html'],
  ['notes.txt', 'text/html', undefined],
  ['a.constructor', 'constructor', undefined],
])('the language of %s of the type %j is %s', (name, contentType, language) => {
  expect(languageOf(name, contentType)).toBe(language)
})

test('a file is text by its name or its type', () => {
  expect(['README', 'a.log', 'a.py', '.gitignore'].map((name) => isTextFile(name, ''))).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(isTextFile('x', 'text/x-anything')).toBe(true)
  expect([isTextFile('a.bin', 'application/octet-stream'), isTextFile('a', '')]).toEqual([false, false])
})

test('every language can be loaded', async () => {
  const languages: Language[] = [
    ...(['json', 'yaml', 'c', 'cpp', 'csharp', 'java', 'kotlin', 'scala', 'css', 'diff', 'dockerfile', 'go'] as const),
    ...(['html', 'javascript', 'lua', 'nginx', 'perl', 'powershell', 'properties', 'protobuf', 'python'] as const),
    ...(['r', 'ruby', 'rust', 'shell', 'sql', 'swift', 'toml', 'typescript', 'xml'] as const),
  ]
  for (const loaded of await Promise.all(languages.map(loadLanguage))) {
    expect(loaded instanceof LanguageSupport || loaded instanceof StreamLanguage).toBe(true)
  }
})
