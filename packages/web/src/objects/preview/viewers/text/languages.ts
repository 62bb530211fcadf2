import type { Extension } from '@codemirror/state'
import { extensionOf } from '../extension.ts'

/** Languages that are highlighted; each is loaded when it is shown first. Those of JSON and YAML also fold. */
const LANGUAGES = {
  json: () => import('@codemirror/lang-json').then(({ json }) => json()),
  yaml: () => import('@codemirror/lang-yaml').then(({ yaml }) => yaml()),
  c: () => clike('c'),
  cpp: () => clike('cpp'),
  csharp: () => clike('csharp'),
  java: () => clike('java'),
  kotlin: () => clike('kotlin'),
  scala: () => clike('scala'),
  css: () => stream(import('@codemirror/legacy-modes/mode/css'), 'css'),
  diff: () => stream(import('@codemirror/legacy-modes/mode/diff'), 'diff'),
  dockerfile: () => stream(import('@codemirror/legacy-modes/mode/dockerfile'), 'dockerFile'),
  go: () => stream(import('@codemirror/legacy-modes/mode/go'), 'go'),
  html: () => stream(import('@codemirror/legacy-modes/mode/xml'), 'html'),
  javascript: () => stream(import('@codemirror/legacy-modes/mode/javascript'), 'javascript'),
  lua: () => stream(import('@codemirror/legacy-modes/mode/lua'), 'lua'),
  nginx: () => stream(import('@codemirror/legacy-modes/mode/nginx'), 'nginx'),
  perl: () => stream(import('@codemirror/legacy-modes/mode/perl'), 'perl'),
  powershell: () => stream(import('@codemirror/legacy-modes/mode/powershell'), 'powerShell'),
  properties: () => stream(import('@codemirror/legacy-modes/mode/properties'), 'properties'),
  protobuf: () => stream(import('@codemirror/legacy-modes/mode/protobuf'), 'protobuf'),
  python: () => stream(import('@codemirror/legacy-modes/mode/python'), 'python'),
  r: () => stream(import('@codemirror/legacy-modes/mode/r'), 'r'),
  ruby: () => stream(import('@codemirror/legacy-modes/mode/ruby'), 'ruby'),
  rust: () => stream(import('@codemirror/legacy-modes/mode/rust'), 'rust'),
  shell: () => stream(import('@codemirror/legacy-modes/mode/shell'), 'shell'),
  sql: () => stream(import('@codemirror/legacy-modes/mode/sql'), 'standardSQL'),
  swift: () => stream(import('@codemirror/legacy-modes/mode/swift'), 'swift'),
  toml: () => stream(import('@codemirror/legacy-modes/mode/toml'), 'toml'),
  typescript: () => stream(import('@codemirror/legacy-modes/mode/javascript'), 'typescript'),
  xml: () => stream(import('@codemirror/legacy-modes/mode/xml'), 'xml'),
} satisfies Record<string, () => Promise<Extension>>

export type Language = keyof typeof LANGUAGES

const EXTENSIONS: Record<string, Language> = {
  json: 'json',
  jsonl: 'json',
  ndjson: 'json',
  geojson: 'json',
  webmanifest: 'json',
  ipynb: 'json',
  yaml: 'yaml',
  yml: 'yaml',
  c: 'c',
  h: 'c',
  cc: 'cpp',
  cpp: 'cpp',
  cxx: 'cpp',
  hpp: 'cpp',
  cs: 'csharp',
  java: 'java',
  kt: 'kotlin',
  kts: 'kotlin',
  scala: 'scala',
  css: 'css',
  scss: 'css',
  less: 'css',
  diff: 'diff',
  patch: 'diff',
  dockerfile: 'dockerfile',
  go: 'go',
  htm: 'html',
  html: 'html',
  xhtml: 'html',
  vue: 'html',
  svelte: 'html',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'javascript',
  lua: 'lua',
  nginx: 'nginx',
  pl: 'perl',
  pm: 'perl',
  ps1: 'powershell',
  psm1: 'powershell',
  cfg: 'properties',
  conf: 'properties',
  env: 'properties',
  ini: 'properties',
  properties: 'properties',
  proto: 'protobuf',
  py: 'python',
  pyi: 'python',
  r: 'r',
  rb: 'ruby',
  rs: 'rust',
  bash: 'shell',
  sh: 'shell',
  zsh: 'shell',
  sql: 'sql',
  swift: 'swift',
  toml: 'toml',
  ts: 'typescript',
  tsx: 'typescript',
  plist: 'xml',
  rss: 'xml',
  svg: 'xml',
  xml: 'xml',
  xsd: 'xml',
  xsl: 'xml',
}

const TYPES: Record<string, Language> = {
  'application/json': 'json',
  'application/x-ndjson': 'json',
  'application/yaml': 'yaml',
  'application/x-yaml': 'yaml',
  'text/yaml': 'yaml',
  'text/css': 'css',
  'text/html': 'html',
  'text/javascript': 'javascript',
  'application/javascript': 'javascript',
  'application/xml': 'xml',
  'text/xml': 'xml',
  'image/svg+xml': 'xml',
  'application/x-sh': 'shell',
  'application/sql': 'sql',
  'application/toml': 'toml',
}

/** Files that are text, in none of the languages. */
const PLAIN = ['txt', 'text', 'log', 'md', 'markdown', 'rst', 'adoc', 'tex', 'csv', 'tsv', 'srt', 'vtt', 'ics', 'pem']
const PLAIN_NAMES = [
  'license',
  'readme',
  'makefile',
  'changelog',
  'notice',
  '.gitignore',
  '.dockerignore',
  '.editorconfig',
]

/** The language of a file by its name, else by its type; undefined for plain text. */
export function languageOf(name: string, contentType: string): Language | undefined {
  const extension = extensionOf(name)
  // The type of a TypeScript file is often that of a video.
  const byName = Object.hasOwn(EXTENSIONS, extension) ? EXTENSIONS[extension] : undefined
  if (byName || /^dockerfile\b/i.test(name)) return byName ?? 'dockerfile'
  if (PLAIN.includes(extension)) return undefined
  if (Object.hasOwn(TYPES, contentType)) return TYPES[contentType]
  if (contentType.endsWith('+json')) return 'json'
  if (contentType.endsWith('+xml')) return 'xml'
  return undefined
}

/** Whether a file is text by its name or type. */
export function isTextFile(name: string, contentType: string): boolean {
  return (
    languageOf(name, contentType) !== undefined ||
    PLAIN.includes(extensionOf(name)) ||
    PLAIN_NAMES.includes(name.toLowerCase()) ||
    contentType.startsWith('text/')
  )
}

/** What highlights a language. */
export function loadLanguage(language: Language): Promise<Extension> {
  return LANGUAGES[language]()
}

function clike(name: 'c' | 'cpp' | 'csharp' | 'java' | 'kotlin' | 'scala'): Promise<Extension> {
  return stream(import('@codemirror/legacy-modes/mode/clike'), name)
}

async function stream<Name extends string>(
  module: Promise<Record<Name, import('@codemirror/language').StreamParser<unknown>>>,
  name: Name,
): Promise<Extension> {
  const [parsers, { StreamLanguage }] = await Promise.all([module, import('@codemirror/language')])
  return StreamLanguage.define(parsers[name])
}
