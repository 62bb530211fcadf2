import { type Text, type TextValues, textsOf } from './text.ts'

/** Texts of the pages that the server writes itself: of links, and of errors outside the application. */
export const SERVER_PAGE_TEXTS = {
  language: 'Language',
  failed: 'This did not work',
  request: 'Request {{id}}',
  unavailable: 'Temporarily unavailable',
  linkUnavailable: 'Link unavailable',
  needsPassword: 'This link needs a password',
  password: 'Password',
  open: 'Open',
  downloadFile: 'Download a file',
  downloadFolder: 'Download a folder',
  download: 'Download',
  archive: 'Zip archive',
  fromHost: 'The file comes from {{host}}.',
  throughConsole: 'If that doesn’t work, download it here',
  sharedBy: 'Shared by {{name}}',
  expiry: 'The link expires on {{time}}.',
  downloadsLeft_one: 'It works for {{number}} more download.',
  downloadsLeft_other: 'It works for {{number}} more downloads.',
  upload: 'Send files',
  filesLeft_one: 'You can send {{number}} more file, each up to {{size}}.',
  filesLeft_other: 'You can send {{number}} more files, each up to {{size}}.',
  uploadsHidden: 'They can’t be opened with this link, only by people with access to the storage.',
  files: 'Files',
  send: 'Send',
  full: 'This link doesn’t accept more files. To send more, ask for a new link.',
  needsScript: 'Turn on JavaScript to send files.',
  sent: 'was sent.',
  tooLarge: 'is too large.',
  notSent: 'wasn’t sent. {{reason}}',
  noConnection: 'wasn’t sent: there is no connection. Send it again.',
  proxyLimit: 'wasn’t sent: a proxy in front of this page refuses files of this size. Tell who sent you the link.',
  sendError: 'wasn’t sent (error {{status}}).',
} as const

export type ServerPageText = keyof typeof SERVER_PAGE_TEXTS
/** Texts that depend on a number. */
export type ServerPagePlural = 'downloadsLeft' | 'filesLeft'

const text = textsOf('serverPage', SERVER_PAGE_TEXTS)

export function serverPageText(name: ServerPageText, values?: TextValues): Text {
  return text(name, values)
}

/** The form of a text that the language has for the number. */
export function serverPagePlural(name: ServerPagePlural, count: number, tag: string, values: TextValues): Text {
  const english = text(count === 1 ? `${name}_one` : `${name}_other`, values)
  return { ...english, key: `serverPage:${name}_${new Intl.PluralRules(tag).select(count)}` }
}
